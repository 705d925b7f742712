import Ground
import JobQueue

// What is kept about a person's days is read by these functions alone. A damaged row is as if it were not there: it takes no
// other along, and no page that would show it among others.

extension QueueTransaction {
    /// What a person's row of a table holds; `nil` if there is none, also if it is another's or damaged.
    func readable<Value>(
        _ table: String, _ id: String, of person: Person, _ read: (QueueRow) throws -> Value
    ) throws -> Value? {
        try readable(
            "SELECT * FROM \(table) WHERE id = ? AND space = ? AND person = ?",
            [id] + person.arguments, read)
    }

    /// What the only row of a statement holds; `nil` if there is none, also if it is damaged.
    func readable<Value>(
        _ sql: String, _ arguments: [(any SQLConvertible)?], _ read: (QueueRow) throws -> Value
    ) throws -> Value? {
        try row(sql, arguments).readable(read)
    }

    /// What a person's rows of a table that numbers its rows hold, the newest first, without those that are damaged.
    ///
    /// - Parameter seq: Only rows before this place, also if the row that had it is gone; `nil` for all.
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

    /// What a statement's rows hold, without those that are damaged; its last argument is `limit`.
    ///
    /// A page has as many as if the damaged ones were not there, so that the next one begins where it ends.
    func readable<Value>(
        _ sql: String, _ arguments: [(any SQLConvertible)?], limit: Int,
        _ read: (QueueRow) throws -> Value
    ) throws -> [Value] {
        var damaged = 0
        while true {
            let rows = try rows(sql, arguments + [limit + damaged])
            let values = try rows.readable(read)
            let isLast = rows.count < limit + damaged
            if isLast || values.count == limit { return values }
            damaged = rows.count - values.count
        }
    }
}

extension [QueueRow] {
    /// What the rows hold, without those that are damaged: one takes no other along.
    func readable<Value>(_ read: (QueueRow) throws -> Value) throws -> [Value] {
        try compactMap { try $0.readable(read) }
    }
}

extension QueueRow {
    /// A day; `nil` if it is damaged.
    func day(_ column: String) -> LocalDay? { (self[column] as String?).flatMap(LocalDay.init) }

    /// What the row holds; `nil` if it is damaged, as if it were not there.
    func readable<Value>(_ read: (QueueRow) throws -> Value) throws -> Value? {
        do { return try read(self) } catch is DamagedRow { return nil }
    }
}

extension QueueRow? {
    /// What the row holds; `nil` without one.
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
