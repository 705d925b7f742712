import GRDB
import GRDBSQLite

/// A prepared statement, run through SQLite's own interface.
///
/// GRDB's arguments and rows are general: converting a job's 18 values to them takes as long as inserting it.
@safe
struct BoundStatement: ~Copyable {
    private let statement: Statement
    private let db: Database
    // Safe: it is the statement's own, which finalizes it in its deinit.
    private let handle: OpaquePointer

    /// Takes a statement of the connection's cache, which nothing else may use as long as this lives.
    init(_ statement: Statement, in db: Database) {
        self.statement = statement
        self.db = db
        unsafe handle = statement.sqliteStatement
    }

    deinit {
        // Their results only repeat those of the last step.
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
    }

    /// Binds a value to each parameter.
    func bind(_ values: [(any SQLConvertible)?]) throws {
        guard unsafe sqlite3_bind_parameter_count(handle) == values.count else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "wrong number of arguments")
        }
        for (index, value) in values.enumerated() {
            let code = bind(value?.sql ?? .null, at: CInt(index + 1))
            guard code == SQLITE_OK else { throw failure(code) }
        }
    }

    /// Goes to the next row; false after the last.
    func step() throws -> Bool {
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw failure(code)
        }
    }

    func row() throws -> QueueRow {
        let columns = statement.columnNames
        return try QueueRow(
            columns: columns,
            values: columns.indices.map { index throws in
                guard let value = value(at: CInt(index)) else {
                    throw DamagedRow(column: columns[index])
                }
                return value
            })
    }

    /// Makes SQLite copy a text, which outlives the call then.
    private static var copied: sqlite3_destructor_type {
        unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    private func bind(_ value: SQLValue, at index: CInt) -> CInt {
        switch value {
        case .null: return unsafe sqlite3_bind_null(handle, index)
        case .integer(let number): return unsafe sqlite3_bind_int64(handle, index, number)
        case .text(let text):
            return unsafe text.withCString { start in
                unsafe sqlite3_bind_text(
                    handle, index, start, CInt(text.utf8.count), Self.copied)
            }
        }
    }

    /// Nil for a type that no column of ours has.
    private func value(at column: CInt) -> SQLValue? {
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_NULL: return .null
        case SQLITE_INTEGER: return unsafe .integer(sqlite3_column_int64(handle, column))
        case SQLITE_TEXT:
            // In this order: the length is that of the text in the encoding that was asked for last.
            let start = unsafe sqlite3_column_text(handle, column)
            let count = unsafe Int(sqlite3_column_bytes(handle, column))
            let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
            return unsafe .text(String(decoding: bytes, as: UTF8.self))
        default: return nil
        }
    }

    private func failure(_ code: CInt) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code),
            message: unsafe String(cString: sqlite3_errmsg(db.sqliteConnection)))
    }
}
