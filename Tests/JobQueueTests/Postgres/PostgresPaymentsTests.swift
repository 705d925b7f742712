import Foundation
import Ground
import TestSupport
import Testing

@testable import Companion
@testable import Database
@testable import JobQueue

/// What a queue on a server forgets, and learns again from the store of payments.
@Suite(.timeLimit(.minutes(10)), .needsPostgres)
struct PostgresPaymentsTests {
    @Test("A charge is told until the store of payments has its last word")
    func unwritten() async throws {
        try await TestQueue.onServer { queue in
            try await queue.submit()
            let claim = try await queue.take()
            let charge = try await queue.charge(claim)
            // Its outcome is not known yet.
            #expect(try await queue.store.unwrittenPayments(limit: 10) == [])
            let open = try #require(await queue.store.paymentNote(ofCharge: charge.id))
            #expect(open.job == claim.job.id)
            #expect(open.attempt == 1)
            #expect(open.token == claim.token)
            #expect(open.state == .started)
            #expect(try await queue.store.openPayments(of: [.first]) == [open])
            #expect(try await queue.store.openPayments(of: [.second]) == [])

            let unknown = Settlement(
                job: .uncertain(reason: .workerDied, detail: nil),
                charge: ChargeEnd(id: charge.id, state: .unknown))
            try await queue.store.settle(claim, unknown, now: queue.now)
            let notes = try await queue.store.unwrittenPayments(limit: 10)
            #expect(notes.map(\.state) == [.unknown])
            #expect(try await queue.store.openPayments(of: [.first]) == [])

            // The money becomes known while the store of payments is told of the state before.
            _ = try await queue.store.resolve([(claim.job.id, .paid)], now: queue.now)
            try await queue.store.markWritten(notes)
            let later = try await queue.store.unwrittenPayments(limit: 10)
            #expect(later.map(\.state) == [.paid])
            try await queue.store.markWritten(later)
            #expect(try await queue.store.unwrittenPayments(limit: 10) == [])
            #expect(try await queue.store.paymentNote(ofCharge: charge.id + 1) == nil)
        }
    }

    @Test("A queue that was put back to before an outcome is behind, with the same charges")
    func position() async throws {
        try await TestQueue.onServer { queue in
            try await queue.submit()
            let claim = try await queue.take()
            let charge = try await queue.charge(claim)
            let before = try #require(await queue.store.position())
            let paid = ChargeEnd(id: charge.id, state: .paid, cost: 5)
            try await queue.store.settle(
                claim, Settlement(job: .done, charge: paid), now: queue.now)
            let after = try #require(await queue.store.position())
            #expect(before.isBefore(after))
            #expect(!after.isBefore(before))
        }
    }

    @Test(
        "After the server was restored or replaced, nobody claims or charges before the queue has learned"
    )
    func waits() async throws {
        try await TestQueue.onServer { queue in
            #expect(try await queue.store.needsReconciling() == false)
            try await queue.submit()
            let claim = try await queue.take()
            try await queue.store.demandReconciling()
            #expect(try await queue.store.needsReconciling())
            let refusal = JobQueueError.notReconciled(place: try #require(queue.place).name)
            await #expect(throws: refusal) { try await queue.claim() }
            await #expect(throws: refusal) { try await queue.startCharge(claim) }
            // What spends nothing goes on.
            try await queue.submit()
            #expect(try await queue.store.release(claim, now: queue.now) != nil)
            #expect(try await queue.store.learn([]) == Reconciliation())
            #expect(try await queue.store.needsReconciling() == false)
            try await queue.take()
        }
    }

    @Test("Payments that a restored queue has forgotten are learned, and their jobs are parked")
    func learned() async throws {
        try await TestQueue.onServer { queue in
            var ids: [JobID] = []
            for person in ["anna", "bert", "carl"] {
                ids.append(try await queue.submit(.known(person)))
            }
            for _ in ids { try await queue.run(to: .done, cost: 5) }
            let notes = try await queue.store.unwrittenPayments(limit: 10)
            #expect(notes.map(\.job) == ids)
            // As a restore leaves it: the first two jobs wait, the last one was submitted later.
            _ = try queue.link().command(
                """
                DELETE FROM charge; DELETE FROM job WHERE id = \(ids[2].rawValue);
                UPDATE job SET state = 'waiting', reason = 'new', ended_at = NULL, outcome = NULL,
                    result = NULL, started_at = NULL, attempts = 0
                """)
            #expect(try await queue.store.knownPayments(since: queue.now - 60) == [:])
            try await queue.store.demandReconciling()
            let learned = try #require(try await queue.store.learn(notes.reversed()))
            #expect(Set(learned.parked) == Set(ids[..<2]))
            #expect(learned.missing == [ids[2]])
            #expect(learned.charges == 3)
            for id in ids[..<2] {
                #expect(try await queue.job(id).state == .uncertain)
                #expect(try await queue.charges(id) == [.paid])
            }
            let known = try await queue.store.knownPayments(since: queue.now - 60)
            #expect(
                known
                    == Dictionary(
                        uniqueKeysWithValues: ids.map {
                            (PaymentName(job: $0, attempt: 1), .paid)
                        }))
            // A new charge gets a number of its own.
            try await queue.submit()
            let charge = try await queue.charge(try await queue.take())
            #expect(!notes.map(\.charge).contains(charge.id))
        }
    }

    @Test("A free charge that the queue has forgotten counts as an earlier attempt")
    func learnedFree() async throws {
        try await TestQueue.onServer { queue in
            try await queue.submit()
            let claim = try await queue.take()
            let charge = try await queue.charge(claim)
            let note = try #require(await queue.store.paymentNote(ofCharge: charge.id))
            for attempt in 2...3 {
                try await queue.store.learnFree(note)
                let later = try #require(await queue.store.paymentNote(ofCharge: charge.id))
                #expect(later.attempt == attempt)
            }
            #expect(try await queue.charges(claim.job.id) == [.free, .free, .started])
            let usage = try await queue.store.usage(cap: .ten, now: queue.now)
            #expect(usage[.anna]?.usedToday == 1)
        }
    }

    @Test(
        "What a worker learned in the meantime is not learned again, at the cost of its own charge")
    func learnedMeanwhile() async throws {
        try await TestQueue.onServer { queue in
            let id = try await queue.submit()
            try await queue.run(to: .waits(.retry, due: queue.now, countsAttempt: false), .free)
            let note = try #require(await queue.store.unwrittenPayments(limit: 1).first)
            _ = try queue.link().command("DELETE FROM charge")
            try await queue.charge(queue.take())
            try await queue.store.demandReconciling()
            // Between the look into the store and this, the worker has met the object of the forgotten one.
            try await queue.store.learnFree(note)
            #expect(try await queue.store.learn([note]) == Reconciliation())
            #expect(try await queue.charges(id) == [.free, .started])
        }
    }

    @Test("Workers that learn of forgotten charges at once do not hinder each other")
    func learnedFreeAtOnce() async throws {
        try await TestQueue.onServer { queue in
            var notes: [PaymentNote] = []
            for person in 0..<8 {
                try await queue.submit(.known("person-\(person)"))
                let charge = try await queue.charge(queue.take())
                notes.append(
                    try #require(await queue.store.paymentNote(ofCharge: charge.id)))
            }
            let stores = try notes.map { _ in try queue.another().store }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (store, note) in zip(stores, notes) {
                    group.addTask { try await store.learnFree(note) }
                }
                try await group.waitForAll()
            }
            for note in notes { #expect(try await queue.charges(note.job) == [.free, .started]) }
            for store in stores { try store.close() }
        }
    }

    @Test("The first program names the store of the files, and another one is refused")
    func agreed() async throws {
        try await TestQueue.onServer { queue in
            let stores = try (0..<4).map { _ in try queue.another().store }
            let refused = await withTaskGroup(of: JobQueueError?.self) { group in
                for (number, store) in stores.enumerated() {
                    group.addTask {
                        do throws(JobQueueError) {
                            try await store.agree(onStore: "s3://bucket/\(number)")
                            return nil
                        } catch {
                            return error
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(refused.count { $0 == nil } == 1)
            let named: String? = try queue.link().run("SELECT store FROM meta").rows.first?[0]
            let agreed = try #require(named)
            try await queue.store.agree(onStore: agreed)
            let other = JobQueueError.otherStore(
                place: try #require(queue.place).name, agreed: agreed, named: "s3://other")
            await #expect(throws: other) { try await queue.store.agree(onStore: "s3://other") }
            for store in stores { try store.close() }
        }
    }

    @Test("The time is the server's, whatever this machine's clock says")
    func clock() async throws {
        let time = ManualTime()
        let clock = ServerClock(time.passing)
        let far = Date(timeIntervalSince1970: 4_000_000_000)
        clock.set(far.milliseconds)
        time.passing.block(.seconds(60))
        #expect(clock.now == far + 60)
        // It goes back if the server's does.
        clock.set(TestQueue.now.milliseconds)
        #expect(clock.now == TestQueue.now)
        try await TestQueue.onServer { queue in
            let told = try #require(queue.store.clock)
            let server: Int64? = try queue.link().run(
                "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
            ).rows.first?[0]
            #expect(abs(told().timeIntervalSince(Date(milliseconds: try #require(server)))) < 30)
        }
    }
}
