import CLibPQ

struct PostgresAnswer {
    var rows: [QueueRow] = []
    /// How many rows it changed, or returned.
    var changed = 0
    /// What the server says that it did, such as "UPDATE 1".
    var tag = ""
}

extension PostgresAnswer {
    /// Copies a result, which stays the caller's.
    @unsafe
    init(_ result: OpaquePointer) {
        let width = unsafe PQnfields(result)
        let count = unsafe PQntuples(result)
        let columns = (0..<width).map { column in unsafe String(cString: PQfname(result, column)) }
        rows = (0..<count).map { row in
            QueueRow(
                columns: columns,
                values: columns.indices.map { column in
                    unsafe Self.value(result, row, CInt(column))
                })
        }
        changed = unsafe Int(String(cString: PQcmdTuples(result))) ?? 0
        tag = unsafe String(cString: PQcmdStatus(result))
    }

    /// The types of `pg_type`, whose numbers never change.
    private static let bool: Oid = 16
    private static let integers: Set<Oid> = [20, 21, 23]
    /// What a sum of bigint is.
    private static let numeric: Oid = 1700

    @unsafe
    private static func value(_ result: OpaquePointer, _ row: CInt, _ column: CInt) -> SQLValue {
        guard unsafe PQgetisnull(result, row, column) == 0 else { return .null }
        let text = unsafe String(cString: PQgetvalue(result, row, column))
        let type = unsafe PQftype(result, column)
        if type == bool { return .integer(text == "t" ? 1 : 0) }
        if integers.contains(type) || type == numeric, let number = Int64(text) {
            return .integer(number)
        }
        return .text(text)
    }
}
