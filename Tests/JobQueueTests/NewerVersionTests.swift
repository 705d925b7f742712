import GRDB
import Testing

@testable import Database
@testable import JobQueue

/// Two versions of the program on one queue: the older one was at work when the newer one came.
@Suite(.timeLimit(.minutes(10)))
struct NewerVersionTests {
    @Test func `nothing is begun any more, and what was begun is told`() async throws {
        try await TestQueue.inFile { queue in
            try await queue.submit()
            try await queue.submit()
            let sent = try await queue.take()
            let charge = try await queue.charge(sent)
            let taken = try await queue.take()
            try queue.sql { db in
                try db.execute(sql: "PRAGMA user_version = \(Schema.current.format + 1)")
            }

            let newer = JobQueueError.newerVersion(
                path: queue.path, found: Schema.current.format + 1,
                known: Schema.current.format)
            await #expect(throws: newer) { try await queue.claim() }
            await #expect(throws: newer) { try await queue.submit() }
            await #expect(throws: newer) { try await queue.startCharge(taken) }
            let paid = Settlement(
                job: .succeeded(outcome: "{}", result: SavedResult.sample),
                charge: ChargeEnd(id: charge.id, state: .paid))
            #expect(try await queue.store.settle(sent, paid, now: queue.now) == paid.job)
            #expect(try await queue.job(sent.job.id).state == .succeeded)
            #expect(try await queue.charges(sent.job.id) == [.paid])
            #expect(try await queue.job(taken.job.id).phase == .preparing)
        }
    }

    @Test func `an older one that is asked about the file names what it does not know`()
        async throws
    {
        try await TestQueue.inFile { queue in
            try queue.sql { db in
                try db.execute(
                    sql: """
                        CREATE TABLE newer (id INTEGER) STRICT;
                        PRAGMA user_version = \(Schema.current.format + 1)
                        """)
            }
            let problems = try await queue.store.files().integrityProblems()
            #expect(problems == ["no queue has the table newer"])
        }
    }
}
