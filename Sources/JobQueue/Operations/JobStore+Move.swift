/// What was moved from a queue in a file to a server.
public struct MovedRows: Sendable, Equatable {
    /// The jobs.
    public var jobs = 0
    /// The charges.
    public var charges = 0
}

extension JobStore {
    /// Copies all rows of a queue in a file to one on a server, which must have none; in one transaction.
    ///
    /// The file must not change meanwhile: no worker lives, and no job runs.
    ///
    /// - Parameter locator: Where a result is from now on.
    /// - Returns: What was moved; the same if an earlier call has moved it already.
    public func take(
        from file: JobStore, locator: (String) -> String
    ) async throws(JobQueueError) -> MovedRows {
        guard let source = file.engine as? SQLiteEngine, isShared else { throw .ofFilesOnly }
        let salt = try file.journal.header()?.salt
        let tables: [String] = try await file.read { tx in
            try tx.values(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        }
        let wanted = try await file.read(Extent.init)
        return try write { tx in
            let found = try Extent(tx)
            if found == wanted, found != Extent() { return found.rows }
            for table in tables where !Self.replaced.contains(table) {
                let isThere = try tx.value("SELECT EXISTS (SELECT 1 FROM \(table))") ?? false
                guard !isThere else { throw JobQueueError.notEmpty }
            }
            // Before the spaces: a job of a space that is there would borrow its photo by itself.
            for table in ["job"] + tables.filter({ $0 != "job" }) {
                if Self.replaced.contains(table) { try tx.run("DELETE FROM \(table)") }
                try Self.copy(table, from: source, locator, tx)
            }
            try Self.continueNumbers(tx)
            // The marks of forgotten persons were made with it.
            if let salt { try tx.run("UPDATE meta SET salt = ?", [salt]) }
            return wanted.rows
        }
    }

    /// By what a queue is told from another one: no two give the same number to a job.
    private struct Extent: Sendable, Equatable {
        var rows = MovedRows()
        var newestJob: Int64 = 0
        var newestCharged: Int64 = 0

        init() {}

        init(_ tx: any QueueTransaction) throws {
            rows.jobs = try tx.value("SELECT count(*) FROM job") ?? 0
            rows.charges = try tx.value("SELECT count(*) FROM charge") ?? 0
            newestJob = try tx.value("SELECT max(id) FROM job") ?? 0
            newestCharged = try tx.value("SELECT max(job) FROM charge") ?? 0
        }
    }

    private static func copy(
        _ table: String, from source: SQLiteEngine, _ locator: (String) -> String,
        _ tx: any QueueTransaction
    ) throws {
        var offset = 0
        while true {
            let rows = try source.readNow { file in
                try file.rows("SELECT * FROM \(table) LIMIT ? OFFSET ?", [rowsAtOnce, offset])
            }
            guard let columns = rows.first?.columns else { return }
            let insert = """
                INSERT INTO \(table) (\(columns.joined(separator: ", ")))
                VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
                """
            let result = table == "job" ? columns.firstIndex(of: "result") : nil
            for row in rows {
                var values = row.values
                if let result, case .text(let old) = values[result] {
                    values[result] = .text(locator(old))
                }
                try tx.run(insert, values.map { $0 })
            }
            offset += rows.count
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

    private static let rowsAtOnce = 1000
    /// What a worker, or the copy itself, may have written into a queue without jobs.
    private static let replaced: Set<String> = ["cap", "gate", "model", "loan"]
}
