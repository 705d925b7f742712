import Dispatch
import Synchronization

/// Work that waits for a thread and for memory, in the order of arrival.
final class LaneQueue: Sendable {
    /// One piece of work and the memory it needs, in the units of ``ImageLane/Weight``.
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
    /// Counts reasons to check the queue: new work, or memory that finished work may have freed.
    private let news = DispatchSemaphore(value: 0)

    /// Creates a queue whose running work never weighs more than `capacity` in total.
    init(capacity: Int) {
        self.capacity = capacity
        state = Mutex(State(room: capacity))
    }

    /// Adds work; work heavier than the capacity waits until it can run alone.
    func add(weight: Int, _ work: @escaping @Sendable (borrowing PixelBuffer) -> Void) {
        let item = Item(weight: min(weight, capacity), work: work)
        state.withLock { $0.waiting.append(item) }
        news.signal()
    }

    /// Runs the work on this thread as it arrives; never returns.
    func serve() -> Never {
        let buffer = PixelBuffer()
        while true {
            guard let item = next() else {
                news.wait()
                continue
            }
            // There may be memory for one more item, on a waiting thread.
            news.signal()
            item.work(buffer)
            state.withLock { $0.room += item.weight }
        }
    }

    /// Takes the first item if there is memory for it; no item overtakes another, so even the heaviest gets its turn.
    private func next() -> Item? {
        state.withLock { state in
            guard let first = state.waiting.first, first.weight <= state.room else { return nil }
            state.room -= first.weight
            return state.waiting.removeFirst()
        }
    }
}
