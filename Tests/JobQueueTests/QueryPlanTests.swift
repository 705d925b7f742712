import Foundation
import GRDB
import GRDBSQLite
import Testing

@testable import JobQueue

@Suite(.timeLimit(.minutes(10)))
struct QueryPlanTests {
    /// A query of the hot path, and the index that it must stand on.
    struct Query: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sql: String
        let arguments: [String]
        let indexes: [String]
    }

    static let queries: [Query] = [
        Query(
            testDescription: "claim", sql: Dialect.sqlite.claim,
            arguments: ["gemini", "shop", "0", "2026-11-21", "[1]"],
            indexes: ["job_open", "charge_cap", "charge_mark"]),
        Query(
            testDescription: "next due", sql: Dialect.sqlite.nextDue,
            arguments: ["gemini", "", "[1]"],
            indexes: ["job_open"]),
        Query(
            testDescription: "claim context", sql: Dialect.sqlite.claimContext, arguments: ["0"],
            indexes: ["job_fleeting", "job_answered"]),
        Query(
            testDescription: "next set back", sql: Dialect.sqlite.nextSetBack,
            arguments: ["gemini", "[1]"],
            indexes: ["job_interrupted"]),
        Query(
            testDescription: "waiting of a person", sql: Dialect.sqlite.waitingOfPerson,
            arguments: ["", "anna", "gemini"], indexes: ["job_waiting"]),
        Query(
            testDescription: "behind", sql: HoldingSQL(.sqlite).behind,
            arguments: ["gemini", "", "0", "1", "2026-11-21", "1", "[1]", "0"],
            indexes: ["job_open", "charge_cap"]),
        Query(
            testDescription: "ends", sql: HoldingSQL(.sqlite).ends,
            arguments: ["gemini", "", "1", "2026-11-21", "[1]", "1"],
            indexes: ["job_open", "charge_cap"]),
        Query(
            testDescription: "persons", sql: HoldingSQL(.sqlite).persons,
            arguments: ["gemini", "[1]", "1", "2026-11-21", "1", "", "", "", ""],
            indexes: ["job_waiting", "charge_cap"]),
        Query(
            testDescription: "found", sql: HoldingSQL(.sqlite).found,
            arguments: ["1", "gemini", "1", "2026-11-21"], indexes: ["charge_cap", "charge_mark"]),
        Query(
            testDescription: "set aside", sql: HoldingSQL(.sqlite).setAside,
            arguments: ["1", "budget", "[1]", "1"], indexes: []),
        Query(
            testDescription: "spent", sql: HoldingSQL(.sqlite).spent,
            arguments: ["gemini", "", "1", "[1]"], indexes: ["job_open"]),
        Query(
            testDescription: "a person's jobs to put off", sql: HoldingSQL(.sqlite).postpone,
            arguments: ["1", "", "anna", "portrait", "gemini", "1"], indexes: ["job_waiting"]),
        Query(
            testDescription: "jobs to judge anew", sql: HoldingSQL(.sqlite).rejudge,
            arguments: ["1", "1"], indexes: ["job_rejudged"]),
        Query(
            testDescription: "answered", sql: Dialect.sqlite.answered, arguments: ["[1]"],
            indexes: ["job_answered"]),
        Query(
            testDescription: "a person's jobs of a photo",
            sql: "SELECT \(Job.columns) FROM job WHERE \(JobStore.alikeSQL)",
            arguments: ["", "anna", "0", "0", "1", "100"], indexes: ["job_alike"]),
        Query(
            testDescription: "cap count", sql: capCountSQL,
            arguments: ["", "anna", "portrait", "2026-11-21"],
            indexes: ["charge_cap", "charge_mark"]),
    ]

    @Test(arguments: [0, 20_000])
    func `a query of the hot path uses its index, whatever has ended`(ended: Int) async throws {
        try await TestQueue.inFile { queue in
            try await queue.submit()
            try queue.sql { db in try Self.insertEnded(ended, db) }
            for query in Self.queries { try Self.expectIndex(query, queue) }
            try queue.sql { db in try db.execute(sql: "ANALYZE") }
            for query in Self.queries { try Self.expectIndex(query, queue) }
        }
    }

    private static let byKey = Query(
        testDescription: "a job of a key",
        sql: "SELECT \(Job.columns) FROM job WHERE space = ? AND person = ? AND key = ?",
        arguments: ["", "anna", "k"], indexes: ["job_key"])

    @Test func `a query of the hot path is planned once, whatever it is asked`() async throws {
        try await TestQueue.inFile { queue in
            try await queue.submit()
            for query in Self.queries.filter({ !$0.sql.hasPrefix("UPDATE") }) + [Self.byKey] {
                let plans = try queue.sql { db in
                    let statement = try db.makeStatement(sql: query.sql)
                    for turn in ["", "2"] {
                        let arguments = query.arguments.map {
                            $0.hasPrefix("[") ? "[9\(turn)]" : $0 + turn
                        }
                        _ = try Row.fetchAll(statement, arguments: StatementArguments(arguments))
                    }
                    return unsafe sqlite3_stmt_status(
                        statement.sqliteStatement, SQLITE_STMTSTATUS_REPREPARE, 0)
                }
                #expect(plans == 0, "\(query)")
            }
        }
    }

    /// Asks a fresh connection, which plans by what ANALYZE found, if anything.
    private static func expectIndex(_ query: Query, _ queue: TestQueue) throws {
        let plan = try queue.sql { db in
            try Row.fetchAll(
                db, sql: "EXPLAIN QUERY PLAN \(query.sql)",
                arguments: StatementArguments(query.arguments)
            ).compactMap { $0["detail"] as String? }
        }
        let tables = plan.filter { $0.contains(" job") || $0.contains(" charge") }
        #expect(!tables.isEmpty, "\(query)")
        #expect(
            tables.allSatisfy { step in
                query.indexes.contains { step.contains(" INDEX \($0)") }
                    || step.contains("USING INTEGER PRIMARY KEY")
            }, "\(query): \(plan)")
        // A walk along the index of answered jobs reads nothing but these.
        #expect(
            tables.allSatisfy { $0.hasPrefix("SEARCH") || $0.contains(" INDEX job_answered") },
            "\(query): \(plan)")
    }

    /// Statements about what is old, and the indexes that their steps over large tables stand on.
    private static let ofOld: [(sql: String, arguments: [String], indexes: [String])] = [
        (
            Dialect.sqlite.needed, ["[]", "", "0"],
            ["job_input", "job_second", "upload_photo", "scan_photo", "scan_side_photo"]
        ),
        (
            """
            SELECT \(Job.columns), NOT (\(JobStore.isReportedSQL)) FROM job
            WHERE \(JobStore.isOldSQL) ORDER BY ended_at, id LIMIT ?
            """, ["shop", "9", "1", "2", "100"], ["job_age", "delivery_waiting"]
        ),
        (
            """
            SELECT seq, photo, side_photo FROM scan WHERE photo IS NOT NULL AND space = ?
                AND created_at < ? ORDER BY created_at LIMIT ?
            """, ["shop", "9", "100"], ["scan_age"]
        ),
    ]

    @Test func `what is old is found by indexes, however much there is`() async throws {
        try await TestQueue.inFile { queue in
            try queue.sql { db in try Self.insertEnded(20_000, db) }
            for analyzes in [false, true] {
                if analyzes { try queue.sql { db in try db.execute(sql: "ANALYZE") } }
                for (sql, arguments, indexes) in Self.ofOld {
                    let plan = try Self.plan(of: sql, arguments, queue)
                    for table in ["job", "scan", "delivery", "upload"] {
                        #expect(
                            plan.filter { $0.contains(" \(table) ") }.allSatisfy { step in
                                indexes.contains { step.contains(" INDEX \($0) ") }
                            }, "\(plan)")
                    }
                }
            }
        }
    }

    private static func plan(
        of sql: String, _ arguments: [String], _ queue: TestQueue
    ) throws -> [String] {
        try queue.sql { db in
            try Row.fetchAll(
                db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: StatementArguments(arguments)
            ).compactMap { $0["detail"] as String? }
        }
    }

    private static let anna = Person.known("anna", in: Space("shop"))
    /// Has thousands of jobs, few of which failed.
    private static let many = Person.known("many", in: Space("shop"))

    /// Filters of lists, and the index that each is read by.
    private static let filters: [(JobFilter, index: String)] = [
        (JobFilter(person: .anna), "job_own"),
        (JobFilter(space: Space("shop"), person: anna), "job_person"),
        (JobFilter(states: [.failed], space: Space("shop"), person: anna), "job_person"),
        (JobFilter(states: [.failed], space: Space("shop"), person: many), "job_space"),
        (JobFilter(reasons: ["server_error"], person: many), "job_space"),
        (JobFilter(person: many, provider: "gemini"), "job_space"),
        (JobFilter(space: Space("shop")), "job_space"),
        (JobFilter(space: Space("shop"), kind: .portrait), "job_space"),
        (JobFilter(states: [.waiting, .failed], space: Space("shop")), "job_space"),
        (JobFilter(states: [.succeeded], space: Space("shop")), "job_space"),
        (JobFilter(states: [.succeeded]), "job_ended"),
        (JobFilter(states: [.failed, .cancelled]), "job_ended"),
        (JobFilter(reasons: [JobEnd.succeededReason]), "job_ended"),
        (JobFilter(reasons: ["server_error"]), "job_reason"),
        (JobFilter(reasons: ["server_error", "face_missing"]), "job_reason"),
        (JobFilter(states: [.failed], reasons: ["server_error"], kind: .portrait), "job_reason"),
        (JobFilter(reasons: ["server_error"], space: .commandLine), "job_reason"),
        (JobFilter(kind: .portrait), "job_kind"),
        (JobFilter(states: [.succeeded], provider: "gemini"), "job_kind"),
        (JobFilter(states: [.waiting]), "job_kind"),
        (JobFilter(states: [.waiting], kind: .portrait), "job_kind"),
        (JobFilter(states: [.waiting, .failed]), "job_kind"),
        (JobFilter(submitted: TestQueue.now..<TestQueue.now + 86_400), "job_ahead"),
    ]

    @Test func `a list of jobs reads its part of an index, in order, and sorts nothing`()
        async throws
    {
        try await TestQueue.inFile { queue in
            try queue.sql { db in
                try Self.insertEnded(20_000, db)
                try db.execute(
                    sql: """
                        UPDATE job SET space = 'shop', person = iif(id % 10 = 0, 'anna', 'many')
                        WHERE id % 8 = 0
                        """)
                try db.execute(
                    sql: """
                        UPDATE job SET state = 'failed', reason = 'server_error', outcome = NULL
                        WHERE space = 'shop' AND id % 50 = 0
                        """)
                try db.execute(
                    sql: """
                        UPDATE job SET state = 'waiting', reason = 'new', outcome = NULL,
                            ended_at = NULL
                        WHERE space = '' AND id % 50 = 1
                        """)
            }
            for (filter, index) in Self.filters {
                for page in [JobPage.newest(below: 9), .oldest(above: 0, upTo: 9)] {
                    let plan = try await queue.store.read { tx in
                        let found = try page.statement(filter, limit: 50, tx)
                        let statement = try #require(found)
                        return try tx.rows(
                            "EXPLAIN QUERY PLAN SELECT \(Job.columns) FROM job WHERE \(statement.sql)",
                            statement.arguments
                        ).compactMap { $0["detail"] as String? }
                    }
                    let jobs = plan.filter { $0.contains(" job") }
                    #expect(jobs.contains { $0.contains("INDEX \(index) (") }, "\(plan)")
                    #expect(jobs.allSatisfy { $0.hasPrefix("SEARCH") }, "\(plan)")
                    // Only the way to the few that run, or whose numbers are ahead, is not in order.
                    let sorted = plan.count { $0.contains("TEMP B-TREE FOR ORDER BY") }
                    let reachesRunning =
                        filter.space == nil && filter.possibleStates.contains(.running)
                    let allowed = index == "job_ahead" || reachesRunning ? 1 : 0
                    #expect(sorted <= allowed, "\(plan)")
                }
            }
        }
    }

    private static func insertEnded(_ count: Int, _ db: Database) throws {
        try db.execute(
            sql: """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
                INSERT INTO job (
                    id, kind, payload, provider, space, person, input, input_name, priority, state,
                    reason, due_at, created_at, ended_at, outcome)
                SELECT i, 'portrait', '{}', 'gemini', '', 'p' || (i % 100), printf('%064d', i),
                    'me.jpg', 0, 'succeeded', 'succeeded', i, i, i, '{}'
                FROM n WHERE i <= ?
                """, arguments: [count, count])
        try db.execute(
            sql: """
                INSERT INTO charge (
                    job, kind, space, person, day, provider, model, state, started_at,
                    settled_at, line)
                SELECT id, kind, space, person, '2026-11-21', 'gemini', 'm', 'paid', 1, 1, id
                FROM job WHERE state = 'succeeded'
                """)
    }
}
