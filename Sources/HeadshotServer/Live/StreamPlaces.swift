import JobQueue
import Synchronization

/// How many streams are open: each keeps a connection.
final class StreamPlaces: Sendable {
    private let open = Mutex<[Space: Int]>([:])

    private static let most = 64
    private static let mostOfSpace = 16

    /// Takes a place; returns whether there was one.
    func enter(_ space: Space) -> Bool {
        open.withLock { open in
            guard open.values.reduce(0, +) < Self.most, open[space, default: 0] < Self.mostOfSpace
            else { return false }
            open[space, default: 0] += 1
            return true
        }
    }

    fileprivate func leave(_ space: Space) {
        open.withLock { open in
            open[space, default: 1] -= 1
            if open[space] == 0 { open[space] = nil }
        }
    }
}

/// A place that was taken; it is given back once, also if the answer is never written.
final class StreamPlace: Sendable {
    private let places: StreamPlaces
    private let space: Space
    private let isLeft = Atomic(false)

    init(_ places: StreamPlaces, _ space: Space) {
        self.places = places
        self.space = space
    }

    deinit { leave() }

    func leave() {
        if !isLeft.exchange(true, ordering: .relaxed) { places.leave(space) }
    }
}
