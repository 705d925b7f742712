import Foundation
import Testing

@testable import JobQueue

/// Many connections that do at the same time what only one of them may do, or what has to come out as if one came after another.
@Suite(.timeLimit(.minutes(10)))
struct TogetherTests {
    @Test func `a lent photo whose last jobs end at once goes, whichever of them is the last`()
        async throws
    {
        try await TestQueue.with { queue in
            let stores = try (0..<20).map { _ in try queue.another().store }
            // The jobs of one round end so close together that some of them do not see each other.
            for round in 0..<8 {
                var job = NewJob.some(
                    .annaOfApp, photo: String(repeating: "\(round)", count: 64))
                job.fleeting = Fleeting(until: queue.now + 3600, dailyLimit: 500)
                let jobs = Array(repeating: job, count: stores.count)
                let ids = try await queue.store.submit(jobs, now: queue.now).map(\.id)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for (store, id) in zip(stores, ids) {
                        group.addTask { _ = try await store.cancel(id, now: TestQueue.now) }
                    }
                    try await group.waitForAll()
                }
                #expect(try await queue.store.markedPhotos().count == round + 1)
            }
            for store in stores { try store.close() }
        }
    }

    @Test func `an answer during a recovery is booked, and its job is not asked again`()
        async throws
    {
        try await TestQueue.with { queue in
            let stores = try (0..<20).map { _ in try queue.another().store }
            var asked: [(WorkerID, Claim, Charge)] = []
            for number in 0..<10 {
                try await queue.submit(.known("p\(number)"))
                let worker = WorkerID.fresh()
                let claim = try await queue.take(worker)
                asked.append((worker, claim, try await queue.charge(claim)))
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, (worker, claim, charge)) in asked.enumerated() {
                    let (answering, recovering) = (stores[2 * number], stores[2 * number + 1])
                    group.addTask {
                        let paid = Settlement(
                            job: .done, charge: ChargeEnd(id: charge.id, state: .paid))
                        try await answering.settle(claim, paid, now: TestQueue.now)
                    }
                    group.addTask {
                        _ = try await recovering.recover(
                            from: [worker], spooled: [], now: TestQueue.now)
                    }
                }
                try await group.waitForAll()
            }
            for (_, claim, _) in asked {
                #expect(try await queue.charges(claim.job.id) == [.paid])
            }
            #expect(try await queue.claim(.second, at: .distantFuture).claim == nil)
            for store in stores { try store.close() }
        }
    }
}
