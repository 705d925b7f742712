import Foundation
import GRDB
import TestSupport
import Testing

@testable import JobQueue

struct MigrationTests {
    /// Makes a queue as the first version of the schema had it, with a gate that is probed and one that is open.
    private func makeFirstVersion(in folder: String) throws {
        let first = try DatabaseQueue(path: "\(folder)/queue.sqlite")
        defer { try? first.close() }
        try first.inDatabase { db in
            try db.execute(sql: try #require(Schema.migrations.first))
            try db.execute(
                sql: """
                    PRAGMA application_id = \(Schema.applicationID);
                    PRAGMA user_version = 1;
                    INSERT INTO gate VALUES ('gemini', 300000, 1, 0, 2, 'rate', 'slow down', 7000);
                    INSERT INTO gate VALUES ('other', 0, 0, 1, 0, 'bad_key', NULL, 8000);
                    INSERT INTO job VALUES (
                        7, '0000000001', 'headshot', '{"a":1}', 'anna', 'key', printf('%064d', 0),
                        'me.jpg', 2, 'running', 'uploading', 'claimed', 3000, 'worker', 'token', 1, 4,
                        1, '0000000000', 5000, 6000, NULL, 'Make it so', '8', '{"b":9}', '[10]',
                        'eleven', NULL);
                    INSERT INTO job (id, kind, payload, person, photo, photo_name, priority, state,
                        reason, due_at, created_at, ended_at, result)
                    VALUES ('0000000002', 'headshot', '{}', 'bert', printf('%064d', 0), 'me.jpg',
                        0, 'succeeded', 'succeeded', 0, 0, 12000, '/r.png');
                    """)
        }
    }

    @Test func `a queue of the first version keeps its jobs and its gates`() async throws {
        try await withTemporaryFolder { folder in
            try makeFirstVersion(in: folder)
            let store = try JobStore(folder: folder)
            let gates = try await store.gates()
            #expect(gates.map(\.allowed) == [1, nil])
            #expect(gates.map(\.opens) == [300_000, 0].map(Date.init(milliseconds:)))
            #expect(gates.map(\.isHalted) == [false, true])
            #expect(gates.map(\.failures) == [2, 0])
            #expect(gates.map(\.reason) == ["rate", "bad_key"])
            #expect(gates.map(\.detail) == ["slow down", nil])
            #expect(gates.map(\.changed) == [7000, 8000].map(Date.init(milliseconds:)))
            let jobs = try await store.jobs(JobFilter())
            #expect(jobs.map(\.id.rawValue) == ["0000000002", "0000000001"])
            #expect(jobs.map(\.provider) == ["gemini", "gemini"])
            #expect(jobs.map(\.result) == ["/r.png", nil])
            #expect(jobs.map(\.ended) == [Date(milliseconds: 12000), nil])
            let old = try #require(jobs.last)
            #expect(old.payload == #"{"a":1}"#)
            #expect([old.person.rawValue, old.photoName] == ["anna", "me.jpg"])
            #expect([old.key, old.owner?.rawValue] == ["key", "worker"])
            #expect(old.photo == String(repeating: "0", count: 64))
            let numbers: [Int] = [old.priority, old.attempts, old.crashes]
            #expect(numbers == [2, 4, 1])
            #expect(old.state == .running)
            #expect(old.phase == .uploading)
            #expect(old.reason == "claimed")
            #expect(old.isCancelRequested)
            #expect(old.retryOf?.rawValue == "0000000000")
            #expect([old.due, old.created] == [3000, 5000].map(Date.init(milliseconds:)))
            #expect(old.started == Date(milliseconds: 6000))
            #expect([old.prompt, old.promptVersion] == ["Make it so", "8"])
            #expect([old.facts, old.findings] == [#"{"b":9}"#, "[10]"])
            #expect([old.detail, old.headshot] == ["eleven", nil])
            try store.close()
        }
    }

    @Test func `a queue that was brought up to date is like a new one`() async throws {
        try await withTemporaryFolder { folder in
            try makeFirstVersion(in: folder)
            try JobStore(folder: folder).close()
            try await TestQueue.with { new in
                let old = try DatabaseQueue(path: "\(folder)/queue.sqlite")
                #expect(try old.inDatabase(Self.schema) == new.sql(Self.schema))
                try old.close()
            }
        }
    }

    private static func schema(_ db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT 'version ' || user_version FROM pragma_user_version
                UNION ALL SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY 1
                """)
    }
}
