import Dispatch
import Synchronization

/// Work that waits for a thread and for memory, first come, first served.
final class LaneQueue: Sendable {
    /// One piece of work and the memory that it takes, in ``ImageLane/Weight``'s units.
    struct Item: Sendable {
        let weight: Int
        let work: @Sendable (borrowing PixelBuffer) -> Void
    }

    private struct State {
        var waiting: [Item] = []
        var room: Int
    }

    private let capacity: Int
    private let state: Mutex<State>
    /// Counts reasons to look at the queue: work that came, or room that work may have left.
    private let news = DispatchSemaphore(value: 0)

    /// Makes a queue whose running work never weighs more than `capacity` together.
    init(capacity: Int) {
        self.capacity = capacity
        state = Mutex(State(room: capacity))
    }

    /// Adds work; what weighs more than there will ever be room for waits until it is alone.
    func add(weight: Int, _ work: @escaping @Sendable (borrowing PixelBuffer) -> Void) {
        let item = Item(weight: min(weight, capacity), work: work)
        state.withLock { $0.waiting.append(item) }
        news.signal()
    }

    /// Does the work on this thread, as it comes; never returns.
    func serve() -> Never {
        let buffer = PixelBuffer()
        while true {
            guard let item = next() else {
                news.wait()
                continue
            }
            // There may be room for one more, on a thread that waits.
            news.signal()
            item.work(buffer)
            state.withLock { $0.room += item.weight }
        }
    }

    /// Takes the first item if there is room for it; none overtakes it, so even the heaviest gets its
    /// turn.
    private func next() -> Item? {
        state.withLock { state in
            guard let first = state.waiting.first, first.weight <= state.room else { return nil }
            state.room -= first.weight
            return state.waiting.removeFirst()
        }
    }
}
