extension Schema {
    /// The tables of the queue as this program writes them; a released step is never edited.
    package static let current = Schema(
        steps: [
            step(PackageResources.step1_sqlite_sql, PackageResources.step1_postgres_sql),
            step(PackageResources.step2_sqlite_sql, PackageResources.step2_postgres_sql),
            step(PackageResources.step3_sqlite_sql, PackageResources.step3_postgres_sql),
            step(PackageResources.step4_sqlite_sql, PackageResources.step4_postgres_sql),
        ],
        oldest: 2,
        owners: "SELECT owner FROM job WHERE state = 'running'",
        // Refuses a second charge for one place of a person's day.
        races: ["charge_slot"],
        strangers: strangeNames)

    private static func step(_ sqlite: [UInt8], _ postgres: [UInt8]) -> Step {
        Step(
            sqlite: String(decoding: sqlite, as: UTF8.self),
            postgres: String(decoding: postgres, as: UTF8.self))
    }

    /// Names of files that this program gives to none; one of each column of a file in the newest format.
    private static func strangeNames(_ tx: SQLiteTransaction) throws -> [String] {
        var strange: [String] = []
        for (table, column) in photos {
            let sentence = "the table \(table) has a photo with a name that no photo has"
            try tx.forEachRow("SELECT \(column) FROM \(table) WHERE \(column) IS NOT NULL") { row in
                guard let name: String = row[0], !PhotoName.isName(name) else { return }
                if strange.last != sentence { strange.append(sentence) }
            }
        }
        var results: [String] = []
        try tx.forEachRow("SELECT id, result FROM job WHERE result IS NOT NULL") { row in
            let job = try row.id("id")
            guard results.isEmpty, try !SavedResult.isName(row.required("result"), of: job) else {
                return
            }
            results = ["job \(job) has a result with a name that no result of it has"]
        }
        return strange + results
    }

    /// The columns that have names of photos in the store.
    private static let photos = [
        ("job", "input"), ("job", "second_input"), ("upload", "photo"), ("scan", "photo"),
        ("scan", "side_photo"), ("stored_photo", "photo"), ("loan", "photo"), ("removal", "photo"),
    ]
}

extension JobStore {
    /// The newest format of a queue's file that this program knows; it writes no other.
    public static var format: Int { Schema.current.format }
}

extension FilePresence {
    /// Names the folder, which must exist.
    package init(folder: String) { self.init(folder: folder, format: Schema.current.format) }
}

/// The condition of the index `job_open`, spelled exactly as there, or SQLite would not use it.
package let isOpenSQL = "(state = 'running' OR state = 'waiting')"

/// The condition of the index `job_ended`, spelled exactly as there, or SQLite would not use it.
let hasEndedSQL = "state <> 'running' AND state <> 'waiting'"
