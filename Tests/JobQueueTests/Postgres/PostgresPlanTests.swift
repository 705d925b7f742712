import TestSupport
import Testing

@testable import Database
@testable import JobQueue

/// The plans of PostgreSQL, which takes an index wherever one fits if it may not read whole tables.
@Suite(.timeLimit(.minutes(10)), .needsPostgres)
struct PostgresPlanTests {
    /// A query of the hot path, and the index that it must stand on.
    struct Query: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sql: String
        let arguments: [SQLValue]
        let index: String
    }

    static let queries: [Query] = [
        Query(
            testDescription: "claim", sql: Dialect.postgres.claim,
            arguments: [
                .text("gemini"), .text(""), .integer(0), .text("2026-11-21"), .text("[1]"),
                .text(""),
            ],
            index: "job_open"),
        Query(
            testDescription: "next due", sql: Dialect.postgres.nextDue,
            arguments: [.text("gemini"), .text(""), .text("[1]"), .text("")], index: "job_open"),
        Query(
            testDescription: "what is to be cancelled", sql: Dialect.postgres.holding.cancelled,
            arguments: [.text("[1]"), .text("worker")], index: "job_stopping"),
        Query(
            testDescription: "claim context", sql: Dialect.postgres.claimContext,
            arguments: [.integer(0)], index: "job_answered"),
        Query(
            testDescription: "next set back", sql: Dialect.postgres.nextSetBack,
            arguments: [.text("gemini"), .text("[1]")], index: "job_interrupted"),
        Query(
            testDescription: "waiting of a person", sql: Dialect.postgres.waitingOfPerson,
            arguments: [.text(""), .text("anna"), .text("gemini")], index: "job_waiting"),
        Query(
            testDescription: "answered", sql: Dialect.postgres.answered,
            arguments: [.text("[1]")], index: "job_answered"),
        Query(
            testDescription: "cap count", sql: capCountSQL,
            arguments: ["", "anna", "portrait", "2026-11-21"].map(SQLValue.text),
            index: "charge_"),
        Query(
            testDescription: "a choice",
            sql: NumberedMarks.of(
                JobFilter(states: [.failed], provider: "openai", kind: .portrait)
                    .counting(in: .postgres).sql),
            arguments: ["failed", "openai", "portrait"].map(SQLValue.text), index: "job_kind"),
        Query(
            testDescription: "behind", sql: Dialect.postgres.holding.behind,
            arguments: [
                .text("gemini"), .text(""), .integer(0), .integer(1), .text("2026-11-21"),
                .integer(1), .text("[1]"), .integer(0),
            ], index: "job_open"),
        Query(
            testDescription: "ends", sql: Dialect.postgres.holding.ends,
            arguments: [
                .text("gemini"), .text(""), .integer(1), .text("2026-11-21"), .text("[1]"),
                .integer(1), .text(""),
            ], index: "job_open"),
        Query(
            testDescription: "what was submitted", sql: Lookout.submitted,
            arguments: [.integer(1)], index: "job_pkey"),
        Query(
            testDescription: "persons", sql: Dialect.postgres.holding.persons,
            arguments: [
                .text("gemini"), .text("[1]"), .integer(1), .text("2026-11-21"), .integer(1),
                .text(""), .text(""), .text(""), .text(""),
            ], index: "job_waiting"),
    ]

    @Test("A query of the hot path uses its index on PostgreSQL, too", arguments: queries)
    func indexes(query: Query) async throws {
        try await TestQueue.onServer { queue in
            let link = try queue.link()
            // Enough jobs, of several persons, and few of each special sort, that each index has its use: of two that serve alike
            // the server takes the one that has fewer pages just then.
            _ = try link.command(
                """
                INSERT INTO job (
                    id, kind, payload, provider, space, person, priority, state, reason, due_at,
                    created_at)
                SELECT number, 'portrait', '{}', 'gemini', '',
                    CASE number % 4 WHEN 0 THEN 'anna' ELSE 'other-' || number % 4 END, 0, 'waiting',
                    CASE WHEN number % 500 = 0 THEN 'interrupted' ELSE 'new' END, number, number
                FROM generate_series(1, 2000) AS number;
                INSERT INTO job (
                    id, kind, payload, provider, space, person, priority, state, reason, due_at,
                    created_at, ended_at)
                SELECT number, 'portrait', '{}', 'gemini', '', 'anna', 0, 'cancelled', 'cancelled',
                    number, number, number
                FROM generate_series(2001, 8000) AS number;
                ANALYZE job
                """)
            let plan = try link.run("EXPLAIN (COSTS OFF) \(query.sql)", query.arguments).rows
                .compactMap { $0[0] as String? }.joined(separator: "\n")
            #expect(!plan.contains("Seq Scan"), "\(plan)")
            #expect(plan.contains(" \(query.index)"), "\(plan)")
        }
    }

    /// Lists of a few jobs among many, and the index that each is read by.
    static let lists: [(JobFilter, index: String)] = [
        (JobFilter(states: [.failed]), "job_ended"),
        (JobFilter(reasons: [JobEnd.succeededReason]), "job_ended"),
        (JobFilter(reasons: ["server_error"]), "job_reason"),
        (JobFilter(states: [.failed], provider: "openai"), "job_kind"),
        (JobFilter(states: [.waiting]), "job_kind"),
        (JobFilter(states: [.waiting], provider: "other", kind: .portrait), "job_kind"),
        (JobFilter(states: [.failed], space: Space("shop")), "job_space"),
        (JobFilter(person: .bert), "job_own"),
        (JobFilter(states: [.failed], person: .bert), "job_own"),
        (JobFilter(space: Space("shop"), person: .known("bert", in: Space("shop"))), "job_person"),
        (JobFilter(states: [.failed], space: Space("shop"), kind: .portrait), "job_space"),
        (JobFilter(space: Space("shop"), provider: "openai"), "job_space"),
        // Of a person who has thousands.
        (JobFilter(states: [.failed], person: .anna), "job_ended"),
        (JobFilter(states: [.failed], person: .anna, provider: "openai"), "job_kind"),
        (
            JobFilter(reasons: ["server_error"], person: .known("anna", in: Space("shop"))),
            "job_space"
        ),
    ]

    @Test(
        "A list of the few jobs of a filter does not read the many others on the way",
        arguments: 0..<2)
    func lists(direction: Int) async throws {
        try await TestQueue.onServer { queue in
            let link = try queue.link()
            // Each of two values, the server takes for granted, is that of every second job.
            _ = try link.command(
                """
                INSERT INTO job (
                    id, kind, payload, provider, space, person, input, input_name, priority, state,
                    reason, due_at, created_at, ended_at)
                SELECT number, 'portrait', '{}',
                    CASE WHEN number <= 20 THEN 'openai' ELSE 'gemini' END,
                    CASE WHEN number % 2 = 0 THEN 'shop' ELSE '' END,
                    CASE WHEN number <= 20 THEN 'bert' ELSE 'anna' END, lpad(number::text, 64, '0'),
                    'me.jpg', 0, CASE WHEN number <= 20 THEN 'failed' ELSE 'cancelled' END, 'x', number,
                    number, number
                FROM generate_series(1, 20000) AS number;
                UPDATE job SET state = 'waiting', reason = 'new', provider = 'other', ended_at = NULL
                WHERE id BETWEEN 21 AND 40;
                ANALYZE job
                """)
            let page: JobPage =
                direction == 0 ? .newest(below: .max) : .oldest(above: 0, upTo: .max)
            for (number, (filter, index)) in Self.lists.enumerated() {
                let (sql, count) = try await queue.store.read { tx in
                    let statement = try #require(try page.statement(filter, limit: 5, tx))
                    let sql = "SELECT id FROM job WHERE \(statement.sql)"
                    return (NumberedMarks.of(sql), statement.arguments.count)
                }
                let nulls = Array(repeating: "NULL", count: count).joined(separator: ", ")
                _ = try link.command("PREPARE list_\(number) AS \(sql)")
                let plan = try link.run("EXPLAIN (COSTS OFF) EXECUTE list_\(number)(\(nulls))").rows
                    .compactMap { $0[0] as String? }
                let indexes = plan.compactMap { $0.firstMatch(of: /using (\w+) on job/)?.1 }
                // The numbers that were found lead to their jobs.
                #expect(Set(indexes) == [Substring(index), "job_pkey"], "\(plan)")
                #expect(indexes.count == 2, "\(plan)")
            }
        }
    }
}
