import Foundation
import GRDB
import Glibc
import TestSupport
import Testing

@testable import Database
@testable import JobQueue

/// Queue files that are sound for SQLite, and have more, less or something else than this program writes.
@Suite(.timeLimit(.minutes(10)))
struct CraftedQueueTests {
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What is reported of it.
        let words: String
        let sql: String

        init(_ testDescription: String, _ words: String, _ sql: String) {
            self.testDescription = testDescription
            self.words = words
            self.sql = sql
        }
    }

    static let changes = [
        Change(
            "a trigger", "trigger evil",
            """
            CREATE TRIGGER evil AFTER INSERT ON job BEGIN
                DELETE FROM charge;
            END
            """),
        Change("a view", "view spy", "CREATE VIEW spy AS SELECT * FROM token"),
        Change("a table", "table more", "CREATE TABLE more (bytes BLOB)"),
        Change("an index", "index more", "CREATE INDEX more ON job (prompt)"),
        Change("no unique index", "index charge_once is missing", "DROP INDEX charge_once"),
        Change("no trigger", "trigger job_returns is missing", "DROP TRIGGER job_returns"),
        Change(
            "a view in place of a table", "index wish_reminded is missing",
            "DROP TABLE wish; CREATE VIEW wish AS SELECT 1 AS space, 2 AS person"),
        Change(
            "another column", "table upload was changed",
            "ALTER TABLE upload ADD COLUMN more TEXT AS (lower(name))"),
        Change(
            "a unique index on less", "index job_key was changed",
            "DROP INDEX job_key; CREATE UNIQUE INDEX job_key ON job (key)"),
        Change("a result with a path", "a result", "UPDATE job SET result = '/etc/passwd'"),
        Change(
            "a result in the folder above", "a result",
            "UPDATE job SET result = (SELECT '../' || result FROM job)"),
        Change("another job's result", "a result", "UPDATE job SET result = '0000000000-one.png'"),
        Change(
            "a photo to remove in the folder above", "a photo",
            "INSERT INTO removal VALUES ('../../precious')"),
        Change(
            "an input in the folder above", "a photo",
            "UPDATE job SET input = '../queue.sqlite' || substr(input, 16)"),
        Change(
            "an input with a path behind its hash", "a photo",
            "UPDATE job SET input = input || './../serve.key'"),
    ]

    /// Makes a queue with a job that has ended, and a backup of it that is changed.
    private func with(
        _ sql: String, _ body: (_ queue: TestQueue, _ backup: String) async throws -> Void
    ) async throws {
        try await TestQueue.inFile { queue in
            try await queue.submit()
            try await queue.run(to: .done)
            let backup = "\(queue.folder)/backup.sqlite"
            try await queue.store.backUp(to: backup)
            let stranger = try DatabaseQueue(path: backup)
            try await stranger.write { db in try db.execute(sql: sql) }
            try stranger.close()
            try await body(queue, backup)
        }
    }

    @Test(arguments: changes)
    func `a backup with anything but a queue's own replaces nothing`(change: Change) async throws {
        try await with(change.sql) { queue, backup in
            let since = try await queue.submit()
            let error = await #expect(throws: JobQueueError.self) {
                try await queue.store.restore(from: backup, keepingReplacedIn: nil)
            }
            guard case .corrupt(backup, let detail) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(detail.contains(change.words))
            #expect(try await queue.job(since).state == .waiting)
            let left = try FileManager.default.contentsOfDirectory(atPath: queue.folder)
            #expect(!left.contains("restoring.sqlite"))
        }
    }

    @Test(arguments: changes)
    func `a queue with anything but its own is not called sound`(change: Change) async throws {
        try await TestQueue.inFile { queue in
            try await queue.submit()
            try await queue.run(to: .done)
            #expect(try await queue.store.files().integrityProblems() == [])
            try queue.sql { db in try db.execute(sql: change.sql) }
            let problems = try await queue.store.files().integrityProblems()
            #expect(problems.first?.contains(change.words) == true)
        }
    }

    @Test func `a row that breaks a condition of its table is found beside open connections`()
        async throws
    {
        try await TestQueue.inFile { queue in
            try await queue.submit()
            try queue.sql { db in
                try db.execute(
                    sql: "PRAGMA ignore_check_constraints = ON; UPDATE job SET attempts = -9")
            }
            #expect(
                try await queue.store.files().integrityProblems().first?.contains("job") == true)
        }
    }

    @Test(arguments: [0, Schema.current.oldest])
    func `a queue whose format does not go with its tables is damaged`(
        format: Int
    ) async throws {
        try await TestQueue.inFile { queue in
            try await queue.submit()
            try queue.sql { db in try db.execute(sql: "PRAGMA user_version = \(format)") }
            let error = #expect(throws: JobQueueError.self) {
                try JobStore(folder: queue.folder).close()
            }
            guard case .corrupt = error else { throw try #require(error) }
        }
    }

    @Test(.needsPostgres, arguments: [0, 4, 9])
    func `a queue with anything but its own does not move`(index: Int) async throws {
        let change = Self.changes[index]
        try await TestQueue.inFile { old in
            try await old.submit()
            try await old.run(to: .done)
            try old.sql { db in try db.execute(sql: change.sql) }
            try await TestQueue.onServer { new in
                let error = #expect(throws: JobQueueError.self) {
                    try QueueMove(from: old.folder, to: new.store)
                }
                guard case .corrupt(_, let detail) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(detail.contains(change.words))
                let moved = try await new.store.counts()
                #expect(moved.isEmpty)
            }
            // No mark of a move keeps the queue from being used.
            #expect(try await old.store.counts() == [.succeeded: 1])
        }
    }

    @Test(arguments: [0, -7])
    func `a backup that names no format replaces nothing`(format: Int) async throws {
        try await with("PRAGMA user_version = \(format)") { queue, backup in
            let job = try await queue.newest()
            await #expect(throws: JobQueueError.self) {
                try await queue.store.restore(from: backup, keepingReplacedIn: nil)
            }
            #expect(try await queue.job(job).state == .succeeded)
        }
    }

    @Test(arguments: ["pipe", "device", "folder"])
    func `what is not a file is refused as a backup, and not waited for`(kind: String) async throws
    {
        try await TestQueue.inFile { queue in
            let job = try await queue.submit()
            let path = kind == "device" ? "/dev/zero" : "\(queue.folder)/backup"
            switch kind {
            case "pipe": try #require(unsafe mkfifo(path, 0o600) == 0)
            case "folder":
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: false)
            default: break
            }
            await #expect(throws: JobQueueError.notAQueue(path: path)) {
                try await queue.store.restore(from: path, keepingReplacedIn: nil)
            }
            #expect(try await queue.job(job).state == .waiting)
        }
    }

    @Test func `a link to a backup is a backup`() async throws {
        try await TestQueue.inFile { queue in
            let backup = "\(queue.folder)/backup.sqlite"
            try await queue.store.backUp(to: backup)
            try await queue.submit()
            let link = "\(queue.folder)/latest"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: backup)
            _ = try await queue.store.restore(from: link, keepingReplacedIn: nil)
            #expect(try await queue.store.counts() == [:])
        }
    }

    @Test func `no statement rewrites how SQLite describes the file`() async throws {
        try await TestQueue.inFile { queue in
            try await queue.submit()
            await #expect(throws: JobQueueError.self) {
                try await queue.store.write { tx in
                    try tx.run("PRAGMA writable_schema = ON")
                    try tx.run("DELETE FROM sqlite_schema WHERE name = 'charge_once'")
                }
            }
            #expect(try await queue.store.files().integrityProblems() == [])
        }
    }

    // MARK: - Persons who have left

    @Test(arguments: [Person.anna, .annaOfApp])
    func `persons who were forgotten after a backup are named, each time that it is restored`(
        person: Person
    ) async throws {
        try await TestQueue.inFile { queue in
            _ = try await queue.addWebhook()
            for other in [person, .bert] {
                try await queue.submit(other)
                try await queue.run(to: .done)
            }
            let backup = "\(queue.folder)/backup.sqlite"
            try await queue.store.backUp(to: backup)
            try await forget(person, queue)
            for _ in 1...2 {
                let learned = try await queue.store.restore(from: backup, keepingReplacedIn: nil)
                #expect(learned.forgotten == [person])
            }
            try await forget(person, queue)
            let later = "\(queue.folder)/later.sqlite"
            try await queue.store.backUp(to: later)
            let learned = try await queue.store.restore(from: later, keepingReplacedIn: nil)
            #expect(learned.forgotten == [])
        }
    }

    private func forget(_ person: Person, _ queue: TestQueue) async throws {
        _ = try await queue.store.prepareToForget(person, now: queue.now)
        _ = try await queue.store.remove(queue.jobs(of: person))
        _ = try await queue.store.anonymiseCharges(of: person)
    }
}
