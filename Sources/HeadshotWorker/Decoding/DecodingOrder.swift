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

    /// Whether nobody waits for the reply any more.
    var isInterrupted: Bool { state.withLock(\.isInterrupted) }

    /// Notes who works on it; false if there is nothing left to do.
    func begin(by child: ChildProcess) -> Bool {
        state.withLock { state in
            state.child = child
            return !state.isInterrupted
        }
    }

    /// Notes that the child has answered, or never will.
    func end() {
        state.withLock { $0.child = nil }
    }

    /// Stops the work at once; decoders cannot be asked to stop, so its process ends.
    func interrupt() {
        state.withLock { state in
            state.isInterrupted = true
            state.child?.kill()
        }
    }
}
