import Answers
import Foundation
import Ground
import HeadshotWorker
import Setup
import TestSupport
import Testing

@testable import Companion
@testable import JobQueue

/// All that is kept of a person, as it is written.
@Suite(.timeLimit(.minutes(10)))
struct PersonExportTests {
    /// More than are read at once.
    private static let count = 450

    /// The tables of lists of any length, and the columns in which their rows differ, by the row's number.
    private static let copies = [
        (table: "upload", values: ["id": "'u' || n", "created_at": "created_at + n / 3"]),
        (
            table: "tip",
            values: [
                "id": "'t' || n", "place": "n % 3", "period": "'period-' || (100 + n / 3)",
                "created_at": "created_at + n / 5",
            ]
        ),
        (table: "task", values: ["day": "date(day, '-' || n || ' days')"]),
        (
            table: "moment",
            values: [
                "id": "'m' || n", "client": "'m' || n",
                "day": "date(day, '-' || (n / 2) || ' days')",
                "happened_at": "happened_at - n / 3",
            ]
        ),
    ]

    /// The same lists, and the member that tells their entries apart.
    private static let lists = [
        (name: "photos", id: "id"), (name: "tips", id: "tip"), (name: "tasks", id: "day"),
        (name: "moments", id: "id"), (name: "days", id: "day"),
    ]

    @Test func `an export reads its lists while it is written, page by page and each entry once`()
        async throws
    {
        try await withTemporaryFolder { folder in
            try await Session.run(Configuration(.process), home: folder) { session in
                let spaces = try await TwinSpaces(number: 1, session: session)
                let (store, space) = (session.store, spaces.space)
                let person = try #require(Person(TwinSpaces.anna, in: space))
                let record = try #require(try await store.record(of: space))
                func begin() async throws -> PersonExport {
                    try await PersonExport(
                        of: person, in: record, PersonReader(session.people), isPretty: false)
                }
                let now = session.configuration.environment.now
                let day = try #require(LocalDay("2026-11-21"))
                _ = try await store.changeRoutine(of: person, on: day, now: now) {
                    $0.tick("water", at: now)
                }
                var begun = try await begin()
                let start = try #require(try await begun.next())
                for (table, values) in Self.copies {
                    try await copy(table, values, of: person, in: store)
                }
                let late = try await document(start, &begun)
                var export = try await begin()
                let whole = try await document("", &export)
                for (name, id) in Self.lists {
                    let entries = try #require(whole[name] as? [[String: Any]])
                    let names = entries.map { "\($0[id] ?? "")" }
                    #expect(names.count >= Self.count / 2, "\(name)")
                    #expect(Set(names).count == names.count, "\(name)")
                    if id == "day" { #expect(names == names.sorted(by: >), "\(name)") }
                    #expect(late[name] as? NSArray == whole[name] as? NSArray, "\(name)")
                }
            }
        }
    }

    /// The rest of an export, with what was read of it before.
    private func document(
        _ start: String, _ export: inout PersonExport
    ) async throws -> [String: Any] {
        var text = start
        while let part = try await export.next() { text += part }
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return try #require(json as? [String: Any])
    }

    /// Adds rows like one that a person has.
    private func copy(
        _ table: String, _ values: [String: String], of person: Person, in store: JobStore
    ) async throws {
        try await store.write { tx in
            let names: [String] = try tx.values(
                "SELECT name FROM pragma_table_info(?) WHERE name <> 'seq'", [table])
            try tx.run(
                """
                WITH RECURSIVE numbers(n) AS (
                    SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?
                ), one AS (SELECT * FROM \(table) WHERE space = ? AND person = ? LIMIT 1)
                INSERT INTO \(table) (\(names.joined(separator: ", ")))
                SELECT \(names.map { values[$0] ?? $0 }.joined(separator: ", ")) FROM numbers, one
                """, [Self.count] + person.arguments)
        }
    }
}
