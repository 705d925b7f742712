import Dispatch
import TestSupport
import Testing

@testable import JobQueue

/// A server whose commits wait for a standby that does not exist.
///
/// One test after another: each ends the commits that it finds waiting.
@Suite(
    .needsPostgres, .serialized,
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
        let place = try #require(PostgresServer.current).place
        let lane = try Lane(to: place)
        let process = try #require(await lane.begin(cut + "_table"))
        async let ending = lane.commit()
        let operatorsLink = try PostgresLink(to: place)
        let isWaiting = "SELECT 1 FROM pg_stat_activity WHERE pid = ? AND wait_event = 'SyncRep'"
        while try operatorsLink.run(isWaiting, [process]).rows.isEmpty { await Task.yield() }
        _ = try operatorsLink.run("SELECT \(cut)(CAST(? AS int))", [process])

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
            CREATE TABLE one (one int)
            """)
        let isOver = Flag()
        async let failure: (any Error)? = withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                defer { isOver.raise() }
                do {
                    _ = try lane.write { _ in
                    } body: { tx in
                        try tx.run("INSERT INTO one VALUES (1)")
                    }
                    continuation.resume(returning: nil)
                } catch {
                    continuation.resume(returning: error)
                }
            }
        }
        // The write is cut off, and each question for it.
        var cuts = 0
        while !isOver.isRaised {
            let waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
            for row in try operatorsLink.run(waiting).rows {
                _ = try operatorsLink.run(
                    "SELECT pg_terminate_backend(CAST(? AS int), 5000)", [row.values[0]])
                cuts += 1
            }
            await Task.yield()
        }
        #expect(cuts > 1)
        #expect(await failure as? PostgresFailure == .outcomeUnknown)
        #expect(try operatorsLink.run("SELECT one FROM one").rows.count == 1)
        lane.close()
    }
}
