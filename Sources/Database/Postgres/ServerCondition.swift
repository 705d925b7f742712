package import Foundation

/// What an operator should know of a queue's server.
package struct ServerCondition: Sendable, Equatable {
    /// The server and the database.
    package var name: String
    /// Its version.
    package var version: String
    /// Its time, to be compared with the machine's.
    package var time: Date
    /// Standbys for which commits wait.
    package var synchronousStandbys: Int
    /// Standbys that may not have the last jobs when the server is lost.
    package var asynchronousStandbys: Int
    /// Whether the queue's user cannot see the state of standbys and the transactions of other users.
    package var hidesOthers: Bool
    /// The oldest transaction of another session that keeps dead rows.
    package var oldestTransaction: OldestTransaction
    /// The tables and sequences that the user of the queue may not write.
    package var forbidden: [String]
    /// Whether the queue knows what was paid.
    package var isReconciled = true
    /// Charges whose outcome the store of payments does not have yet.
    package var unwrittenPayments = 0
}

/// The oldest transaction of another session that keeps dead rows: until it ends, their space is not reused.
///
/// Transactions of other users are visible only to a member of `pg_read_all_stats`.
package struct OldestTransaction: Sendable, Equatable {
    /// Seconds since it began; 0 if there is no such transaction.
    package let seconds: Int
    /// Its process, user and program, as shown to an operator.
    package let name: String
    /// Its `application_name`: at most 63 printable characters.
    package let application: String

    package init(seconds: Int = 0, name: String = "", application: String = "") {
        self.seconds = seconds
        self.name = name
        self.application = application
    }
}

extension PostgresEngine {
    /// How the server is, as far as the engine knows.
    package func condition() async throws(JobQueueError) -> ServerCondition {
        try await read { [self] tx in
            let row = try tx.row(
                """
                SELECT current_setting('server_version') AS version,
                    (SELECT count(*) FROM pg_stat_replication
                        WHERE sync_state IN ('sync', 'quorum')) AS synchronous,
                    (SELECT count(*) FROM pg_stat_replication
                        WHERE sync_state NOT IN ('sync', 'quorum')) AS asynchronous,
                    NOT pg_has_role('pg_read_all_stats', 'USAGE') AS hidden
                """)
            let forbidden: [String] = try tx.values(
                """
                SELECT CAST(tablename AS text) FROM pg_tables WHERE schemaname = current_schema()
                    AND NOT has_table_privilege(
                        quote_ident(schemaname) || '.' || quote_ident(tablename), 'INSERT')
                UNION ALL
                SELECT CAST(sequencename AS text) FROM pg_sequences
                WHERE schemaname = current_schema()
                    AND NOT has_sequence_privilege(
                        quote_ident(schemaname) || '.' || quote_ident(sequencename), 'UPDATE')
                ORDER BY 1
                """)
            return ServerCondition(
                name: name, version: row?["version"] ?? "", time: now,
                synchronousStandbys: row?["synchronous"] ?? 0,
                asynchronousStandbys: row?["asynchronous"] ?? 0,
                hidesOthers: row?["hidden"] ?? false,
                oldestTransaction: try Self.oldestTransaction(tx), forbidden: forbidden)
        }
    }

    /// The oldest transaction of another session that keeps dead rows.
    package func oldestTransaction() async throws(JobQueueError) -> OldestTransaction {
        try await read(Self.oldestTransaction)
    }

    private static func oldestTransaction(
        _ tx: any QueueTransaction
    ) throws -> OldestTransaction {
        let row = try tx.row(
            """
            SELECT CAST(extract(epoch FROM clock_timestamp() - xact_start) AS bigint) AS seconds,
                concat_ws(', ', 'process ' || pid, usename, nullif(application_name, '')) AS name,
                coalesce(application_name, '') AS application
            FROM pg_stat_activity
            WHERE pid <> pg_backend_pid() AND xact_start IS NOT NULL
                AND (backend_xmin IS NOT NULL OR backend_xid IS NOT NULL)
            ORDER BY xact_start LIMIT 1
            """)
        guard let row else { return OldestTransaction() }
        return OldestTransaction(
            seconds: try row.required("seconds"), name: try row.required("name"),
            application: try row.required("application"))
    }
}
