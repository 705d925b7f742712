/// What a column of the queue's tables can hold.
enum SQLValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case text(String)
}

/// A type that can be bound to a statement and read from a row.
protocol SQLConvertible {
    /// The value as stored in a column.
    var sql: SQLValue { get }

    /// Accepts a column's value; `nil` if it is NULL or of another type.
    init?(sql: SQLValue)
}

/// As it is.
extension SQLValue: SQLConvertible {
    var sql: SQLValue { self }
    init?(sql: SQLValue) { self = sql }
}

extension Int64: SQLConvertible {
    var sql: SQLValue { .integer(self) }

    init?(sql: SQLValue) {
        guard case .integer(let number) = sql else { return nil }
        self = number
    }
}

extension Int: SQLConvertible {
    var sql: SQLValue { .integer(Int64(self)) }

    init?(sql: SQLValue) {
        guard case .integer(let number) = sql else { return nil }
        self.init(exactly: number)
    }
}

/// Stored as 0 and 1.
extension Bool: SQLConvertible {
    var sql: SQLValue { .integer(self ? 1 : 0) }

    init?(sql: SQLValue) {
        guard case .integer(let number) = sql else { return nil }
        self = number != 0
    }
}

extension String: SQLConvertible {
    var sql: SQLValue { .text(self) }

    init?(sql: SQLValue) {
        guard case .text(let text) = sql else { return nil }
        self = text
    }
}
