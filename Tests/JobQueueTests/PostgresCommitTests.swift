import TestSupport
import Testing

@testable import JobQueue

/// A server whose commits wait for a standby that does not exist.
@Suite(
    .needsPostgres,
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
}
