/// A row that a statement returned.
package struct QueueRow {
    /// The names of the columns, shared by all rows of a statement.
    let columns: [String]
    /// The values of the columns, in the same order.
    let values: [SQLValue]

    /// A column by its index; `nil` if its value is NULL or of another type.
    package subscript<Value: SQLConvertible>(_ index: Int) -> Value? { Value(sql: values[index]) }

    /// A column by its name; `nil` if its value is NULL or of another type.
    package subscript<Value: SQLConvertible>(_ column: String) -> Value? {
        columns.firstIndex(of: column).flatMap { self[$0] }
    }
}
