import Dispatch
import TestSupport
import Testing

@testable import Database
@testable import JobQueue

/// A server whose commits wait for a standby that does not exist.
///
/// One test after another: each ends the commits that it finds waiting.
@Suite(
    .timeLimit(.minutes(10)),
    .needsPostgres, .serialized, .timeLimit(.minutes(10)),
    .postgresServer("synchronous_standby_names=nobody"))
struct PostgresCommitTests {
    /// A link on a thread of its own, since its commit blocks.
    private actor Lane {
        private let link: PostgresLink
        private let executor = BlockingExecutor(label: "postgres.tests")

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            // Unowned is safe: the lane holds the executor as long as it lives.
            unsafe executor.asUnownedSerialExecutor()
        }

        init(to place: String) throws { link = try PostgresLink(to: place) }

        /// Writes into a table, without committing; returns the id of the server's process.
        func begin(_ table: String) throws -> SQLValue? {
            _ = try link.command(
                """
                SET synchronous_commit = local; CREATE TABLE \(table) (one int);
                SET synchronous_commit = on; BEGIN; INSERT INTO \(table) VALUES (1)
                """)
            return try link.run("SELECT pg_backend_pid()").rows.first?.values.first
        }

        /// Commits; returns why that failed.
        func commit() -> PostgresFailure? {
            do {
                try link.commit()
                return nil
            } catch {
                return error
            }
        }

        func ask() throws { _ = try link.run("SELECT 1") }
    }

    @Test(
        "A commit that is cut off while it waits for a standby is neither a success nor a failure",
        arguments: ["pg_cancel_backend", "pg_terminate_backend"])
    func cutOff(cut: String) async throws {
        let server = try #require(PostgresServer.current)
        let lane = try Lane(to: server.place)
        guard case .integer(let process) = try await lane.begin(cut + "_table") else {
            Issue.record("the server's process has no id")
            return
        }
        async let ending = lane.commit()
        let operatorsLink = try PostgresLink(to: server.place)
        try await PostgresClient(url: server.url).wait(
            for: """
                SELECT count(*) > 0 FROM pg_stat_activity
                WHERE pid = \(process) AND wait_event = 'SyncRep'
                """)
        _ = try operatorsLink.run("SELECT \(cut)(CAST(? AS int))", [.integer(process)])

        let failure = await ending
        #expect(failure == .outcomeUnknown)
        // It was committed all the same.
        #expect(try operatorsLink.run("SELECT one FROM \(cut)_table").rows.count == 1)
        await #expect(throws: PostgresFailure.lost) { try await lane.ask() }
    }

    @Test("A write that only the server itself has is not taken for one that lasts")
    func onlyHere() async throws {
        let server = try #require(PostgresServer.current)
        let operatorsLink = try PostgresLink(to: server.place)
        let lane = PostgresLane(
            try PostgresPlace(url: server.url), label: "postgres.tests",
            patience: .seconds(2))
        _ = try operatorsLink.command(
            """
            SET synchronous_commit = local;
            CREATE TABLE meta (format int, incarnation text); INSERT INTO meta VALUES (1, '');
            CREATE TABLE latest_write (client text PRIMARY KEY, mark text, at timestamptz);
            CREATE TABLE one (one int); CREATE TABLE cut (pid int); CREATE TABLE over (one int)
            """)
        // The write is cut off, and each question for it.
        async let cutting = PostgresClient(url: server.url).run(
            """
            SET synchronous_commit = local;
            DO $cut$ DECLARE waiting int; BEGIN
                WHILE NOT EXISTS (SELECT 1 FROM over) LOOP
                    FOR waiting IN SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' LOOP
                        IF pg_terminate_backend(waiting, 5000) THEN
                            INSERT INTO cut VALUES (waiting);
                        END IF;
                    END LOOP;
                    COMMIT;
                    PERFORM pg_sleep(0.01);
                END LOOP;
            END $cut$
            """)
        let failure: (any Error)? = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                do {
                    _ = try lane.write(upTo: nil) { tx in
                        try tx.run("INSERT INTO one VALUES (1)")
                    }
                    continuation.resume(returning: nil)
                } catch {
                    continuation.resume(returning: error)
                }
            }
        }
        _ = try operatorsLink.command("INSERT INTO over VALUES (1)")
        _ = try await cutting
        let cuts: Int64? = try operatorsLink.run("SELECT count(*) FROM cut").rows.first?[0]
        // With pauses that double from a tenth of a second on; without them there would be hundreds.
        #expect((3...8).contains(cuts ?? 0), "\(String(describing: cuts))")
        #expect(failure as? PostgresFailure == .outcomeUnknown)
        #expect(try operatorsLink.run("SELECT one FROM one").rows.count == 1)
        lane.close()
    }
}
