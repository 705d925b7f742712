import Decoding
import Dispatch
import JobQueue
import Synchronization

/// Orders that wait for a decoder: first those that a request waits for, then in order of arrival.
///
/// As many are in work at once as there are places, one for each processor. A picture that takes half a second does not
/// count any more: the next one need not wait for it. An ordinary photo takes a quarter of that.
///
/// Slow photos of others must not keep a person waiting who has no picture in work: such a person's photo begins after a
/// second at the latest, while there are fewer than ``most`` in work. A person's second photo takes a place that is idle,
/// and never one that others could need.
///
/// Clock: how long pictures have waited and have been in work, which only decides which of them are in work together.
final class DecodingQueue: Sendable {
    typealias Outcome = Result<PictureReply, WorkerError>
    typealias Instant = SuspendingClock.Instant

    /// An order, and the continuation that waits for it.
    struct Waiter {
        let order: DecodingOrder
        let continuation: CheckedContinuation<Outcome, Never>
    }

    /// A waiting order.
    private struct Wait {
        let waiter: Waiter
        let since: Instant

        var order: DecodingOrder { waiter.order }
    }

    /// An order that a thread does.
    private struct Work {
        let order: DecodingOrder
        let since: Instant

        func isSlow(at now: Instant) -> Bool { now - since >= slow }
    }

    /// From when on a picture is slow.
    private static let slow = Duration.milliseconds(500)
    /// How long a person waits who has no picture in work.
    private static let longestWait = Duration.seconds(1)
    /// What one space leaves to others.
    private static let leftByOneSpace = 2

    private struct Orders {
        let size: Int
        let most: Int
        var waiting: [Wait] = []
        var working: [Work] = []
        var idle = 0
        var threads = 0
        var isClosed = false

        func next(at now: Instant) -> Int? {
            guard working.count < most else { return nil }
            let hasPlace = working.count { !$0.isSlow(at: now) } < size
            let ready = waiting.indices.filter { mayBegin(waiting[$0], hasPlace, at: now) }
            return ready.first { !waiting[$0].order.task.isPaidFor } ?? ready.first
        }

        private func mayBegin(_ wait: Wait, _ hasPlace: Bool, at now: Instant) -> Bool {
            guard let person = wait.order.owner else { return hasPlace }
            let ofSpace = working.filter { $0.order.owner?.space == person.space }
            guard ofSpace.count < most - leftByOneSpace else { return false }
            let own = ofSpace.count { $0.order.owner == person }
            if own == 0 { return hasPlace || now - wait.since >= longestWait }
            return own < DecoderPool.mostOfPerson && working.count < size
        }

        mutating func begin(at now: Instant) -> Waiter? {
            guard let index = next(at: now) else { return nil }
            let waiter = waiting.remove(at: index).waiter
            working.append(Work(order: waiter.order, since: now))
            return waiter
        }

        /// Notes one more thread, if there is an order for it.
        mutating func addThread(at now: Instant) -> Bool {
            guard threads < most, next(at: now) != nil else { return false }
            threads += 1
            return true
        }
    }

    private let state: Mutex<Orders>
    private let now: @Sendable () -> Instant
    /// Counts the reasons to look at the queue.
    ///
    /// Blocks: only the threads of decoders, which do nothing else.
    private let news = DispatchSemaphore(value: 0)

    /// Creates a queue of so many places.
    ///
    /// - Parameters:
    ///   - size: How many pictures keep the processors busy.
    ///   - extra: How many more may be in work at most; each may take some 200 MB. Ten are enough for slow photos of eight
    ///     strangers in a space, the person who comes after them, and what a space leaves to others.
    ///   - now: The time; tests set another.
    init(size: Int, extra: Int = 10, now: @escaping @Sendable () -> Instant = { .now }) {
        state = Mutex(Orders(size: size, most: size + extra))
        self.now = now
    }

    /// Adds an order; returns whether one more thread is needed to start it at once.
    func add(_ entry: Waiter) -> Bool {
        let now = self.now()
        let needsThread = state.withLock { state in
            state.waiting.append(Wait(waiter: entry, since: now))
            return state.waiting.count > state.idle && state.addThread(at: now)
        }
        news.signal()
        return needsThread
    }

    /// Looks whether there is room for an order, which time alone can make; returns whether one more thread is needed for it.
    func reconsider() -> Bool {
        let now = self.now()
        let (hasRoom, needsThread) = state.withLock { state in
            let hasRoom = state.next(at: now) != nil
            return (hasRoom, hasRoom && state.idle == 0 && state.addThread(at: now))
        }
        if hasRoom { news.signal() }
        return needsThread
    }

    /// Whether an order has to let others compute first: it is slow, and more are in work than there are processors.
    func isBehind(_ order: DecodingOrder) -> Bool {
        let now = self.now()
        return state.withLock { state in
            state.working.count > state.size
                && state.working.contains { $0.order === order && $0.isSlow(at: now) }
        }
    }

    /// Ends the wait of an order that no thread has begun.
    func remove(_ order: DecodingOrder) {
        let entry = state.withLock { state in
            state.waiting.firstIndex { $0.order === order }
                .map { state.waiting.remove(at: $0).waiter }
        }
        entry?.continuation.resume(returning: .failure(.interrupted))
    }

    /// Waits for the next order; nil after the queue is closed and empty.
    func next() -> Waiter? {
        state.withLock { $0.idle += 1 }
        while true {
            news.wait()
            let now = self.now()
            let (entry, isOver) = state.withLock { state -> (Waiter?, Bool) in
                let entry = state.begin(at: now)
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

    /// How many orders wait or are in work.
    var count: Int { state.withLock { $0.waiting.count + $0.working.count } }

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
