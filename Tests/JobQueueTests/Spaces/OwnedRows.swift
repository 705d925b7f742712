@testable import Database
@testable import JobQueue

/// Whose a row is: a person's, or a space's as a whole.
struct Owner: Hashable, CustomStringConvertible {
    let space: String
    let person: String?

    var description: String { "\(space)/\(person ?? "")" }
}

/// All rows that belong to a space or a person, of every table that the database has.
struct OwnedRows {
    /// The rows of each owner, by table.
    private(set) var rows: [Owner: [String: [String]]] = [:]
    /// The tables whose rows belong to spaces.
    private(set) var tables: Set<String> = []
    /// The other tables.
    private(set) var shared: Set<String> = []

    init(of queue: TestQueue) async throws {
        let isFile = queue.place == nil
        self = try await queue.store.read { tx in try OwnedRows(tx, isFile: isFile) }
    }

    private init(_ tx: any QueueTransaction, isFile: Bool) throws {
        let columns = try tx.rows(
            isFile
                ? """
                SELECT tables.name, columns.name FROM sqlite_schema AS tables
                JOIN pragma_table_info(tables.name) AS columns
                WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%'
                """
                : """
                SELECT CAST(table_name AS text), CAST(column_name AS text)
                FROM information_schema.columns WHERE table_schema = current_schema()
                """)
        var tables: [String: Set<String>] = [:]
        for row in columns {
            if let table: String = row[0], let column: String = row[1] {
                tables[table, default: []].insert(column)
            }
        }
        for (table, columns) in tables {
            guard let source = Self.source(table, columns) else {
                shared.insert(table)
                continue
            }
            self.tables.insert(table)
            for row in try tx.rows(source.sql) {
                // A count of the whole space has an empty person.
                let person: String? = columns.contains("person") ? row["person"] : nil
                let owner = Owner(
                    space: row[source.space] ?? "", person: person == "" ? nil : person)
                rows[owner, default: [:]][table, default: []].append("\(row.values)")
            }
        }
        for owner in rows.keys { rows[owner] = rows[owner]?.mapValues { $0.sorted() } }
    }

    /// The statement that reads a table's rows with their spaces, and the column of the space; `nil` if they belong to none.
    private static func source(
        _ table: String, _ columns: Set<String>
    ) -> (sql: String, space: String)? {
        if table == "space" { return ("SELECT * FROM space", "name") }
        if columns.contains("space") { return ("SELECT * FROM \(table)", "space") }
        guard columns.contains("job") else { return nil }
        return (
            "SELECT job.space, owned.* FROM \(table) AS owned JOIN job ON job.id = owned.job",
            "space"
        )
    }

    /// All rows of a space and its persons, each with its table.
    func all(of space: Space) -> [(table: String, row: String)] {
        rows.filter { $0.key.space == space.rawValue }.values.flatMap { tables in
            tables.flatMap { table, rows in rows.map { (table, $0) } }
        }
    }

    /// The owners whose rows differ, with the tables.
    func changes(since before: OwnedRows) -> [Owner: Set<String>] {
        var changes: [Owner: Set<String>] = [:]
        for owner in Set(rows.keys).union(before.rows.keys) {
            let (old, new) = (before.rows[owner] ?? [:], rows[owner] ?? [:])
            let changed = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
            if !changed.isEmpty { changes[owner] = changed }
        }
        return changes
    }
}
