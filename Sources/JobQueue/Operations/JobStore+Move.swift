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
                // Before the spaces: a job of a space that is there would borrow its photo automatically.
                // After the things of persons, whose copies are changes.
                try tx.copyTables(
                    from: file, first: "job", last: "changed", replacing: Self.replaced)
                try tx.rows(
                    "SELECT setval('charge_line', max(line)) FROM charge HAVING max(line) > 0")
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

    /// What a worker, or the copy itself, may have written into a queue without jobs.
    private static let replaced: Set<String> = ["cap", "gate", "model", "loan"]
}
