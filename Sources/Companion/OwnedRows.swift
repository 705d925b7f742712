import Ground
import JobQueue

// Rows about a person's days are read only by these functions. They skip a damaged row, so that a page or a list with such a
// row still has all others.

extension QueueTransaction {
    /// The value of a person's row of a table; `nil` if the person has no such row, or it is damaged.
    func readable<Value>(
        _ table: String, _ id: String, of person: Person, _ read: (QueueRow) throws -> Value
    ) throws -> Value? {
        try readable(
            "SELECT * FROM \(table) WHERE id = ? AND space = ? AND person = ?",
            [id] + person.arguments, read)
    }

    /// The value of a statement's only row; `nil` if there is no row, or it is damaged.
    func readable<Value>(
        _ sql: String, _ arguments: [(any SQLConvertible)?], _ read: (QueueRow) throws -> Value
    ) throws -> Value? {
        try row(sql, arguments).readable(read)
    }

    /// The values of a person's rows in a table that numbers its rows, the newest first, without damaged rows.
    ///
    /// - Parameter seq: Only rows before this number, which may be that of a removed row; `nil` for all.
    func readable<Value>(
        _ table: String, of person: Person, before seq: Int64?, limit: Int,
        _ read: (QueueRow) throws -> Value
    ) throws -> [Value] {
        try readable(
            """
            SELECT * FROM \(table) WHERE space = ? AND person = ? \(seq == nil ? "" : "AND seq < ?")
            ORDER BY seq DESC LIMIT ?
            """, person.arguments + (seq.map { [$0] } ?? []), limit: limit, read)
    }

    /// The values of a statement's rows, without damaged rows; its last argument is `limit`.
    ///
    /// Damaged rows do not count for `limit`: fewer values mean that there are no more rows.
    func readable<Value>(
        _ sql: String, _ arguments: [(any SQLConvertible)?], limit: Int,
        _ read: (QueueRow) throws -> Value
    ) throws -> [Value] {
        try fullPage(limit: limit) { limit in
            try rows(sql, arguments + [limit])
        } read: { row in
            try row.readable(read)
        }
    }
}

extension [QueueRow] {
    /// The values of the rows, without damaged rows.
    func readable<Value>(_ read: (QueueRow) throws -> Value) throws -> [Value] {
        try compactMap { try $0.readable(read) }
    }
}

extension QueueRow {
    /// A day; `nil` if it is damaged.
    func day(_ column: String) -> LocalDay? { (self[column] as String?).flatMap(LocalDay.init) }

    /// The value of the row; `nil` if it is damaged.
    func readable<Value>(_ read: (QueueRow) throws -> Value) throws -> Value? {
        do { return try read(self) } catch is DamagedRow { return nil }
    }
}

extension QueueRow? {
    /// The value of the row; `nil` if there is no row, or it is damaged.
    func readable<Value>(_ read: (QueueRow) throws -> Value) throws -> Value? {
        try flatMap { try $0.readable(read) }
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
