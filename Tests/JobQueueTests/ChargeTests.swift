import Foundation
import GRDB
import Testing

@testable import JobQueue

@Suite(.timeLimit(.minutes(10)))
struct ChargeTests {
    @Test func `an expiring job counts by its own limit, whatever the cap is`() async throws {
        try await TestQueue.with { queue in
            func submit(_ person: Person) async throws {
                var job = NewJob.some(person)
                job.fleeting = Fleeting(until: queue.now + 600, dailyLimit: 1)
                _ = try await queue.store.submit([job], now: queue.now)
            }
            for person in [Person.anna, .anna, .bert] { try await submit(person) }
            try await queue.run(to: .succeeded(outcome: "{}"))
            let second = try await queue.take()
            #expect(second.job.person == .anna)
            #expect(try await queue.startCharge(second) == .gaveUp(.dailyCap))
            #expect(try await queue.charges(second.job.id).isEmpty)
            // Another person has a day of their own.
            try await queue.charge(queue.take())
        }
    }

    @Test func `a charge keeps the prompt and the day, and the job uploads`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            let claim = try await queue.take()
            let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
            let night = Date(timeIntervalSince1970: 1_795_302_000)
            let charge = try await queue.charge(
                claim, cap: DailyCap(timeZone: berlin), at: night)
            #expect(charge.job == claim.job.id)
            #expect(charge.day == "2026-11-22")
            #expect(charge.provider == "gemini")
            #expect(charge.model == "image-1")
            #expect(charge.estimate == 39_000)
            #expect(charge.state == .started)
            #expect(charge.started == night)
            #expect(charge.settled == nil)
            let job = try await queue.job(claim.job.id)
            #expect(job.phase == .uploading)
            #expect(job.prompt == "A headshot.")
            #expect(job.promptVersion == "v1")
        }
    }

    @Test func `a second charge for a job is refused by the database`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let claim = try await queue.take()
            try await queue.charge(claim)
            await #expect(throws: JobQueueError.self) { try await queue.startCharge(claim) }
            #expect(try await queue.charges(id) == [.started])
        }
    }

    @Test(arguments: [ChargeState.started, .paid, .unknown])
    func `the database refuses a second charge beside one that is not free`(
        state: ChargeState
    ) async throws {
        try await TestQueue.inFile { queue in
            let id = try await queue.submit()
            let settled: Int64? = state == .started ? nil : 1
            let insert = """
                INSERT INTO charge (
                    job, kind, space, day, provider, model, state, started_at, settled_at, line)
                VALUES (
                    ?, 'portrait', '', '2026-11-21', 'gemini', 'm', ?, 0, ?,
                    (SELECT ifnull(max(line), 0) + 1 FROM charge))
                """
            try queue.sql { db in
                try db.execute(sql: insert, arguments: [id.rawValue, "free", 1])
                try db.execute(sql: insert, arguments: [id.rawValue, state.rawValue, settled])
                #expect(throws: DatabaseError.self) {
                    try db.execute(sql: insert, arguments: [id.rawValue, state.rawValue, settled])
                }
            }
        }
    }

    @Test func `after a free charge the job may be charged again`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            try await queue.run(to: .waitsForGate, .free)
            try await queue.charge(queue.take())
            #expect(try await queue.charges(id) == [.free, .started])
        }
    }

    @Test func `no charge without a valid claim`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let stale = try await queue.take(.first)
            _ = try await queue.store.recover(from: [.first], spooled: [], now: queue.now)
            let valid = try await queue.take(.second, at: queue.now + 1)
            #expect(try await queue.startCharge(stale) == .lost)
            #expect(try await queue.charges(id) == [])
            #expect(try await queue.job(id) == valid.job)
        }
    }

    @Test func `no charge at another provider than the job's own`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let claim = try await queue.take()
            var draft = TestQueue.draft
            draft.provider = "openai"
            await #expect(throws: JobQueueError.self) {
                try await queue.startCharge(claim, draft)
            }
            #expect(try await queue.charges(id) == [])
            try await queue.charge(claim)
        }
    }

    @Test func `no charge for a job that a person cancelled`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let claim = try await queue.take()
            _ = try await queue.store.cancel(id, now: queue.now)
            #expect(try await queue.startCharge(claim) == .cancelled)
            #expect(try await queue.job(id).state == .cancelled)
            #expect(try await queue.charges(id) == [])
        }
    }

    @Test(arguments: [
        (GateChange.halt(reason: .keyInvalid, detail: nil), WaitReason.providerHalted),
        (.cooldown(until: TestQueue.now + 300, reason: .tooManyRequests, detail: nil), .cooldown),
    ])
    func `no charge through a gate that closed meanwhile, and no attempt counted`(
        change: GateChange, reason: WaitReason
    ) async throws {
        try await TestQueue.with { queue in
            let early = try await queue.submit()
            try await queue.submit()
            let claim = try await queue.take()
            try await queue.run(to: .waitsForGate, .free, gate: change, worker: .second)
            #expect(try await queue.startCharge(claim) == .held(reason))
            let job = try await queue.job(early)
            #expect(job.waitReason == reason)
            #expect(job.due == queue.now)
            #expect(job.attempts == 0)
            #expect(job.owner == nil)
            #expect(try await queue.charges(early) == [])
        }
    }

    @Test func `a charge that the journal cannot record is not sent and not owed`() async throws {
        try await TestQueue.inFile { queue in
            let id = try await queue.submit()
            let claim = try await queue.take(cap: .one)
            // Its last line can be read, but nothing can be added without its header.
            let journal = "\(queue.folder)/payments.jsonl"
            try Data("damaged\n{\"format\":1,\"salt\":\"00ff\"}\n".utf8)
                .write(to: URL(filePath: journal))
            await #expect(throws: JobQueueError.damagedJournal(path: journal, line: 1)) {
                try await queue.startCharge(claim, cap: .one)
            }
            #expect(try await queue.charges(id) == [.free])
            let job = try await queue.job(id)
            #expect(job.waitReason == .interrupted)
            #expect(job.attempts == 0)
            #expect(try await queue.take(cap: .one).job.id == id)
        }
    }

    @Test func `no charge is written while the journal cannot be read, and its job can go on`()
        async throws
    {
        try await TestQueue.inFile { queue in
            let id = try await queue.submit()
            let claim = try await queue.take()
            try FileManager.default.createDirectory(
                atPath: "\(queue.folder)/payments.jsonl", withIntermediateDirectories: false)
            await #expect(throws: JobQueueError.self) { try await queue.startCharge(claim) }
            #expect(try await queue.charges(id) == [])
            try await queue.store.release(claim, now: queue.now)
            let job = try await queue.job(id)
            #expect(job.waitReason == .interrupted)
            #expect(job.attempts == 0)
        }
    }
}
