import Decoding
import Foundation
@testable import HeadshotWorker
import JobQueue
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct DecodingQueueTests {
    private static let photo = PictureTask.prepare(looks: true)

    /// The orders that can begin at once, of those that are added in this order; none is finished.
    private func begun(
        _ count: Int, of orders: [DecodingOrder], in queue: DecodingQueue
    ) async -> [DecodingOrder] {
        await withTaskGroup(of: Void.self) { group in
            for order in orders { await add(order, to: queue, in: &group) }
            let begun = (0..<count).compactMap { _ in begin(in: queue) }
            for order in orders { queue.remove(order) }
            return begun
        }
    }

    /// Adds an order; returns whether one more thread is needed for it.
    @discardableResult
    private func add(
        _ order: DecodingOrder, to queue: DecodingQueue, in group: inout TaskGroup<Void>
    ) async -> Bool {
        let (added, adding) = AsyncStream.makeStream(of: Bool.self)
        group.addTask {
            _ = await withCheckedContinuation {
                (continuation: CheckedContinuation<DecodingQueue.Outcome, Never>) in
                let waiter = DecodingQueue.Waiter(order: order, continuation: continuation)
                adding.yield(queue.add(waiter))
                adding.finish()
            }
        }
        return await added.contains(true)
    }

    /// The order that begins; it stays in work.
    private func begin(in queue: DecodingQueue) -> DecodingOrder? {
        let entry = queue.next()
        entry?.continuation.resume(returning: .failure(.interrupted))
        return entry?.order
    }

    @Test func `photos go before headshots that were paid for, else the first goes first`() async {
        let tasks: [PictureTask] = [
            .check(looks: true), Self.photo, .check(looks: false), .measure,
        ]
        let orders = tasks.map { DecodingOrder($0, Data(), of: nil) }
        let begun = await begun(4, of: orders, in: DecodingQueue(size: 4))
        #expect(begun.map(\.task) == [tasks[1], tasks[3], tasks[0], tasks[2]])
    }

    @Test func `a person has two photos in work at once, and then another's goes first`()
        async throws
    {
        let (many, other) = (try #require(Person("many")), try #require(Person("other")))
        let orders = [many, many, many, other].map {
            DecodingOrder(Self.photo, Data(), of: $0)
        }
        let begun = await begun(3, of: orders, in: DecodingQueue(size: 4))
        #expect(begun.map(\.owner) == [many, many, other])
    }

    @Test func `a space leaves room for another's photos, however many persons it has`()
        async throws
    {
        let shop = try #require(Space("shop"))
        let crowd = try (1...8).map { try #require(Person("person-\($0)", in: shop)) }
        let other = try #require(Person("other"))
        let orders = (crowd + [other]).map {
            DecodingOrder(Self.photo, Data(), of: $0)
        }
        // Of eight places, a space leaves two.
        let begun = await begun(7, of: orders, in: DecodingQueue(size: 8, extra: 0))
        #expect(begun.compactMap(\.owner) == Array(crowd.prefix(6)) + [other])
    }

    @Test func `a person's second photo takes no place that another's could need`() async throws {
        let (many, other) = (try #require(Person("many")), try #require(Person("other")))
        let orders = [other, many, many].map { DecodingOrder(Self.photo, Data(), of: $0) }
        let clock = Observed(SuspendingClock.now)
        let queue = DecodingQueue(size: 2) { clock.value }
        await withTaskGroup(of: Void.self) { group in
            for order in orders { await add(order, to: queue, in: &group) }
            #expect([begin(in: queue)?.owner, begin(in: queue)?.owner] == [other, many])
            clock.update { $0 = $0.advanced(by: .seconds(10)) }
            #expect(!queue.reconsider())
            queue.finish(orders[0])
            #expect(begin(in: queue) === orders[2])
        }
    }

    /// Two photos of each of eight strangers, which never end, and a person's who comes after them.
    @Test(arguments: 1...4)
    func `a person's photo begins within a second, however many slow ones strangers have`(
        _ size: Int
    ) async throws {
        let strangers = try (0..<16).map { try #require(Person("stranger-\($0 / 2)")) }
        let ada = try #require(Person("ada"))
        let orders = (strangers + [ada]).map { DecodingOrder(Self.photo, Data(), of: $0) }
        let start = SuspendingClock.now
        let clock = Observed(start)
        let queue = DecodingQueue(size: size) { clock.value }
        await withTaskGroup(of: Void.self) { group in
            var begun: [Person?] = []
            for order in orders {
                if await add(order, to: queue, in: &group) {
                    begun.append(begin(in: queue)?.owner)
                }
            }
            while !begun.contains(ada), clock.value - start < .seconds(20) {
                clock.update { $0 = $0.advanced(by: .milliseconds(100)) }
                while queue.reconsider() { begun.append(begin(in: queue)?.owner) }
            }
            #expect(clock.value - start <= .seconds(1))
            // A hard limit, as each has a process.
            #expect(begun.count <= size + 10)
            for order in orders { queue.remove(order) }
        }
    }

    @Test func `a slow photo is behind others once there are more than processors`() async {
        let orders = (0..<2).map { _ in DecodingOrder(Self.photo, Data(), of: nil) }
        let clock = Observed(SuspendingClock.now)
        let queue = DecodingQueue(size: 1) { clock.value }
        await withTaskGroup(of: Void.self) { group in
            for order in orders { await add(order, to: queue, in: &group) }
            #expect(begin(in: queue) === orders[0])
            clock.update { $0 = $0.advanced(by: .seconds(1)) }
            #expect(!queue.isBehind(orders[0]))
            #expect(begin(in: queue) === orders[1])
            #expect(orders.map { queue.isBehind($0) } == [true, false])
        }
    }
}
