import JobQueue

extension QueueTransaction {
    /// A person's row of a table; `nil` if there is none, also if it is another's.
    func row(_ table: String, _ id: String, of person: Person) throws -> QueueRow? {
        try row(
            "SELECT * FROM \(table) WHERE id = ? AND space = ? AND person = ?",
            [id] + person.arguments)
    }

    /// A person's rows of a table that numbers its rows, the newest first.
    ///
    /// - Parameter id: Only rows before this one; `nil` for all.
    func rows(
        _ table: String, of person: Person, before id: String?, limit: Int
    ) throws -> [QueueRow] {
        let isBefore = """
            AND seq < (SELECT seq FROM \(table) WHERE id = ?3 AND space = ?1 AND person = ?2)
            """
        return try rows(
            """
            SELECT * FROM \(table) WHERE space = ?1 AND person = ?2 \(id == nil ? "" : isBefore)
            ORDER BY seq DESC LIMIT ?
            """, person.arguments + (id.map { [$0] } ?? []) + [limit])
    }
}
