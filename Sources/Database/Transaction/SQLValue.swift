import Ground

/// What a column of the queue's tables can hold.
package enum SQLValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case text(String)
}

/// A type that can be bound to a statement and read from a row.
package protocol SQLConvertible {
    /// The value as stored in a column.
    var sql: SQLValue { get }

    /// Accepts a column's value; `nil` if it is NULL or of another type.
    init?(sql: SQLValue)
}

/// As it is.
extension SQLValue: SQLConvertible {
    package var sql: SQLValue { self }
    package init?(sql: SQLValue) { self = sql }
}

extension Int64: SQLConvertible {
    package var sql: SQLValue { .integer(self) }

    package init?(sql: SQLValue) {
        guard case .integer(let number) = sql else { return nil }
        self = number
    }
}

/// A number that the program computes with; one that no program of ours wrote is clamped, so that no sum can trap.
///
/// What is only compared, such as a name or a time, is read as an `Int64`, as it is stored.
extension Int: SQLConvertible {
    package var sql: SQLValue { .integer(Int64(self)) }

    package init?(sql: SQLValue) {
        guard case .integer(let number) = sql else { return nil }
        self = Int(clamping: number).clamped(to: Self.stored)
    }
}

/// Stored as 0 and 1.
extension Bool: SQLConvertible {
    package var sql: SQLValue { .integer(self ? 1 : 0) }

    package init?(sql: SQLValue) {
        guard case .integer(let number) = sql else { return nil }
        self = number != 0
    }
}

extension String: SQLConvertible {
    package var sql: SQLValue { .text(self) }

    package init?(sql: SQLValue) {
        guard case .text(let text) = sql else { return nil }
        self = text
    }
}

extension Set where Element: RawRepresentable<String> & CaseIterable {
    /// As stored: the words in the order of the cases.
    package var words: String {
        Element.allCases.filter(contains).map(\.rawValue).joined(separator: " ")
    }

    /// Reads what ``words`` wrote; nil for anything else.
    package init?(words: String) {
        let elements = words.split(separator: " ").map { Element(rawValue: String($0)) }
        guard !elements.contains(where: { $0 == nil }) else { return nil }
        self = Set(elements.compactMap(\.self))
    }
}
