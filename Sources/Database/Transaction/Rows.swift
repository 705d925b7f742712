package import Foundation
import Ground

extension Date {
    package init(milliseconds: Int64) {
        self = Date(timeIntervalSince1970: Double(milliseconds) / 1000).clamped
    }

    /// Milliseconds since 1970, as the queue stores times; those of the nearest time that is ``storable``.
    package var milliseconds: Int64 {
        Int64(
            clamping: clamped.timeIntervalSince1970 * 1000, rounding: .toNearestOrAwayFromZero)
    }
}

/// A column has what the schema does not allow: the file or the database is damaged.
package struct DamagedRow: Error {
    let column: String

    package init(column: String) { self.column = column }

    var detail: String { "column \(column)" }
}

extension QueueRow {
    /// A column that the schema guarantees.
    package func required<Value: SQLConvertible>(_ column: String) throws -> Value {
        guard let value = self[column] as Value? else {
            throw DamagedRow(column: column)
        }
        return value
    }

    /// A column that counts something, bounded so that counting on cannot trap.
    package func count(_ column: String) throws -> Int {
        (try required(column) as Int).clamped(to: Int.counts)
    }

    package func date(_ column: String) throws -> Date {
        Date(milliseconds: try required(column))
    }

    package func optionalDate(_ column: String) -> Date? {
        (self[column] as Int64?).map(Date.init(milliseconds:))
    }

    package func required<Value>(_ column: String, _ make: (String) -> Value?) throws -> Value {
        guard let value = make(try required(column)) else {
            throw DamagedRow(column: column)
        }
        return value
    }
}
