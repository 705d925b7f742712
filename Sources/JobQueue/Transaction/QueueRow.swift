/// A row that a statement returned.
struct QueueRow {
    /// The names of the columns, shared by all rows of a statement.
    let columns: [String]
    /// What the columns hold, in the same order.
    let values: [SQLValue]

    /// A column by its place; `nil` if it holds nothing of that sort.
    subscript<Value: SQLConvertible>(_ index: Int) -> Value? { Value(sql: values[index]) }

    /// A column by its name; `nil` if it holds nothing of that sort.
    subscript<Value: SQLConvertible>(_ column: String) -> Value? {
        columns.firstIndex(of: column).flatMap { self[$0] }
    }
}
