import Dispatch
import Synchronization

/// Orders that wait for a decoder: first those that a request waits for, then in order of arrival.
final class DecodingQueue: Sendable {
    typealias Outcome = Result<PictureReply, WorkerError>

    /// An order, and the continuation that waits for it.
    struct Entry {
        let order: DecodingOrder
        let continuation: CheckedContinuation<Outcome, Never>
    }

    private struct State {
        var waiting: [Entry] = []
        var idle = 0
        var threads = 0
        var isClosed = false

        mutating func removeNext() -> Entry? {
            guard !waiting.isEmpty else { return nil }
            return waiting.remove(at: waiting.firstIndex { !$0.order.task.isPaidFor } ?? 0)
        }
    }

    private let state = Mutex(State())
    /// Counts the reasons to look at the queue.
    ///
    /// Blocks: only the threads of decoders, which do nothing else.
    private let news = DispatchSemaphore(value: 0)

    /// Adds an order; returns whether one more thread, of at most `most`, is needed to start it at once.
    func add(_ entry: Entry, most: Int) -> Bool {
        let needsThread = state.withLock { state in
            state.waiting.append(entry)
            guard state.waiting.count > state.idle, state.threads < most else { return false }
            state.threads += 1
            return true
        }
        news.signal()
        return needsThread
    }

    /// Ends the wait of an order that no thread has begun.
    func remove(_ order: DecodingOrder) {
        let entry = state.withLock { state in
            state.waiting.firstIndex { $0.order === order }.map { state.waiting.remove(at: $0) }
        }
        entry?.continuation.resume(returning: .failure(.interrupted))
    }

    /// Waits for the next order; nil after the queue is closed and empty.
    func next() -> Entry? {
        state.withLock { $0.idle += 1 }
        while true {
            news.wait()
            let (entry, isOver) = state.withLock { state -> (Entry?, Bool) in
                let entry = state.removeNext()
                let isOver = entry == nil && state.isClosed
                if entry != nil || isOver { state.idle -= 1 }
                return (entry, isOver)
            }
            if let entry { return entry }
            if isOver {
                // For the next waiting thread.
                news.signal()
                return nil
            }
        }
    }

    /// Lets all threads end after the orders are done.
    func close() {
        state.withLock { $0.isClosed = true }
        news.signal()
    }
}
