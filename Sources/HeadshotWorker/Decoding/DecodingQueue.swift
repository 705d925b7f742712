import Decoding
import Dispatch
import Synchronization

/// Orders that wait for a decoder: first those that a request waits for, then in order of arrival.
///
/// As many are in work at once as there are places, and a picture that takes half a second does not count any more: the
/// next one need not wait for it. An ordinary photo takes a quarter of that.
final class DecodingQueue: Sendable {
    typealias Outcome = Result<PictureReply, WorkerError>

    /// An order, and the continuation that waits for it.
    struct Waiter {
        let order: DecodingOrder
        let continuation: CheckedContinuation<Outcome, Never>
    }

    /// An order that a thread does.
    private struct Work {
        let order: DecodingOrder
        let since: SuspendingClock.Instant
    }

    /// From when on a picture is slow.
    private static let slow = Duration.milliseconds(500)
    /// One person's pictures at once.
    private static let mostOfPerson = 2
    /// What one space leaves to others.
    private static let leftByOneSpace = 2

    private struct Orders {
        let size: Int
        let mostSlow: Int
        var waiting: [Waiter] = []
        var working: [Work] = []
        var idle = 0
        var threads = 0
        var isClosed = false

        var mostThreads: Int { size + mostSlow }

        var next: Int? {
            // Clock: how long a picture has been in work, which only decides how many threads there are.
            let now = SuspendingClock.now
            let slowCount = working.count { now - $0.since >= slow }
            guard working.count - min(slowCount, mostSlow) < size else { return nil }
            let ready = waiting.indices.filter { mayBegin(waiting[$0].order.owner) }
            return ready.first { !waiting[$0].order.task.isPaidFor } ?? ready.first
        }

        private func mayBegin(_ owner: PictureOwner?) -> Bool {
            guard let owner else { return true }
            let ofSpace = working.filter { $0.order.owner?.space == owner.space }
            return ofSpace.count < mostThreads - leftByOneSpace
                && (owner.person == nil
                    || ofSpace.count { $0.order.owner == owner } < mostOfPerson)
        }

        mutating func begin() -> Waiter? {
            guard let next else { return nil }
            let entry = waiting.remove(at: next)
            // Clock: since when it has been in work; see `next`.
            working.append(Work(order: entry.order, since: .now))
            return entry
        }

        /// Notes one more thread, if there is an order for it.
        mutating func addThread() -> Bool {
            guard threads < mostThreads, next != nil else { return false }
            threads += 1
            return true
        }
    }

    private let state: Mutex<Orders>
    /// Counts the reasons to look at the queue.
    ///
    /// Blocks: only the threads of decoders, which do nothing else.
    private let news = DispatchSemaphore(value: 0)

    /// Creates a queue of so many places.
    ///
    /// - Parameter mostSlow: The most slow pictures that do not count; each may take some 200 MB.
    init(size: Int, mostSlow: Int = 6) {
        state = Mutex(Orders(size: size, mostSlow: mostSlow))
    }

    /// Adds an order; returns whether one more thread is needed to start it at once.
    func add(_ entry: Waiter) -> Bool {
        let needsThread = state.withLock { state in
            state.waiting.append(entry)
            return state.waiting.count > state.idle && state.addThread()
        }
        news.signal()
        return needsThread
    }

    /// Looks whether time has made room for an order; returns whether one more thread is needed for it.
    func reconsider() -> Bool {
        let (hasRoom, needsThread) = state.withLock { state in
            let hasRoom = state.next != nil
            return (hasRoom, hasRoom && state.idle == 0 && state.addThread())
        }
        if hasRoom { news.signal() }
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
    func next() -> Waiter? {
        state.withLock { $0.idle += 1 }
        while true {
            news.wait()
            let (entry, isOver) = state.withLock { state -> (Waiter?, Bool) in
                let entry = state.begin()
                let isOver = entry == nil && state.isClosed && state.waiting.isEmpty
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

    var workingCount: Int { state.withLock(\.working.count) }

    /// Notes that an order is done, which makes room for another one.
    func finish(_ order: DecodingOrder) {
        state.withLock { $0.working.removeAll { $0.order === order } }
        news.signal()
    }

    /// Lets all threads end after the orders are done.
    func close() {
        state.withLock { $0.isClosed = true }
        news.signal()
    }
}
