import Foundation
import Testing

@testable import Companion
@testable import Database
@testable import JobQueue

/// What a queue that has seen much still holds of a person who is forgotten.
@Suite(.timeLimit(.minutes(10)))
struct ForgetTests {
    private static let people = (0..<8).compactMap { Person("person-\($0)-of-eight") }

    @Test
    func `nothing of a forgotten person stays in any file or table, however often rows moved`()
        async throws
    {
        try await TestQueue.with { queue in
            for round in 0..<40 {
                for person in Self.people {
                    try await submit(person, round, to: queue)
                }
                for number in 0..<Self.people.count { try await work(number + round, queue) }
            }
            for person in Self.people.prefix(7) {
                #expect(try await queue.holds(person.rawValue))
                try await forget(person, queue)
                #expect(try await !queue.holds(person.rawValue), "\(person)")
            }
            let kept = try #require(Self.people.last)
            #expect(try await queue.store.jobs(JobFilter(), limit: 1000).count == 40)
            #expect(try await queue.holds(kept.rawValue))
        }
    }

    @Test
    func `a queue opened without the records of persons forgets no one, and changes nothing`()
        async throws
    {
        try await TestQueue.inFile { queue in
            let person = try #require(Self.people.first)
            let job = try await queue.submit(person)
            let store = try JobStore(folder: queue.folder)
            defer { try? store.close() }
            await #expect(throws: JobQueueError.self) {
                try await store.beginToForget(person, now: queue.now)
            }
            await #expect(throws: JobQueueError.self) {
                try await store.anonymiseCharges(of: person)
            }
            #expect(try await store.standing(of: person) == nil)
            #expect(try await store.job(job)?.job.state == .waiting)
        }
    }

    /// Every text of the job has the person's id in it, and each is of another length.
    private func submit(_ person: Person, _ round: Int, to queue: TestQueue) async throws {
        let text = String(repeating: "\(person) ", count: 1 + (round * 7) % 90)
        var job = NewJob.some(person, key: "\(person)/\(round)", notBefore: nil)
        job.input?.name = text
        _ = try await queue.store.submit([job], now: queue.now)
    }

    private func work(_ number: Int, _ queue: TestQueue) async throws {
        let cap = DailyCap(charges: 1000, timeZone: .gmt)
        let claim = try await queue.take(cap: cap)
        let text = String(repeating: "\(claim.job.person) ", count: 1 + number * 13 % 200)
        _ = try await queue.store.record(facts: nil, findings: "[\"\(text)\"]", for: claim)
        var draft = TestQueue.draft
        draft.prompt = text + text
        let charge = try await queue.charge(claim, draft, cap: cap)
        let ends: [JobEnd] = [
            .succeeded(
                outcome: "[\"\(text)\"]",
                result: SavedResult(
                    ending: String(text.prefix(200)), digest: SavedResult.sample.digest)),
            .failed(reason: .noImage, detail: text),
            .uncertain(reason: .deadline, detail: text),
            .waits(.retry, due: queue.now + 1, countsAttempt: true, detail: text),
        ]
        let end = ends[number % ends.count]
        let state: ChargeState = number % 4 < 2 ? .paid : number % 4 == 2 ? .unknown : .free
        try await queue.store.settle(
            claim,
            Settlement(
                job: end,
                charge: ChargeEnd(id: charge.id, state: state, receipt: "[\"\(text)\"]")),
            now: queue.now)
    }

    @Test func `the jobs that a person was charged for are known until the charges have no name`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.submit(.bert)
            try await queue.run(to: .done)
            let id = try await queue.submit(.anna)
            try await queue.run(to: .done)
            let kind = try await queue.job(id).kind
            func isMissed(_ person: Person, _ kind: JobKind) async throws -> Bool {
                try await queue.store.hasRemovedPaidJob(of: person, kind: kind)
            }
            #expect(try await !isMissed(.anna, kind))
            _ = try await queue.store.remove([id])
            #expect(try await queue.store.chargedJobs(of: .anna) == [id])
            #expect(try await isMissed(.anna, kind))
            #expect(try await !isMissed(.bert, kind))
            #expect(try await !isMissed(.anna, JobKind(rawValue: "another")))
            _ = try await queue.store.anonymiseCharges(of: .anna)
            #expect(try await queue.store.chargedJobs(of: .anna).isEmpty)
            #expect(try await !isMissed(.anna, kind))
        }
    }

    @Test func `a job of a person who leaves is not charged any more, and one that was goes on`()
        async throws
    {
        try await TestQueue.with { queue in
            for person in [Person.anna, .anna, .bert] { try await queue.submit(person) }
            let claims = [try await queue.take(), try await queue.take(), try await queue.take()]
            let hers = claims.filter { $0.job.person == .anna }
            let his = try #require(claims.first { $0.job.person == .bert })
            try #require(hers.count == 2)
            let charge = try await queue.charge(hers[0])
            try await queue.store.beginToForget(.anna, now: queue.now)

            #expect(try await queue.startCharge(hers[1]) == .cancelled)
            #expect(try await queue.job(hers[1].job.id).state == .cancelled)
            #expect(try await queue.charges(hers[1].job.id).isEmpty)
            try await queue.store.settle(
                hers[0],
                Settlement(
                    job: .done,
                    charge: ChargeEnd(id: charge.id, state: .paid)),
                now: queue.now)
            #expect(try await queue.job(hers[0].job.id).state == .succeeded)
            _ = try await queue.charge(his)
        }
    }

    /// Something that is written of a person who is leaving, by a writer that does not ask for that.
    struct LateWrite: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let write: @Sendable (TestQueue, Belongings) async throws -> Void
    }

    static let lateWrites: [LateWrite] = [
        LateWrite(testDescription: "another program keeps what it was given") { queue, things in
            _ = try await queue.store.write { tx in
                try tx.run(
                    """
                    INSERT INTO streak_freeze (space, person, id, granted_at)
                    VALUES (?, ?, 'late', 1)
                    """, things.person.arguments)
            }
        },
        LateWrite(testDescription: "a store reports a purchase") { queue, things in
            try await queue.store.take(
                things.event("late", .runs(things.purchase, StoreEvent.Term(.never))),
                for: things.person.space)
        },
        LateWrite(testDescription: "free work is counted") { queue, things in
            let allowance = FreeAllowance(
                SpaceLimits(), provider: "local", cap: .ten, now: queue.now)
            try await queue.store.count(.frame, of: things.person, within: allowance)
        },
    ]

    @Test(arguments: lateWrites)
    func `what is written of a person who is leaving goes with the rest`(
        late: LateWrite
    ) async throws {
        try await TestQueue.with { queue in
            let space = try await queue.addWebhook()
            let things = Belongings(person: .known("person-who-leaves", in: space))
            let person = things.person
            try await queue.admit(person)
            try await queue.submit(person)
            try await queue.run(to: .done)
            _ = try await queue.store.prepareToForget(person, now: queue.now)
            let before = try await OwnedRows(of: queue)
            try await late.write(queue, things)
            #expect(try await !OwnedRows(of: queue).changes(since: before).isEmpty)
            _ = try await queue.store.remove(queue.jobs(of: person))
            _ = try await queue.store.anonymiseCharges(of: person)
            for (table, row) in try await OwnedRows(of: queue).all(of: space) {
                #expect(!row.contains(person.rawValue), "\(table)")
            }
        }
    }

    private func forget(_ person: Person, _ queue: TestQueue) async throws {
        _ = try await queue.store.prepareToForget(person, now: queue.now)
        _ = try await queue.store.remove(queue.jobs(of: person))
        _ = try await queue.store.anonymiseCharges(of: person)
    }
}
