import GRDB

/// What is in a file, compared with what this program writes into one.
extension SQLiteEngine {
    /// Throws unless the file is whole, and has what a queue of its format has and nothing else.
    package func checkContent() throws(JobQueueError) {
        let problem = try alone { [schema] queue in try Self.problems(queue.db, schema).first }
        if let problem { throw .corrupt(path: path, detail: problem) }
    }

    /// What is wrong with a file; empty if it is sound.
    static func problems(_ db: Database, _ schema: Schema) throws -> [String] {
        // In this order: a check of all rows runs conditions of the file.
        let differences = try schema.differences(in: db)
        guard differences.isEmpty else { return differences }
        let damage = try damage(db)
        return try damage.isEmpty ? schema.strangers(SQLiteTransaction(db)) : damage
    }

    /// What SQLite's own check finds.
    static func damage(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
    }
}

extension Schema {
    /// In what a file describes other tables, indexes, triggers and views than a fresh queue of the same format.
    func differences(in db: Database) throws -> [String] {
        let format = try Self.version(of: db)
        let fresh = try DatabaseQueue()
        let expected = try fresh.inDatabase { db in
            for step in steps(upTo: format) { try db.execute(sql: step.sqlite) }
            return try Self.objects(db)
        }
        let found = try Self.objects(db)
        return Set(expected.keys).union(found.keys).sorted().compactMap { name in
            guard expected[name] != found[name] else { return nil }
            let words = "the \(name.cleaned(atMost: 80))"
            if found[name] == nil { return "\(words) is missing" }
            return expected[name] == nil ? "no queue has \(words)" : "\(words) was changed"
        }
    }

    /// What a file describes, by kind and name.
    private static func objects(_ db: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT ifnull(type, '') || ' ' || ifnull(name, '') AS name,
                    ifnull(tbl_name, '') || ' ' || ifnull(sql, '') AS form
                FROM sqlite_schema
                """)
        var objects: [String: String] = [:]
        for row in rows {
            let name: String = row["name"]
            let form: String = row["form"]
            objects[name] = form
        }
        return objects
    }
}
