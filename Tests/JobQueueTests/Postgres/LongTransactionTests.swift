import Foundation
import TestSupport
import Testing

@testable import Database
@testable import JobQueue

/// What statements read while another session's transaction keeps the rows of all jobs that were claimed since.
///
/// It starts a separate server: this one counts blocks, and a long transaction would disturb other suites.
@Suite(
    .serialized, .timeLimit(.minutes(10)), .needsPostgres,
    .postgresServer("shared_preload_libraries=pg_stat_statements", "autovacuum=off"))
struct LongTransactionTests {
    /// As many as a statement of a job's life may read.
    private static let mostBlocks = 60

    private func with(_ body: (TestQueue, PostgresLink) async throws -> Void) async throws {
        let place = try PostgresPlace(url: #require(PostgresServer.current).url)
        #expect(try JobStore.migrate(place))
        try await withTemporaryFolder { folder in
            let queue = try TestQueue(place, folder: folder, schema: "public")
            try await queue.store.keepLimits(orElse: .ten)
            let link = try queue.link()
            _ = try link.command("CREATE EXTENSION pg_stat_statements")
            try await body(queue, link)
            try queue.store.close()
            _ = try link.command("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        }
    }

    /// When the planner last looked at the queue.
    enum Analyzed: String, CaseIterable, CustomTestStringConvertible {
        case whileJobsWait = "while jobs wait"
        case afterTheirEnd = "after their end"

        var testDescription: String { rawValue }
    }

    /// Submits jobs and ends them, in two spaces: their rows fill more blocks than their entries in an index.
    private static func pass(_ link: PostgresLink, _ analyzed: Analyzed) throws {
        for (first, space) in [(1, ""), (1001, "app")] {
            _ = try link.command(
                """
                INSERT INTO job (
                    id, kind, payload, provider, space, person, priority, state, reason, due_at,
                    created_at)
                SELECT number, 'portrait', '{"note":"' || repeat('x', 1000) || '"}', 'gemini',
                    '\(space)', 'anna', 0, 'waiting', 'new', number, number
                FROM generate_series(\(first), \(first + 999)) AS number
                """)
        }
        if analyzed == .whileJobsWait { _ = try link.command("ANALYZE job") }
        _ = try link.command(
            """
            UPDATE job SET state = 'cancelled', reason = 'cancelled', ended_at = 1
            WHERE state = 'waiting'
            """)
        if analyzed == .afterTheirEnd { _ = try link.command("ANALYZE job") }
    }

    /// The statements that read too many blocks since they were asked for last, with how many.
    private static func greedy(_ link: PostgresLink) throws -> [String] {
        let found = try link.run(
            """
            SELECT format('%s: %s', (shared_blks_hit + shared_blks_read) / calls, query)
            FROM pg_stat_statements
            WHERE (shared_blks_hit + shared_blks_read) / calls > \(mostBlocks)
            """
        ).rows.compactMap { $0[0] as String? }
        _ = try link.run("SELECT pg_stat_statements_reset()")
        return found
    }

    private static func expectModest(_ link: PostgresLink, _ what: Comment) throws {
        let greedy = try greedy(link)
        #expect(greedy == [], what)
    }

    @Test(
        "Beside a long transaction no statement of a job's life reads the jobs before it",
        arguments: Analyzed.allCases)
    func blocks(_ analyzed: Analyzed) async throws {
        try await with { queue, link in
            // The first statements of a connection read what the server knows of tables and triggers.
            for person in [.anna, .annaOfApp] as [Person] {
                try await queue.submit(person)
                try await queue.run(to: .done)
            }
            let reader = try queue.link()
            _ = try reader.command("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1 FROM job")
            try Self.pass(link, analyzed)
            await queue.store.keepLookout(from: queue.now)
            _ = try Self.greedy(link)

            // Each provider has one look at all of its jobs: there is something to pass.
            let free = try await queue.claim(providers: [], freeProvider: "local")
            #expect(free == .idle(nextDue: nil))
            try Self.expectModest(link, "the first look at free jobs")
            #expect(try await queue.claim().claim == nil)
            #expect(try !Self.greedy(link).isEmpty)

            let soon = queue.now + 1
            #expect(try await queue.claim(at: soon) == .idle(nextDue: queue.now + 60))
            try Self.expectModest(link, "nothing is due")

            try await queue.submit()
            try await queue.run(to: .done, at: soon)
            try Self.expectModest(link, "a job's life")

            let spent = try await queue.submit(.annaOfApp)
            _ = try link.run(
                "INSERT INTO spent (provider, space, opens_at) VALUES ('gemini', 'app', ?)",
                [.integer((queue.now + 3600).milliseconds)])
            #expect(try await queue.claim(at: soon) == .idle(nextDue: queue.now + 60))
            #expect(try await queue.job(spent).waitReason == .budget)
            try Self.expectModest(link, "a space without money")

            try await queue.store.setLimits(
                DailyCap(charges: 0, timeZone: TestQueue.utc), now: queue.now)
            let held = try await queue.submit(.known("held"))
            await queue.store.passLimits()
            #expect(try await queue.claim(at: soon) == .idle(nextDue: queue.now + 60))
            #expect(try await queue.job(held).waitReason == .dailyCap)
            try Self.expectModest(link, "persons at the cap")
            _ = try reader.command("COMMIT")
        }
    }

    /// What a worker does again and again: writes, each with its mark, and progress.
    private static func write(
        _ numbers: Range<Int>, _ proof: any ProofOfLife, _ queue: TestQueue
    ) async throws {
        for number in numbers {
            _ = try await queue.store.write { tx in
                try tx.run("INSERT INTO removal (photo) VALUES (?)", ["photo \(number)"])
            }
            try proof.publish(text: "\(number) \(String(repeating: "x", count: 500))")
        }
        // After all that was published.
        #expect(try queue.store.presence.living() == [proof.id])
    }

    @Test("Beside a long transaction no statement passes all that a worker did before")
    func again() async throws {
        try await with { queue, link in
            let store = queue.store
            try await queue.submit()
            try await queue.run(to: .done)
            let proof = try store.presence.begin(.fresh())
            let reader = try queue.link()
            let name = "an \"analyst\""
            _ = try reader.run("SELECT set_config('application_name', ?, false)", [.text(name)])
            _ = try reader.command("SET idle_in_transaction_session_timeout = 0")
            _ = try reader.command("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1 FROM job")
            let held = Set((1...64).compactMap { JobID(rawValue: $0) })
            _ = try link.command(
                """
                INSERT INTO job (
                    id, kind, payload, provider, space, person, priority, state, reason, due_at,
                    created_at)
                SELECT number, 'portrait', '{}', 'gemini', '', 'anna', 0, 'waiting', 'new', number,
                    number
                FROM generate_series(1, \(held.count)) AS number;
                UPDATE job SET state = 'running', phase = 'preparing', token = 'token',
                    owner = '\(proof.id.rawValue)'
                WHERE state = 'waiting';
                UPDATE job SET phase = 'uploading' WHERE state = 'running';
                INSERT INTO charge (
                    job, kind, space, day, provider, model, state, started_at, line)
                SELECT number, 'portrait', '', '2026-11-21', 'gemini', 'model', 'started', 1,
                    nextval('charge_line')
                FROM generate_series(1, 1000) AS number;
                UPDATE charge SET state = 'paid', settled_at = 1, line = nextval('charge_line')
                WHERE state = 'started';
                UPDATE charge SET journaled = TRUE
                """)
            let line = try await store.latestLine()
            try await Self.write(0..<6000, proof, queue)
            _ = try Self.greedy(link)

            try await Self.write(6000..<6010, proof, queue)
            try Self.expectModest(link, "writes and progress")
            #expect(try await store.cancelRequests(for: proof.id, among: held) == [])
            try Self.expectModest(link, "what is to be cancelled")
            #expect(try await store.unwrittenPayment(ofCharge: 1) == [])
            #expect(try await store.unwrittenPayments(since: line, limit: 10) == [])
            try Self.expectModest(link, "payments")
            let oldest = try #require(await store.oldestTransaction())
            #expect(oldest.application == name)
            #expect(oldest.name.hasSuffix(name))
            proof.retire()
            _ = try reader.command("COMMIT")
        }
    }
}

extension JobStore {
    /// Lets claims pass persons at the cap, as beside very many of them.
    fileprivate func passLimits() { isCrowded = true }
}
