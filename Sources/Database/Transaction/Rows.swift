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

extension QueueTransaction {
    /// The values of a page of rows.
    ///
    /// Rows that are left out do not count for `limit`: fewer values mean that there are no more rows.
    ///
    /// - Parameters:
    ///   - page: Reads at most so many rows, always from the same place.
    ///   - read: The value of a row; `nil` to leave it out.
    package func fullPage<Value>(
        limit: Int, of page: (_ limit: Int) throws -> [QueueRow],
        read: (QueueRow) throws -> Value?
    ) throws -> [Value] {
        var leftOut = 0
        while true {
            let rows = try page(limit + leftOut)
            let values = try rows.compactMap(read)
            let isLast = rows.count < limit + leftOut
            if isLast || values.count == limit { return values }
            leftOut = rows.count - values.count
        }
    }
}
