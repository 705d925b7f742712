import Decoding
import Foundation
import Isolation
import JobQueue
import Synchronization

/// One task on its way through a ``DecoderPool``.
final class DecodingOrder: Sendable {
    let task: PictureTask
    let picture: Data
    /// Whose picture it is; nil for one of this machine's own user.
    let owner: Person?
    private let state = Mutex(Progress())

    private struct Progress {
        var process: ForkedProcess?
        var isInterrupted = false
    }

    init(_ task: PictureTask, _ picture: Data, of owner: Person?) {
        self.task = task
        self.picture = picture
        self.owner = owner
    }

    var isInterrupted: Bool { state.withLock(\.isInterrupted) }

    /// Notes the process that works on it; false if nothing is left to do.
    func begin(in process: ForkedProcess) -> Bool {
        state.withLock { state in
            state.process = process
            return !state.isInterrupted
        }
    }

    /// Notes that the process has answered or never will.
    func end() {
        state.withLock { $0.process = nil }
    }

    /// Lets the processes of other orders compute first, from now on.
    func stepBack() {
        state.withLock { $0.process?.stepBack() }
    }

    /// Stops the work at once by ending its process, since a decoder cannot be asked to stop.
    func interrupt() {
        state.withLock { state in
            state.isInterrupted = true
            state.process?.hangUp()
        }
    }
}
