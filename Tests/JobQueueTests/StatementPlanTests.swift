import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import Companion
@testable import Database
@testable import JobQueue

/// What the planners of both engines make of every statement that the operations run.
@Suite(.timeLimit(.minutes(10)))
struct StatementPlanTests {
    /// Tables that do not grow with time: a row for each provider, model, space, worker or the queue itself.
    private static let lasting: Set = [
        "cap", "gate", "mark", "model", "space", "token", "job_count", "provider_sum",
        "storage", "delivery_count", "space_sum",
        "meta", "worker", "progress", "latest_write", "spent", "cap_change", "upkeep",
    ]

    /// Statements that may read a whole table or index, by a part of them, each with its reason.
    private static let walks: [(part: String, reason: String)] = [
        ("state <> 'delivered'", "an index of those that are not done"),
        ("WITH removable AS", "a dry run counts what would be removed, and who else needs it"),
        ("substr(person, 1, ?)", "a completion reads the newest 10,000 jobs"),
        ("FROM departed", "persons who have left, when purchases of them are looked for"),
        ("DELETE FROM entitlement WHERE expires_at", "plans, once a day"),
        ("UNION SELECT person FROM charge", "a restored queue learns who paid"),
        ("UNION SELECT space, person FROM charge", "a restored queue learns who has left"),
        ("ORDER BY id DESC LIMIT 1", "the last row"),
        ("ORDER BY id LIMIT 1", "the first row"),
        ("ORDER BY seq LIMIT 1", "the first row"),
        ("ORDER BY created_at LIMIT 1", "the first row"),
        ("max(id)", "the last row"),
        ("min(id)", "the first row"),
        ("max(line)", "the last row"),
        ("FROM person WHERE leaving = 1", "an index of the few who leave"),
        ("FROM removal", "photos that are about to be removed"),
        ("SELECT photo FROM loan", "photos of jobs that have not ended"),
        ("'answered'", "an index of the few jobs that are to be saved"),
        ("reason = 'budget'", "an index of the jobs that wait for money"),
        ("is_folded", "a batch of new rows"),
        ("FROM charge WHERE mark IS NOT NULL", "an index of what a restored queue has learned"),
    ]

    /// Statements as they are prepared.
    private final class Recorder: Sendable {
        private let statements = Mutex<Set<String>>([])

        var all: [String] {
            statements.withLock { $0 }.filter { sql in
                let isData = ["SELECT", "WITH", "UPDATE", "DELETE"].contains { sql.hasPrefix($0) }
                return isData && !sql.contains("sqlite_") && !sql.contains("pg_")
            }.sorted()
        }

        func follow(_ tx: any QueueTransaction) {
            (tx as? SQLiteTransaction)?.db.trace(options: .statement) { event in
                guard case .statement(let statement) = event else { return }
                self.statements.withLock { _ = $0.insert(statement.sql) }
            }
        }
    }

    /// Runs every operation that names a person or a space, a walk of workers, and what is asked of a queue as a whole.
    private func runAll(_ queue: TestQueue) async throws {
        let things = Belongings(person: .known("anna", in: Space("shop")))
        for operation in SpaceOperation.all {
            _ = try? await operation.run(queue, things.person, things)
        }
        for space in Operation.spaces where space != things.person.space {
            try await queue.addWebhook(in: space, budget: QueueModel.spaceBudget)
        }
        var run = StoreRun(queue)
        for operation in Walk.operations(seed: 1, count: 80) { _ = try? await run.apply(operation) }
        let store = queue.store
        let ended = JobState.allCases.filter(\.hasEnded)
        for filter in [
            JobFilter(), JobFilter(states: [.failed]), JobFilter(person: .anna),
            JobFilter(space: things.person.space), JobFilter(provider: "gemini", kind: .portrait),
            JobFilter(submitted: queue.now..<queue.now + 1),
        ] {
            _ = try await store.jobs(filter, limit: 5)
            var choice = try await store.choose(filter)
            _ = try await store.persons(of: choice, kind: .portrait)
            _ = try await store.next(of: &choice, limit: 5)
        }
        _ = try await store.counts()
        _ = try await store.figures(now: queue.now)
        _ = try await store.usage(cap: .ten, now: queue.now)
        _ = try await store.usagePage(in: nil, after: .anna, limit: 5, cap: .ten, now: queue.now)
        _ = try await store.usagePage(
            in: things.person.space, after: things.person, limit: 5, cap: .ten, now: queue.now)
        _ = try await store.webhooks()
        _ = try await store.owners()
        _ = try await store.leavingPersons()
        _ = try await store.oldestRow()
        _ = try await store.markedPhotos()
        _ = try await store.neededPhotos(among: [TestQueue.photo])
        _ = try await store.removable(endedBefore: queue.now, states: ended, limit: 5)
        _ = try await store.removableCount(endedBefore: queue.now, states: ended)
        _ = try await store.removeDeliveries(arrivedBefore: queue.now, givenUpBefore: queue.now)
        _ = try await store.prepareToForget(.anna, now: queue.now)
        _ = try await store.chargedJobs(of: .anna)
        _ = try await store.hasRemovedPaidJob(of: .anna, kind: .portrait)
        _ = try await store.anonymiseCharges(of: .anna)
    }

    private static func isOnList(_ sql: String) -> Bool {
        walks.contains { sql.contains($0.part) }
    }

    /// What the planner of a file makes of every statement.
    private func plansInFile(_ queue: TestQueue) async throws -> [(sql: String, steps: [String])] {
        let recorder = Recorder()
        _ = try await queue.store.write { tx in recorder.follow(tx) }
        try await queue.store.read { tx in recorder.follow(tx) }
        try await runAll(queue)
        #expect(recorder.all.count > 150)
        return try await queue.store.read { tx in
            try recorder.all.map { sql in
                let steps = try tx.rows("EXPLAIN QUERY PLAN \(sql)", Self.nulls(for: sql))
                return (sql, steps.compactMap { $0["detail"] as String? })
            }
        }
    }

    @Test func `no statement reads all jobs that wait`() async throws {
        try await TestQueue.inFile { queue in
            for (sql, steps) in try await plansInFile(queue) {
                let walks = steps.filter {
                    $0.contains(/\ job .*INDEX job_(open|waiting) \(state=\?( AND provider=\?)?\)/)
                }
                // The few jobs that run are read in the same way.
                let running = sql.matches(of: /state = 'running'(?! OR)/)
                #expect(walks.count <= running.count, "\(walks) in \(sql)")
            }
        }
    }

    @Test func `no statement reads a whole table in a file that grows, but for a reason`()
        async throws
    {
        try await TestQueue.inFile { queue in
            let plans = try await plansInFile(queue)
            let tables = try queue.sql { db in
                try String.fetchSet(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
            }
            for (sql, steps) in plans {
                let scans = steps.filter { step in
                    let words = step.split(separator: " ")
                    guard words.first == "SCAN", words.count > 1 else { return false }
                    let name = String(words[1])
                    return !Self.lasting.contains(name)
                        && (tables.contains(name) || step.contains("INDEX"))
                        && !step.contains("VIRTUAL TABLE")
                }
                #expect(scans.isEmpty || Self.isOnList(sql), "\(scans) in \(sql)")
            }
        }
    }

    /// Looks for few of the many things of a person, and the index of those few.
    private static let looks:
        [(index: String, look: @Sendable (JobStore, Person) async throws -> Void)] = [
            (
                "moment_favourite",
                { _ = try await $0.moments(of: $1, MomentFilter(isFavourite: true), limit: 9) }
            ),
            ("job_question", { _ = try await $0.endedKeys(of: $1, since: .distantPast) }),
            ("tip_made", { _ = try await $0.tips(of: $1, limit: 9) }),
            ("tip_done", { _ = try await $0.tipsDone(by: $1, .short, before: nil, limit: 9) }),
            ("tip_done", { _ = try await $0.titlesDone(by: $1, since: .distantPast, limit: 9) }),
            (
                "turn_asked",
                {
                    _ = try await $0.placeForTurn(
                        of: $1, client: "turn", digest: Belongings.digest, isQuestion: true,
                        pause: 5, now: .distantPast)
                }
            ),
        ]

    @Test func `few of a person's things are found by an index of them, whatever else there is`()
        async throws
    {
        try await TestQueue.inFile { queue in
            for (index, look) in Self.looks {
                let recorder = Recorder()
                try await queue.store.read { tx in recorder.follow(tx) }
                try await look(queue.store, .known("anna", in: Space("shop")))
                let plans = try await queue.store.read { tx in
                    try recorder.all.map { sql in
                        try tx.rows("EXPLAIN QUERY PLAN \(sql)", Self.nulls(for: sql))
                            .compactMap { $0["detail"] as String? }
                    }
                }
                #expect(
                    plans.joined().contains { $0.split(separator: " ").contains(Substring(index)) },
                    "\(plans)")
            }
        }
    }

    /// As many arguments as a statement has.
    private static func nulls(for sql: String) -> [(any SQLConvertible)?] {
        let marks = NumberedMarks.of(sql).matches(of: /\$(\d+)/).compactMap { Int($0.1) }
        return Array(repeating: nil, count: marks.max() ?? 0)
    }

    @Test(.needsPostgres)
    func `no statement reads a whole table on a server where an index fits, but for a reason`()
        async throws
    {
        try await TestQueue.onServer { queue in
            try await runAll(queue)
            let plans = try await Self.plans(queue) { body in
                try await queue.store.read { tx in try body(tx) }
            }
            let writes = try await Self.plans(queue) { body in
                try await queue.store.write { tx in try body(tx) }
            }
            #expect(plans.count + writes.count > 150)
            for (sql, plan) in plans.merging(writes, uniquingKeysWith: { first, _ in first }) {
                let scans = plan.filter { line in
                    guard let table = line.firstMatch(of: /Seq Scan on (\w+)/)?.1 else {
                        return false
                    }
                    return !Self.lasting.contains(String(table))
                }
                #expect(scans.isEmpty || Self.isOnList(sql), "\(scans) in \(sql)")
            }
        }
    }

    /// The plans of all statements that a connection has prepared, if it may read no whole table where an index fits.
    private static func plans(
        _ queue: TestQueue,
        _ run: (@escaping @Sendable (any QueueTransaction) throws -> [String: [String]])
            async throws -> [String: [String]]
    ) async throws -> [String: [String]] {
        try await run { tx in
            var plans: [String: [String]] = [:]
            try tx.rows("SET LOCAL enable_seqscan = off")
            try tx.rows("SET LOCAL plan_cache_mode = force_generic_plan")
            let statements = try tx.rows(
                """
                SELECT name, statement, coalesce(array_length(parameter_types, 1), 0) AS parameters
                FROM pg_prepared_statements
                """)
            for row in statements {
                let sql: String = try row.required("statement")
                let isData = ["SELECT", "WITH", "UPDATE", "DELETE"].contains { sql.hasPrefix($0) }
                guard isData, !sql.contains("pg_") else { continue }
                let name: String = try row.required("name")
                let count: Int = try row.required("parameters")
                let nulls = Array(repeating: "NULL", count: count).joined(separator: ", ")
                plans[sql] = try tx.rows(
                    "EXPLAIN (COSTS OFF) EXECUTE \"\(name)\""
                        + (count == 0 ? "" : "(\(nulls))")
                ).compactMap { $0[0] }
            }
            return plans
        }
    }
}
