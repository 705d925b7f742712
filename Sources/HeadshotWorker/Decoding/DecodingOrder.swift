import Decoding
import Foundation
import Isolation
public import JobQueue
import Synchronization

/// Whose picture is decoded: one owner must not keep all others waiting.
public struct PictureOwner: Sendable, Hashable {
    let space: String
    let person: String?

    /// A person of a space.
    public init(_ person: Person) {
        space = person.space.rawValue
        self.person = person.rawValue
    }

    /// Somebody of a space, such as an app that shows a person's pictures.
    public init(_ space: Space) {
        self.space = space.rawValue
        person = nil
    }
}

/// One task on its way through a ``DecoderPool``.
final class DecodingOrder: Sendable {
    let task: PictureTask
    let picture: Data
    /// Whose picture it is; nil for one of this machine's own user.
    let owner: PictureOwner?
    private let state = Mutex(Progress())

    private struct Progress {
        var process: ForkedProcess?
        var isInterrupted = false
    }

    init(_ task: PictureTask, _ picture: Data, of owner: PictureOwner?) {
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

    /// Stops the work at once by ending its process, since a decoder cannot be asked to stop.
    func interrupt() {
        state.withLock { state in
            state.isInterrupted = true
            state.process?.hangUp()
        }
    }
}
