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
    /// - Parameter seq: Only rows before this place, also if the row that had it is gone; `nil` for all.
    func rows(
        _ table: String, of person: Person, before seq: Int64?, limit: Int
    ) throws -> [QueueRow] {
        try rows(
            """
            SELECT * FROM \(table) WHERE space = ? AND person = ? \(seq == nil ? "" : "AND seq < ?")
            ORDER BY seq DESC LIMIT ?
            """, person.arguments + (seq.map { [$0] } ?? []) + [limit])
    }
}

/// Where a row stands among those of its table.
///
/// Two are always equal: values are compared without it.
package struct RowPlace: Sendable, Equatable {
    /// The row's number; `nil` for what has no row yet.
    package internal(set) var seq: Int64?
    /// The time, in milliseconds since 1970 as it is stored, where rows are in the order of times first.
    package internal(set) var time: Int64?

    package static func == (left: RowPlace, right: RowPlace) -> Bool { true }
}
