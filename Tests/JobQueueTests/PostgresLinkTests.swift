import TestSupport
import Testing

@testable import Database
@testable import JobQueue

@Suite(
    .timeLimit(.minutes(10)),
    .needsPostgres,
    .postgresServer())
struct PostgresLinkTests {
    private func link(patience: CInt = PostgresLink.usualPatience) throws -> PostgresLink {
        try PostgresLink(to: #require(PostgresServer.current).place, patience: patience)
    }

    @Test(
        "A text comes back as it was bound",
        arguments: [
            "", "anna", "it's", "a\\b", "two\nlines", "Zoë 👩‍🔬", "$1 ?",
            String(repeating: "ü", count: 3_000_000),
        ])
    func texts(text: String) throws {
        let answer = try link().run("SELECT CAST(? AS text)", [.text(text)])
        // Compared without a message: the longest is too long for one.
        let isSame = answer.rows.first?.values == [.text(text)]
        #expect(isSame)
    }

    @Test("A number comes back as it was bound", arguments: [0, 1, -1, Int64.max, Int64.min])
    func numbers(number: Int64) throws {
        let answer = try link().run("SELECT CAST(? AS bigint)", [.integer(number)])
        #expect(answer.rows.first?.values == [.integer(number)])
    }

    @Test("A NULL comes back as NULL, and is no empty text")
    func null() throws {
        let answer = try link().run("SELECT CAST(? AS text), CAST(? AS text)", [.null, .text("")])
        #expect(answer.rows.first?.values == [.null, .text("")])
    }

    @Test(
        "What SQLite counts in numbers is a number here, too",
        arguments: [
            ("SELECT EXISTS (SELECT 1)", 1), ("SELECT 1 > 2", 0),
            ("SELECT count(*) FROM pg_class WHERE FALSE", 0),
            ("SELECT sum(n) FROM (VALUES (CAST(2 AS bigint)), (3)) AS pairs (n)", 5),
            ("SELECT CAST(7 AS smallint)", 7),
        ])
    func figures(sql: String, number: Int64) throws {
        let answer = try link().run(sql)
        #expect(answer.rows.first?.values == [.integer(number)])
    }

    @Test("A row has its columns' names, and a statement says how many rows it changed")
    func rows() throws {
        let link = try link()
        _ = try link.command("CREATE TEMPORARY TABLE pair (one bigint, two text)")
        _ = try link.run("INSERT INTO pair VALUES (?1, ?2), (?1, 'b')", [.integer(1), .text("a")])
        let changed = try link.run(
            "UPDATE pair SET two = two || ? WHERE one = ?", [.text("!"), .integer(1)])
        #expect(changed.changed == 2)
        let rows = try link.run("SELECT two, one FROM pair ORDER BY two").rows
        #expect(rows.map(\.columns) == [["two", "one"], ["two", "one"]])
        #expect(rows.map { $0["two"] as String? } == ["a!", "b!"])
    }

    @Test("A text with a NUL is refused, not cut")
    func nul() throws {
        let link = try link()
        #expect(throws: PostgresFailure.refused(state: "22021", detail: "a value was refused")) {
            try link.run("SELECT CAST(? AS text)", [.text("an\0na")])
        }
        #expect(try link.run("SELECT 1").rows.count == 1)
    }

    @Test("A refusal does not repeat the value that was refused")
    func refusedValue() throws {
        let link = try link()
        #expect(throws: PostgresFailure.refused(state: "22P02", detail: "a value was refused")) {
            try link.run("SELECT CAST(CAST(? AS text) AS bigint)", [.text("anna")])
        }
    }

    @Test("A refused statement leaves the link as it was, once the transaction is rolled back")
    func refusedStatement() throws {
        let link = try link()
        _ = try link.command("CREATE TEMPORARY TABLE once (name text PRIMARY KEY)")
        let insert = "INSERT INTO once VALUES (?)"
        _ = try link.command("BEGIN")
        _ = try link.run(insert, [.text("anna")])
        let failure = #expect(throws: PostgresFailure.self) {
            try link.run(insert, [.text("anna")])
        }
        guard case .refused("23505", let detail, "once_pkey") = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(!detail.contains("anna"))
        _ = try link.command("ROLLBACK")
        #expect(try link.run(insert, [.text("anna")]).changed == 1)
    }

    @Test("COMMIT of a transaction that failed is no success")
    func failedCommit() throws {
        let link = try link()
        _ = try link.command("BEGIN")
        #expect(throws: PostgresFailure.self) { try link.run("SELECT 1 / 0") }
        #expect(
            throws: PostgresFailure.refused(
                state: "25P02", detail: "the transaction had failed before")
        ) { try link.commit() }
    }

    @Test("A link whose server process ended is lost, and stays lost")
    func ended() throws {
        let link = try link()
        let process = try #require(link.run("SELECT pg_backend_pid()").rows.first)
        _ = try self.link().run(
            "SELECT pg_terminate_backend(CAST(? AS int), 60000)", process.values)
        #expect(throws: PostgresFailure.self) { try link.run("SELECT 1") }
        #expect(throws: PostgresFailure.lost) { try link.run("SELECT 1") }
    }

    @Test("A server that is silent for too long is lost")
    func silent() throws {
        let link = try link(patience: 200)
        #expect(throws: PostgresFailure.lost) { try link.run("SELECT pg_sleep(3600)") }
    }

    @Test("A role's setting cannot cut a statement short")
    func statementTimeout() throws {
        let server = try #require(PostgresServer.current)
        // Long enough for the statement that lifts it, on a busy machine.
        let link = try PostgresLink(to: server.place + " options='-c statement_timeout=500'")
        #expect(try link.run("SELECT pg_sleep(1)").rows.count == 1)
    }

    @Test("Where no server is, nothing is asked, and libpq's words say where that is")
    func unreachable() throws {
        let failure = #expect(throws: PostgresFailure.self) {
            try PostgresLink(to: "host=/nonexistent user=postgres")
        }
        guard case .unreachable(let detail) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(detail.contains("/nonexistent"))
    }

    @Test("A role's setting cannot make commits less durable")
    func durable() throws {
        let server = try #require(PostgresServer.current)
        let weak = try PostgresLink(to: server.place + " options='-c synchronous_commit=off'")
        #expect(try weak.run("SHOW synchronous_commit").rows.first?.values == [.text("on")])
    }

    @Test(
        "Marks are numbered in SQLite's order",
        arguments: [
            ("SELECT ?, ?", "SELECT $1, $2"), ("SELECT ?2, ?1, ?", "SELECT $2, $1, $3"),
            ("SELECT '?', ?, 'it''s ?'", "SELECT '?', $1, 'it''s ?'"), ("SELECT ?12", "SELECT $12"),
        ])
    func marks(sql: String, numbered: String) {
        #expect(NumberedMarks.of(sql) == numbered)
    }
}
