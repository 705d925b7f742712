import Foundation
import Isolation
import Synchronization

/// One task on its way through a ``DecoderPool``.
final class DecodingOrder: Sendable {
    let task: PictureTask
    let picture: Data
    private let state = Mutex(State())

    private struct State {
        var child: ChildProcess?
        var isInterrupted = false
    }

    init(_ task: PictureTask, _ picture: Data) {
        self.task = task
        self.picture = picture
    }

    /// Whether the reply is no longer needed.
    var isInterrupted: Bool { state.withLock(\.isInterrupted) }

    /// Notes the child that works on it; false if nothing is left to do.
    func begin(by child: ChildProcess) -> Bool {
        state.withLock { state in
            state.child = child
            return !state.isInterrupted
        }
    }

    /// Notes that the child has answered or never will.
    func end() {
        state.withLock { $0.child = nil }
    }

    /// Stops the work at once by ending its process, since a decoder cannot be asked to stop.
    func interrupt() {
        state.withLock { state in
            state.isInterrupted = true
            state.child?.kill()
        }
    }
}
