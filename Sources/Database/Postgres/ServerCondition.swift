package import Foundation

/// What an operator should know of a queue's server.
package struct ServerCondition: Sendable, Equatable {
    /// The server and the database.
    package var name: String
    /// Its version.
    package var version: String
    /// Its time, to be compared with the machine's.
    package var time: Date
    /// The standbys that follow it at once, and those that may be behind.
    package var synchronousStandbys: Int
    /// Standbys that may not have the last jobs when the server is lost.
    package var asynchronousStandbys: Int
    /// Whether the user of the queue may not see how standbys and other users' transactions are.
    package var hidesOthers: Bool
    /// Seconds that the oldest open transaction of any program has lasted: until it ends, no room of old rows is used again.
    package var oldestTransaction: Int
    /// Which one it is: its process, its user and its program; `nil` if the user of the queue may not see that.
    package var oldestName: String?
    /// The tables and sequences that the user of the queue may not write.
    package var forbidden: [String]
    /// Whether the queue knows what was paid.
    package var isReconciled = true
    /// Charges whose outcome the store of payments does not have yet.
    package var unwrittenPayments = 0
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
                    CAST((SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0)
                        FROM pg_stat_activity WHERE pid <> pg_backend_pid()
                            AND backend_type = 'client backend') AS bigint) AS oldest,
                    (SELECT concat_ws(', ', 'process ' || pid, usename, nullif(application_name, ''))
                        FROM pg_stat_activity WHERE pid <> pg_backend_pid()
                            AND backend_type = 'client backend' AND xact_start IS NOT NULL
                        ORDER BY xact_start LIMIT 1) AS oldest_name,
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
                oldestTransaction: row?["oldest"] ?? 0, oldestName: row?["oldest_name"],
                forbidden: forbidden)
        }
    }

    /// Seconds since the oldest transaction began whose view of the tables keeps old rows; of other users it is seen only by a
    /// user who may read all of them.
    package func oldestSnapshot() async throws(JobQueueError) -> Int {
        try await read { tx in
            try tx.value(
                """
                SELECT CAST(coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0) AS bigint)
                FROM pg_stat_activity
                WHERE pid <> pg_backend_pid() AND backend_xmin IS NOT NULL
                """) ?? 0
        }
    }
}
