extension QueueTransaction {
    /// Copies all rows of a file's tables into those of the same names on a server, and lets the server's own numbers go on
    /// behind them.
    ///
    /// - Parameters:
    ///   - first: The table that comes before all others.
    ///   - last: The table that comes after them.
    ///   - replaced: The tables whose rows are replaced. If another one has rows, it throws
    ///     ``JobQueueError/notEmpty``.
    package func copyTables(
        from file: SQLiteTransaction, first: String, last: String, replacing replaced: Set<String>
    ) throws {
        let tables: [String] = try file.values(
            """
            SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'
            ORDER BY name
            """)
        for table in tables where !replaced.contains(table) {
            guard try !has(table) else { throw JobQueueError.notEmpty }
        }
        for table in [first] + tables.filter({ ![first, last].contains($0) }) + [last] {
            // What a worker has noted, or the copies of other tables have caused.
            try run("DELETE FROM \(table)")
            try file.forEachRow("SELECT * FROM \(table)") { try insert($0, into: table) }
        }
        for table in tables {
            // A trigger may have added some or removed some.
            let (wanted, found) = (try file.count(table), try count(table))
            guard found == wanted else {
                throw JobQueueError.refused(
                    detail: "the copy of the table \(table) has \(found) rows instead of \(wanted)")
            }
        }
        try continueNumbers()
    }

    private func continueNumbers() throws {
        let columns = try rows(
            """
            SELECT CAST(table_name AS text) AS name, CAST(column_name AS text) AS number
            FROM information_schema.columns
            WHERE table_schema = current_schema() AND is_identity = 'YES' AND table_name <> 'worker'
            """)
        for row in columns {
            let table: String = try row.required("name")
            let number: String = try row.required("number")
            try rows(
                """
                SELECT setval(pg_get_serial_sequence('\(table)', '\(number)'), max(\(number)))
                FROM \(table) HAVING max(\(number)) > 0
                """)
        }
    }
}
