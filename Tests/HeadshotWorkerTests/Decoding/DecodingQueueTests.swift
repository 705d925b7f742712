import Foundation
@testable import HeadshotWorker
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DecodingQueueTests {
    @Test func `photos go before headshots that were paid for, else the first goes first`() async {
        let queue = DecodingQueue()
        let tasks: [PictureTask] = [
            .check(looks: true), .prepare(looks: true), .check(looks: false),
            .measure,
        ]
        let begun = await withTaskGroup(of: Void.self) { group in
            for task in tasks {
                let (added, adding) = AsyncStream.makeStream(of: Never.self)
                group.addTask {
                    _ = await withCheckedContinuation { continuation in
                        let order = DecodingOrder(task, Data())
                        _ = queue.add(
                            DecodingQueue.Entry(order: order, continuation: continuation), most: 0)
                        adding.finish()
                    }
                }
                for await _ in added {}
            }
            return tasks.compactMap { _ in
                let entry = queue.next()
                entry?.continuation.resume(returning: .failure(.interrupted))
                return entry?.order.task
            }
        }
        #expect(begun == [tasks[1], tasks[3], tasks[0], tasks[2]])
    }
}
