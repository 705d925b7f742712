import Foundation
import GRDB
import Testing

@testable import JobQueue

extension JobStore {
    /// Runs one statement.
    fileprivate func change(_ sql: String) throws {
        _ = try write { tx in try tx.run(sql) }
    }
}

/// What a queue that has seen much still holds of a person who is forgotten.
struct ForgetTests {
    private static let people = (0..<8).compactMap { Person("person-\($0)-of-eight") }

    @Test
    func `nothing of a forgotten person stays in any file or table, however often rows moved`()
        async throws
    {
        try await TestQueue.with { queue in
            for round in 0..<40 {
                for person in Self.people {
                    try await submit(person, round, to: queue)
                }
                for number in 0..<Self.people.count { try await work(number + round, queue) }
            }
            for person in Self.people.prefix(7) {
                #expect(try await does(queue, hold: person.rawValue))
                try await forget(person, queue)
                #expect(try await !does(queue, hold: person.rawValue), "\(person)")
            }
            let kept = try #require(Self.people.last)
            #expect(try await queue.store.jobs(JobFilter(), limit: 1000).count == 40)
            #expect(try await does(queue, hold: kept.rawValue))
        }
    }

    /// Every text of the job has the person's id in it, and each is of another length.
    private func submit(_ person: Person, _ round: Int, to queue: TestQueue) async throws {
        let text = String(repeating: "\(person) ", count: 1 + (round * 7) % 90)
        var job = NewJob.some(person, key: "\(person)/\(round)", notBefore: nil)
        job.input?.name = text
        _ = try await queue.store.submit([job], now: queue.now)
    }

    private func work(_ number: Int, _ queue: TestQueue) async throws {
        let cap = DailyCap(charges: 1000, timeZone: .gmt)
        let claim = try await queue.take(cap: cap)
        let text = String(repeating: "\(claim.job.person) ", count: 1 + number * 13 % 200)
        _ = try await queue.store.record(facts: nil, findings: "[\"\(text)\"]", for: claim)
        var draft = TestQueue.draft
        draft.prompt = text + text
        let charge = try await queue.charge(claim, draft, cap: cap)
        let ends: [JobEnd] = [
            .succeeded(outcome: "[\"\(text)\"]", result: "/results/\(text.prefix(300))"),
            .failed(reason: .noImage, detail: text),
            .uncertain(reason: .deadline, detail: text),
            .waits(.retry, due: queue.now + 1, countsAttempt: true, detail: text),
        ]
        let end = ends[number % ends.count]
        let state: ChargeState = number % 4 < 2 ? .paid : number % 4 == 2 ? .unknown : .free
        try await queue.store.settle(
            claim,
            Settlement(
                job: end,
                charge: ChargeEnd(id: charge.id, state: state, receipt: "[\"\(text)\"]")),
            now: queue.now)
    }

    @Test func `the jobs that a person was charged for are known until the charges have no name`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.submit(.bert)
            try await queue.run(to: .done)
            let id = try await queue.submit(.anna)
            try await queue.run(to: .done)
            _ = try await queue.store.remove([id])
            #expect(try await queue.store.chargedJobs(of: .anna) == [id])
            _ = try await queue.store.anonymiseCharges(of: .anna)
            #expect(try await queue.store.chargedJobs(of: .anna).isEmpty)
        }
    }

    /// The tables that belong to a person by another column than `person`.
    private static let tablesOfStores = ["store_name", "purchase", "store_transfer"]

    /// What stores' purchases belong to, for the person of a number.
    private static func customer(_ number: Int) -> String {
        String(repeating: "\(number)", count: 64)
    }

    /// A row of each table that names a person, for a person of a space; jobs and charges come from work.
    private static func rows(of person: Person, number: Int) -> [String: String] {
        let space = "'\(person.space.rawValue)'"
        let who = "\(space), '\(person.rawValue)'"
        let customer = customer(number)
        let digest = String(repeating: "d", count: 64)
        let photo = String(repeating: "\(number)", count: 64)
        return [
            "wish": "(space, person, said) VALUES (\(who), '{}')",
            "task": "(space, person, day, task, done_at) VALUES (\(who), '2026-11-21', 'walk', 1)",
            "streak": """
            (space, person, count, last_done, last_day, zone, total_days, best, freezes_used)
            VALUES (\(who), 1, 1, '2026-11-21', 'GMT', 1, 1, 0)
            """,
            "streak_freeze": "(space, person, id, granted_at) VALUES (\(who), 'f', 1)",
            "reminder":
                "(space, person, day, kind, sent_at) VALUES (\(who), '2026-11-21', 'daily', 1)",
            "moment": """
            (id, space, person, client, digest, day, happened_at, submitted_at, favourite, said)
            VALUES ('m\(number)', \(who), 'walk', '\(digest)', '2026-11-21', 1, 1, 0, '{}')
            """,
            "tip": """
            (id, space, person, type, period, place, said, created_at)
            VALUES ('t\(number)', \(who), 'short', '2026-11-21', 0, '{}', 1)
            """,
            "turn": """
            (id, space, person, role, client, digest, said_at, said)
            VALUES ('u\(number)', \(who), 'person', 'c', '\(digest)', 1, '{}')
            """,
            "asked": "(space, person, key, job, asked_at) VALUES (\(who), 'k', \(number), 1)",
            "delivery": """
            (id, space, person, job, type, body, state, due_at, created_at)
            VALUES ('d\(number)', \(who), \(number), 'job.failed', '{}', 'pending', 1, 1)
            """,
            "person": "(space, person, created_at) VALUES (\(who), 1)",
            "entitlement": "(space, person, plan, said_at) VALUES (\(who), 'pro', 1)",
            "scan": """
            (id, space, person, digest, answer, created_at)
            VALUES ('s\(number)', \(who), '\(digest)', '{}', 1)
            """,
            "upload": """
            (id, space, person, photo, name, verdict, created_at)
            VALUES ('p\(number)', \(who), '\(photo)', 'me.jpg', '{}', 1)
            """,
            "free_work":
                "(space, person, day, kind, amount) VALUES (\(who), '2026-11-21', 'upload', 1)",
            "store_name": "(space, name, is_person, customer) VALUES (\(who), 1, '\(customer)')",
            "purchase": """
            (space, id, customer, has_transaction, is_single, is_trial, plan, said_at, moved_at)
            VALUES (\(space), 'b\(number)', '\(customer)', 1, 0, 0, 'pro', 1, 1)
            """,
            "store_transfer": """
            (space, hash, moved_at, customer) VALUES (\(space), '\(photo)', 1, '\(customer)')
            """,
        ]
    }

    @Test func `forgetting a person leaves every row of the same id in another space`() async throws
    {
        try await TestQueue.with { queue in
            let anna = Person.known("anna", in: Space("shop"))
            let persons = [
                anna, .known("anna", in: Space("team")), .known("bert", in: Space("shop")),
            ]
            for (number, person) in persons.enumerated() {
                for (table, values) in Self.rows(of: person, number: number) {
                    try await queue.store.change("INSERT INTO \(table) \(values)")
                }
                try await queue.submit(person)
                try await queue.run(to: .done)
            }
            let isFile = queue.place == nil
            let named: [String] = try await queue.store.read { tx in
                try tx.values(
                    isFile
                        ? """
                        SELECT tables.name FROM sqlite_schema AS tables
                        JOIN pragma_table_info(tables.name) AS columns
                        WHERE tables.type = 'table' AND columns.name = 'person'
                        """
                        : """
                        SELECT CAST(table_name AS text) FROM information_schema.columns
                        WHERE table_schema = current_schema() AND column_name = 'person'
                        """)
            }
            #expect(Set(named).isSuperset(of: ["job", "charge", "wish"]))
            let tables = named + Self.tablesOfStores
            var before: [String: [[SQLValue]]] = [:]
            for table in tables {
                for (number, person) in persons.enumerated() {
                    let rows = try await rows(table, of: person, number, queue)
                    // Whoever adds a table adds a row above.
                    #expect(!rows.isEmpty, "The table \(table) has no row in this test.")
                    before["\(table) \(person.space) \(person)"] = rows
                }
            }
            try await forget(anna, queue)
            for table in tables {
                #expect(try await rows(table, of: anna, 0, queue).isEmpty, "\(table)")
                for (number, person) in persons.enumerated().dropFirst() {
                    #expect(
                        try await rows(table, of: person, number, queue)
                            == before["\(table) \(person.space) \(person)"], "\(table)")
                }
            }
        }
    }

    private func rows(
        _ table: String, of person: Person, _ number: Int, _ queue: TestQueue
    ) async throws -> [[SQLValue]] {
        let (column, owner) =
            switch table {
            case "store_name": ("name", person.rawValue)
            case "purchase", "store_transfer": ("customer", Self.customer(number))
            default: ("person", person.rawValue)
            }
        return try await queue.store.read { tx in
            try tx.rows(
                "SELECT * FROM \(table) WHERE space = ? AND \(column) = ?",
                [person.space.rawValue, owner]
            ).map(\.values).sorted { "\($0)" < "\($1)" }
        }
    }

    private func forget(_ person: Person, _ queue: TestQueue) async throws {
        let jobs = try await queue.store.prepareToForget(person, now: queue.now)
        _ = try await queue.store.remove(jobs.map(\.id))
        _ = try await queue.store.anonymiseCharges(of: person)
    }

    private func does(_ queue: TestQueue, hold text: String) async throws -> Bool {
        guard queue.place == nil else {
            return try await queue.store.read { tx in
                let tables: [String] = try tx.values(
                    "SELECT CAST(tablename AS text) FROM pg_tables WHERE schemaname = current_schema()"
                )
                return try tables.contains { table in
                    try tx.value(
                        "SELECT EXISTS (SELECT 1 FROM \(table) AS t WHERE strpos(CAST(t AS text), ?) > 0)",
                        [text]) ?? false
                }
            }
        }
        return try FileManager.default.contentsOfDirectory(atPath: queue.folder).contains { name in
            let bytes = FileManager.default.contents(atPath: "\(queue.folder)/\(name)")
            return bytes?.range(of: Data(text.utf8)) != nil
        }
    }
}
