/// A statement with a value for each of its marks.
struct PostgresStatement: Equatable {
    let sql: String
    var arguments: [SQLValue] = []
}
