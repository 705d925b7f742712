import Decoding
import Foundation
@testable import HeadshotWorker
import JobQueue
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DecodingQueueTests {
    private static let photo = PictureTask.prepare(looks: true)

    /// The orders that can begin at once, of those that are added in this order; none is finished.
    private func begun(
        _ count: Int, of orders: [DecodingOrder], in queue: DecodingQueue
    ) async -> [DecodingOrder] {
        await withTaskGroup(of: Void.self) { group in
            for order in orders {
                let (added, adding) = AsyncStream.makeStream(of: Never.self)
                group.addTask {
                    _ = await withCheckedContinuation { continuation in
                        _ = queue.add(
                            DecodingQueue.Waiter(order: order, continuation: continuation))
                        adding.finish()
                    }
                }
                for await _ in added {}
            }
            let begun = (0..<count).compactMap { _ in
                let entry = queue.next()
                entry?.continuation.resume(returning: .failure(.interrupted))
                return entry?.order
            }
            for order in orders { queue.remove(order) }
            return begun
        }
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
            DecodingOrder(Self.photo, Data(), of: PictureOwner($0))
        }
        let begun = await begun(3, of: orders, in: DecodingQueue(size: 4))
        #expect(begun.map(\.owner) == [many, many, other].map { PictureOwner($0) })
    }

    @Test func `a space leaves room for another's photos, however many persons it has`()
        async throws
    {
        let shop = try #require(Space("shop"))
        let crowd = try (1...8).map { try #require(Person("person-\($0)", in: shop)) }
        let other = try #require(Person("other"))
        let orders = (crowd + [other]).map {
            DecodingOrder(Self.photo, Data(), of: PictureOwner($0))
        }
        // Of eight places, a space leaves two.
        let begun = await begun(7, of: orders, in: DecodingQueue(size: 8, mostSlow: 0))
        #expect(begun.map(\.owner) == (crowd.prefix(6) + [other]).map { PictureOwner($0) })
    }
}
