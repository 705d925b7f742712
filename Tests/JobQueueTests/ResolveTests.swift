import Foundation
@testable import Database
@testable import JobQueue
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ResolveTests {
    /// An uncertain job whose charge is unknown and takes its person's only place of the day.
    private func uncertainJob(_ queue: TestQueue) async throws -> JobID {
        try await queue.submit()
        return try await queue.run(to: .uncertain(reason: .deadline, detail: "60 s"), .unknown)
    }

    @Test func `a job that was paid fails, and its charge stays counted`() async throws {
        try await TestQueue.with { queue in
            let id = try await uncertainJob(queue)
            let result = try await queue.store.resolve(id, as: .paid, now: queue.now + 1)
            #expect(result == .resolved(replacement: nil))
            #expect(try await queue.job(id).state == .failed)
            #expect(try await queue.job(id).reason == "resolved_paid")
            #expect(try await queue.job(id).ended == queue.now + 1)
            #expect(try await queue.charges(id) == [.paid])
            try queue.expectJournal(["started", "unknown", "paid"])
            try await queue.submit()
            #expect(try await queue.claim(cap: .one).claim == nil)
        }
    }

    @Test func `a job that was not paid waits again, and gives its place back`() async throws {
        try await TestQueue.with { queue in
            let id = try await uncertainJob(queue)
            let result = try await queue.store.resolve(id, as: .notPaid, now: queue.now + 1)
            #expect(result == .resolved(replacement: nil))
            let job = try await queue.job(id)
            #expect(job.waitReason == .retry)
            #expect(job.due == job.created)
            #expect(job.ended == nil)
            #expect(job.detail == nil)
            try queue.expectJournal(["started", "unknown", "free"])
            let again = try await queue.take(cap: .one, at: queue.now + 1)
            #expect(again.job.id == id)
            try await queue.charge(again, cap: .one, at: queue.now + 1)
            #expect(try await queue.charges(id) == [.free, .started])
        }
    }

    @Test func `a request may be on its way for a while, if its machine can lose the queue`()
        async throws
    {
        try await TestQueue.with { queue in
            let id = try await uncertainJob(queue)
            let end = queue.now + 75
            let isOnAServer = queue.place != nil
            for (moment, isOnItsWay) in [(end - 1, isOnAServer), (end, false)] {
                let found = try await queue.store.requestsOnTheirWay(of: [id], now: moment)
                #expect(found == (isOnItsWay ? [id: end] : [:]))
            }
        }
    }

    @Test func `a job whose answer came late is known to be paid, whatever a person says`()
        async throws
    {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let claim = try await queue.take(.first)
            let charge = try await queue.charge(claim)
            _ = try await queue.store.recover(from: [.first], spooled: [], now: queue.now)
            let late = Settlement(job: .saving, charge: ChargeEnd(id: charge.id, state: .paid))
            try await queue.store.settle(claim, late, now: queue.now)
            let result = try await queue.store.resolve(id, as: .notPaid, now: queue.now)
            #expect(result == .knownPaid)
            #expect(try await queue.job(id).state == .uncertain)
            #expect(try await queue.charges(id) == [.paid])
        }
    }

    @Test func `a cancellation that came too late is forgotten with the resolution`()
        async throws
    {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            try await queue.charge(queue.take(.first))
            _ = try await queue.store.cancel(id, now: queue.now)
            _ = try await queue.store.recover(from: [.first], spooled: [], now: queue.now)
            _ = try await queue.store.resolve(id, as: .notPaid, now: queue.now)
            #expect(try await queue.job(id).isCancelRequested == false)
        }
    }

    @Test func `a replaced job fails, stays counted, and another takes its place`() async throws {
        try await TestQueue.with { queue in
            let id = try await uncertainJob(queue)
            var new = NewJob.some()
            new.retryOf = id
            let result = try await queue.store.resolve(id, as: .replaced(by: new), now: queue.now)
            #expect(result == .resolved(replacement: try await queue.newest()))
            #expect(try await queue.job(id).reason == "replaced")
            #expect(try await queue.charges(id) == [.unknown])
            let replacement = try await queue.take()
            #expect(result == .resolved(replacement: replacement.job.id))
            #expect(replacement.job.retryOf == id)
        }
    }

    @Test func `a replaced job leaves its photo to the one that takes its place`() async throws {
        try await TestQueue.with { queue in
            try await queue.addSpaceWithoutPhotos()
            let id = try await queue.submit(.annaOfApp)
            try await queue.charge(queue.take())
            _ = try await queue.store.recover(from: [.first], spooled: [], now: queue.now)
            _ = try await queue.store.resolve(
                id, as: .replaced(by: .some(.annaOfApp)), now: queue.now)
            #expect(try await queue.job(id).state == .failed)
            #expect(try await queue.store.markedPhotos() == [])
            try await queue.run(to: .done)
            #expect(try await queue.store.markedPhotos() == [TestQueue.photo])
        }
    }

    @Test func `on a server, a photo is not given up that a job needs by now`() async throws {
        try await TestQueue.onServer { queue in
            try await queue.submit()
            let orphan = String(repeating: "b", count: 64)
            for photo in [TestQueue.photo, orphan] {
                _ = try queue.link().run("INSERT INTO removal VALUES (?)", [.text(photo)])
            }
            #expect(try await queue.store.markedPhotos() == [orphan])
        }
    }

    @Test(arguments: SettleTests.cases.filter { $0.state != .uncertain })
    func `only an uncertain job is resolved`(end: SettleTests.Case) async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            try await queue.run(to: end.end, .free)
            let before = try await queue.job(id)
            for resolution in [Resolution.paid, .notPaid, .replaced(by: .some())] {
                let result = try await queue.store.resolve(id, as: resolution, now: queue.now)
                #expect(result == .notUncertain(end.state))
            }
            #expect(try await queue.job(id) == before)
        }
    }

    @Test func `a job that does not exist is not resolved`() async throws {
        try await TestQueue.with { queue in
            let result = try await queue.store.resolve(.strange, as: .paid, now: queue.now)
            #expect(result == .notFound)
        }
    }
}
