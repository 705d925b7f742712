import GRDB
import TestSupport
import Testing

@testable import Database
@testable import JobQueue

@Suite(
    .timeLimit(.minutes(10)),
    .needsPostgres,
    .postgresServer())
struct PostgresTransactionTests {
    /// A link to a schema of its own.
    private func link(_ schema: String) throws -> PostgresLink {
        let link = try PostgresLink(to: #require(PostgresServer.current).place)
        _ = try link.command("CREATE SCHEMA IF NOT EXISTS \(schema); SET search_path = \(schema)")
        try link.introduce()
        return link
    }

    /// A link to the queue's tables.
    private func queue(_ schema: String) throws -> PostgresLink {
        let link = try link(schema)
        for tables in [Schema.ofEngine] + Schema.current.steps.map(\.postgres) {
            _ = try link.command(tables)
        }
        return link
    }

    @Test("PostgreSQL has the tables, the columns and the indexes that SQLite has")
    func tables() async throws {
        let link = try queue("tables")
        try await TestQueue.inFile { queue in
            let tables = try queue.sql { db in
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT name FROM sqlite_schema
                        WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name
                        """)
            }
            let found: [String] = try link.read { tx in
                try tx.values(
                    """
                    SELECT CAST(tablename AS text) FROM pg_tables WHERE schemaname = 'tables'
                    ORDER BY tablename
                    """)
            }
            #expect(Set(tables).isSubset(of: found))
            for table in tables {
                let columns = try queue.sql { db in
                    try String.fetchAll(
                        db, sql: "SELECT name FROM pragma_table_info(?) ORDER BY cid",
                        arguments: [table])
                }
                let foundColumns: [String] = try link.read { tx in
                    try tx.values(
                        """
                        SELECT CAST(column_name AS text) FROM information_schema.columns
                        WHERE table_schema = 'tables' AND table_name = ? ORDER BY ordinal_position
                        """, [table])
                }
                // A server has more of them.
                #expect(foundColumns.filter(columns.contains) == columns)
            }
            let indexes = try queue.sql { db in
                try String.fetchAll(
                    db,
                    sql: "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
            }
            let foundIndexes: [String] = try link.read { tx in
                try tx.values(
                    "SELECT CAST(indexname AS text) FROM pg_indexes WHERE schemaname = 'tables'")
            }
            // A server counts a person's charges in the index that gives them their places.
            #expect(Set(indexes).subtracting(["charge_cap"]).isSubset(of: foundIndexes))
        }
    }

    @Test("Each statement that engines spell for themselves returns and changes the same in both")
    func dialects() async throws {
        let link = try queue("dialects")
        try await TestQueue.inFile { queue in
            let inSQLite = try await queue.store.write { tx in try Self.tryDialect(tx) }
            let inPostgres = try link.transaction { tx in try Self.tryDialect(tx) }
            #expect(inPostgres.map(\.name) == inSQLite.map(\.name))
            for (one, other) in zip(inPostgres, inSQLite) {
                #expect(one == other)
            }
            // Of several trials of a statement, which have a colon in their names, some find nothing.
            let statements = Dictionary(grouping: inPostgres) { $0.name.prefix { $0 != ":" } }
            for (name, trials) in statements {
                let finds = trials.contains { !$0.rows.isEmpty }
                #expect(finds, "\(name) finds nothing, and so shows nothing")
            }
        }
    }

    @Test("A photo that is lent is marked for removal with the last job that needs it")
    func triggers() throws {
        let link = try queue("triggers")
        let removals: [Int] = try link.transaction { tx in
            var numbers = try JobNumbers(now: TestQueue.now, tx)
            let ids = try (0..<2).map { _ throws in
                var job = NewJob.some(.annaOfApp)
                job.fleeting = Fleeting(until: TestQueue.now, dailyLimit: 5)
                return try JobStore.insert(job, &numbers, now: TestQueue.now, tx)
            }
            return try ids.map { submission throws in
                guard case .queued(let id) = submission else { return -1 }
                try tx.run(
                    "UPDATE job SET state = 'cancelled', ended_at = 1 WHERE id = ?", [id.rawValue])
                return try tx.value("SELECT count(*) FROM removal") ?? -1
            }
        }
        #expect(removals == [0, 1])
    }

    @Test("A body that throws leaves nothing behind, and the link can be used again")
    func undone() throws {
        struct Refusal: Error {}
        let link = try queue("undone")
        #expect(throws: Refusal.self) {
            try link.transaction { tx in
                try JobStore.markUsed(5, tx)
                throw Refusal()
            }
        }
        #expect(try link.transaction(JobStore.lastID) == 0)
        try link.transaction { tx in try JobStore.markUsed(5, tx) }
        #expect(try link.read(JobStore.lastID) == 5)
    }

    @Test("A transaction that reads cannot write")
    func readOnly() throws {
        let link = try queue("readonly")
        #expect(throws: PostgresFailure.self) {
            try link.read { tx in try JobStore.markUsed(5, tx) }
        }
    }

    /// What two transactions want, and whether the second has to wait.
    static let conflicts: [(QueueLock, QueueLock, waits: Bool)] = [
        (.gates(of: "gemini", alone: false), .gates(of: "gemini", alone: false), false),
        (.gates(of: "gemini", alone: true), .gates(of: "gemini", alone: false), true),
        (.gates(of: "gemini", alone: false), .gates(of: "gemini", alone: true), true),
        (.gates(of: "gemini", alone: true), .gates(of: "openai", alone: true), false),
        (.person(.anna, day: "2026-11-21"), .person(.anna, day: "2026-11-21"), true),
        (.person(.anna, day: "2026-11-21"), .person(.anna, day: "2026-11-22"), false),
        (.person(.anna, day: "2026-11-21"), .person(.annaOfApp, day: "2026-11-21"), false),
        (.dayBudget("2026-11-21"), .dayBudget("2026-11-21"), true),
        (.dayBudget("2026-11-21"), .dayBudget("2026-11-22"), false),
        (.dayBudget("2026-11-21"), .budget(of: Person.annaOfApp.space), false),
        (.budget(of: Person.annaOfApp.space), .budget(of: Person.annaOfApp.space), true),
        (.budget(of: .commandLine), .budget(of: Person.annaOfApp.space), false),
        (.numbers, .numbers, true), (.days(of: .anna), .days(of: .anna), true),
        (.newPersons(of: .commandLine), .newPersons(of: Person.annaOfApp.space), false),
        (.newPersons(of: .commandLine), .days(of: .anna), false),
    ]

    @Test("A lock keeps out what conflicts with it, and nothing else", arguments: conflicts)
    func locks(held: QueueLock, wanted: QueueLock, waits: Bool) throws {
        let schema =
            "locks_\(try #require(Self.conflicts.firstIndex { $0 == (held, wanted, waits) }))"
        let holder = try link(schema)
        let other = try link(schema)
        _ = try other.command("SET lock_timeout = '200ms'")
        /// A lock goes to the server with the next statement.
        func lock(_ lock: QueueLock, _ tx: any QueueTransaction) throws {
            try tx.lock(lock)
            _ = try tx.row("SELECT 1")
        }
        func take() throws { try other.transaction { tx in try lock(wanted, tx) } }
        try holder.transaction { tx in
            try lock(held, tx)
            if waits {
                let failure = #expect(throws: PostgresFailure.self) { try take() }
                guard case .refused("55P03", _, _) = failure else {
                    Issue.record("\(String(describing: failure))")
                    return
                }
            } else {
                try take()
            }
        }
        try take()
    }

    @Test("Two claims at once take two jobs, and the third finds none")
    func skips() throws {
        let claims = [try queue("skips"), try link("skips"), try link("skips")]
        try claims[0].transaction { tx in
            var numbers = try JobNumbers(now: TestQueue.now, tx)
            for _ in 0..<2 {
                _ = try JobStore.insert(.some(), &numbers, now: TestQueue.now, tx)
            }
        }
        func pick(_ tx: any QueueTransaction) throws -> Int64? {
            try tx.value(
                tx.dialect.claim,
                ["gemini", "", TestQueue.now.milliseconds, "2026-11-21", "[]"]
                    + Lookout.argument(nil, of: "gemini", after: .commandLine, tx))
        }
        try claims[0].transaction { tx in
            let first = try pick(tx)
            let second = try claims[1].transaction { tx in
                let second = try pick(tx)
                #expect(try claims[2].transaction(pick) == nil)
                return second
            }
            #expect(first != nil && second != nil && first != second)
        }
    }
}
