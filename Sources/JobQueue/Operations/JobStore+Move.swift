import CrashPoints

/// What was moved from a queue in a file to a server.
public struct MovedRows: Sendable, Equatable {
    /// The jobs.
    public var jobs = 0
    /// The charges.
    public var charges = 0
}

extension JobStore {
    /// Copies all rows of a queue in a file to this one on a server, which must have none; in one transaction, as of one moment.
    ///
    /// - Returns: What was moved; the same if an earlier call has moved it already.
    public func take(_ move: QueueMove) throws(JobQueueError) -> MovedRows {
        let source = try move.file.files()
        let salt = try move.file.ledgerHeader()?.salt
        try move.noteCommit()
        let moved = try write { tx in
            try source.readNow { file in
                let rows = MovedRows(
                    jobs: try file.count("job"), charges: try file.count("charge"))
                if try Self.has(file, tx) { return rows }
                let tables: [String] = try file.values(
                    """
                    SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'
                    ORDER BY name
                    """)
                for table in tables where !Self.replaced.contains(table) {
                    guard try !tx.has(table) else { throw JobQueueError.notEmpty }
                }
                // Before the spaces: a job of a space that is there would borrow its photo automatically.
                for table in ["job"] + tables.filter({ $0 != "job" }) {
                    // What a worker has noted, or the copies of other tables have caused.
                    try tx.run("DELETE FROM \(table)")
                    try file.forEachRow("SELECT * FROM \(table)") { try tx.insert($0, into: table) }
                }
                try Self.compare(tables, file, tx)
                try Self.continueNumbers(tx)
                // The marks of forgotten persons were made with it.
                if let salt { try tx.run("UPDATE meta SET salt = ?", [salt]) }
                return rows
            }
        }
        CrashPoint.reach(.moveCommitted)
        return moved
    }

    /// Whether a queue has the newest job and the newest charge of another one, which then was moved before.
    private static func has(
        _ file: SQLiteTransaction, _ tx: any QueueTransaction
    ) throws -> Bool {
        var isAny = false
        for (table, columns) in [
            ("job", "id, kind, space, person, input, created_at"),
            ("charge", "id, job, kind, day, provider, model, started_at"),
        ] {
            let newest = try file.row(
                "SELECT \(columns) FROM \(table) ORDER BY id DESC LIMIT 1")
            guard let newest else { continue }
            isAny = true
            let id: Int64 = try newest.required("id")
            let found = try tx.row("SELECT \(columns) FROM \(table) WHERE id = ?", [id])
            guard found?.values == newest.values else { return false }
        }
        return isAny
    }

    /// Throws unless every table has as many rows as in the file: a trigger may have added some or removed some.
    private static func compare(
        _ tables: [String], _ file: SQLiteTransaction, _ tx: any QueueTransaction
    ) throws {
        for table in tables {
            let (wanted, found) = (try file.count(table), try tx.count(table))
            guard found == wanted else {
                throw JobQueueError.refused(
                    detail: "the copy of the table \(table) has \(found) rows instead of \(wanted)")
            }
        }
    }

    /// Lets the server's own numbers go on behind those that were copied.
    private static func continueNumbers(_ tx: any QueueTransaction) throws {
        let columns = try tx.rows(
            """
            SELECT CAST(table_name AS text) AS name, CAST(column_name AS text) AS number
            FROM information_schema.columns
            WHERE table_schema = current_schema() AND is_identity = 'YES' AND table_name <> 'worker'
            """)
        for row in columns {
            let table: String = try row.required("name")
            let number: String = try row.required("number")
            try tx.rows(
                """
                SELECT setval(pg_get_serial_sequence('\(table)', '\(number)'), max(\(number)))
                FROM \(table) HAVING max(\(number)) > 0
                """)
        }
        try tx.rows("SELECT setval('charge_line', max(line)) FROM charge HAVING max(line) > 0")
    }

    /// What a worker, or the copy itself, may have written into a queue without jobs.
    private static let replaced: Set<String> = ["cap", "gate", "model", "loan"]
}
