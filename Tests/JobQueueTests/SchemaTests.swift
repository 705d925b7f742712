import Foundation
import GRDB
import TestSupport
import Testing

@testable import Database
@testable import JobQueue

@Suite(.timeLimit(.minutes(10)))
struct SchemaTests {
    @Test func `the schema is the one that was released`() async throws {
        try await TestQueue.inFile { queue in
            let statements = try queue.sql { db in
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'
                        ORDER BY tbl_name, type DESC, name
                        """)
            }
            try expectGolden("schema.sql", statements.joined(separator: ";\n\n") + ";\n")
        }
    }

    @Test(.needsPostgres) func `the tables on a server are those that were released`() async throws
    {
        try await TestQueue.onServer { queue in
            try expectGolden("schema-postgres.txt", queue.link().description())
        }
    }

    @Test func `the file names its program and its version`() async throws {
        try await TestQueue.inFile { queue in
            let numbers = try queue.sql { db in
                try ["application_id", "user_version"].map { pragma in
                    try Int.fetchOne(db, sql: "PRAGMA \(pragma)")
                }
            }
            #expect(numbers == [0x6873_6874, Schema.current.format])
        }
    }

    private static func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }

    /// Raw SQL that would make a row that means nothing.
    static let nonsense: [String] = [
        "UPDATE job SET id = -1",
        "UPDATE job SET id = 1125899906842624",
        "UPDATE job SET kind = ''",
        "UPDATE job SET kind = '\(zeros(33))'",
        "UPDATE job SET space = NULL",
        "UPDATE job SET space = '\(zeros(33))'",
        "UPDATE job SET payload = 'not json'",
        "UPDATE job SET person = ''",
        "UPDATE job SET person = '\(zeros(129))'",
        "UPDATE job SET key = ''",
        "UPDATE job SET input = 'me.jpg'",
        "UPDATE job SET input = NULL",
        "UPDATE job SET input_name = NULL",
        "UPDATE job SET input = NULL, input_name = NULL, second_input = '\(zeros(64))'",
        "UPDATE job SET second_input = 'me.jpg'",
        "UPDATE job SET priority = 101",
        "UPDATE job SET priority = 'high'",
        "UPDATE job SET state = 'lost'",
        "UPDATE job SET reason = 'why not'",
        "UPDATE job SET due_at = 1.5",
        "UPDATE job SET due_at = NULL",
        "UPDATE job SET attempts = -1",
        "UPDATE job SET crashes = -1",
        "UPDATE job SET cancel_requested = 2",
        "UPDATE job SET facts = '{'",
        "UPDATE job SET findings = '['",
        "UPDATE job SET state = 'succeeded', ended_at = 1, outcome = '{'",
        "UPDATE job SET provider = NULL",
        "UPDATE job SET state = 'running'",
        "UPDATE job SET state = 'running', token = 't', owner = 'w'",
        "UPDATE job SET token = 't', owner = 'w', phase = 'preparing'",
        "UPDATE job SET state = 'running', token = 't', phase = 'preparing'",
        """
        UPDATE job SET state = 'running', token = 't', owner = 'w', phase = 'processing'
        """,
        "UPDATE job SET state = 'failed'",
        "UPDATE job SET ended_at = 1",
        "UPDATE job SET state = 'succeeded', ended_at = 1",
        "UPDATE job SET state = 'succeeded', ended_at = 1, result = '/one.png'",
        "UPDATE job SET state = 'failed', ended_at = 1, outcome = '{}'",
        "UPDATE charge SET day = 'today'",
        "UPDATE charge SET state = 'maybe'",
        "UPDATE charge SET state = 'paid'",
        "UPDATE charge SET settled_at = 1",
        "UPDATE charge SET estimate = -1",
        "UPDATE charge SET cost = -1",
        "UPDATE charge SET bound = -1",
        "UPDATE charge SET receipt = '{'",
        "INSERT INTO gate VALUES ('p', 'm', 0, 0, 0, 0, 0, '', 'r', NULL, 0)",
        "INSERT INTO gate VALUES ('p', 'm', 0, 1, 2, 0, 0, '', 'r', NULL, 0)",
        "INSERT INTO gate VALUES ('p', 'm', 0, 1, 0, -1, 0, '', 'r', NULL, 0)",
        "INSERT INTO gate VALUES ('p', 'm', 0, 1, 0, 0, -1, '', 'r', NULL, 0)",
        "INSERT INTO cap VALUES (2, 10, 'GMT', NULL)",
        "INSERT INTO mark VALUES (2, 0)",
    ]

    /// The charge stays started; its job waits again, so that each statement is wrong in one way.
    private static let waiting = """
        UPDATE job SET state = 'waiting', reason = 'new', phase = NULL, owner = NULL, token = NULL
        """

    @Test(arguments: nonsense)
    func `the database itself refuses nonsense`(statement: String) async throws {
        try await TestQueue.inFile { queue in
            try await queue.submit()
            try await queue.charge(queue.take())
            try queue.sql { db in
                try db.execute(sql: Self.waiting)
                let error = #expect(throws: DatabaseError.self) {
                    try db.execute(sql: statement)
                }
                #expect(error?.resultCode == .SQLITE_CONSTRAINT)
            }
        }
    }

    /// The SQLSTATE by which a server refuses a statement: before it gets to the conditions, only for two reasons.
    private static func refusal(of statement: String) -> String {
        let isUnreadable = ["'not json'", "'{'", "'['", "'high'"].contains {
            statement.hasSuffix($0)
        }
        let isMissing = ["space", "due_at", "provider"].contains {
            statement.hasSuffix("SET \($0) = NULL")
        }
        // A value that its type does not have; NULL where a value is required; a condition.
        return isUnreadable ? "22P02" : isMissing ? "23502" : "23514"
    }

    // PostgreSQL rounds a number that is not whole.
    @Test(.needsPostgres, arguments: nonsense.filter { !$0.contains("1.5") })
    func `a server refuses the same nonsense`(statement: String) async throws {
        try await TestQueue.onServer { queue in
            try await queue.submit()
            try await queue.charge(queue.take())
            let link = try queue.link()
            _ = try link.command(Self.waiting)
            let error = #expect(throws: PostgresFailure.self) { try link.command(statement) }
            guard case .refused(let state, _, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(state == Self.refusal(of: statement))
        }
    }
}
