import Foundation
import GRDB
import TestSupport
import Testing

@testable import Database
@testable import JobQueue

/// Queues of older formats, as newer programs open them.
@Suite(.timeLimit(.minutes(10)))
struct MigrationTests {
    /// The program that knows some more formats than this one.
    private static func newer(by steps: Int) -> Schema {
        let more = (0..<steps).map { "CREATE TABLE newer_\($0) (id INTEGER) STRICT" }
        return Schema.current.followed(by: more)
    }

    /// The copies that were kept in a folder.
    private func copies(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasPrefix(SQLiteEngine.copyPrefix) }.sorted()
    }

    @Test func `a new queue leaves no copy, and one that is up to date none either`() async throws {
        try await TestQueue.inFile { queue in
            try JobStore(folder: queue.folder).close()
            #expect(try copies(in: queue.folder) == [])
        }
    }

    @Test func `the queue before a migration is kept, and an older program can read it`()
        async throws
    {
        try await TestQueue.inFile { queue in
            let job = try await queue.submit()
            let newer = Self.newer(by: 1)
            try JobStore(folder: queue.folder, schema: newer).close()
            let copy = SQLiteEngine.copy(of: queue.path, before: newer.format)
            #expect(try copies(in: queue.folder) == [URL(filePath: copy).lastPathComponent])
            let rights = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions]
            #expect(rights as? Int == 0o600)

            try await withTemporaryFolder { folder in
                try FileManager.default.copyItem(atPath: copy, toPath: "\(folder)/queue.sqlite")
                let older = try JobStore(folder: folder)
                #expect(try await older.jobs(JobFilter(), limit: 10).map(\.id) == [job])
                try older.close()
            }
        }
    }

    @Test func `only the newest copy is kept, and what a crash left is no obstacle`() async throws {
        try await TestQueue.inFile { queue in
            let next = Self.newer(by: 2)
            let copy = SQLiteEngine.copy(of: queue.path, before: next.format)
            try Data("half a copy".utf8).write(to: URL(filePath: copy + ".writing"))
            try JobStore(folder: queue.folder, schema: Self.newer(by: 1)).close()
            try JobStore(folder: queue.folder, schema: next).close()
            #expect(try copies(in: queue.folder) == [URL(filePath: copy).lastPathComponent])
        }
    }

    @Test func `a migration that fails changes nothing`() async throws {
        try await TestQueue.inFile { queue in
            let job = try await queue.submit()
            let broken = Self.newer(by: 1).followed(by: ["CREATE TABLE newer_0 (id INTEGER)"])
            #expect(throws: JobQueueError.self) {
                try JobStore(folder: queue.folder, schema: broken)
            }
            #expect(try await queue.claim().claim?.job.id == job)
        }
    }

    // MARK: - Released formats

    private static let formats = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Formats")

    /// What every file of a format holds: a job of each end that money can have, and one that waits.
    private func fill(_ queue: TestQueue) async throws {
        for end in [JobEnd.done, .uncertain(reason: .deadline, detail: nil)] {
            try await queue.submit()
            try await queue.run(to: end, end == .done ? .paid : .unknown, cost: 38_700)
        }
        try await queue.submit()
    }

    @Test(arguments: Schema.current.oldest...Schema.current.format)
    func `a queue of each released format opens, with its jobs and charges`(format: Int)
        async throws
    {
        let file = Self.formats.appending(path: "format-\(format).sqlite")
        try await TestQueue.inFile { fresh in
            try await fill(fresh)
            if isRecordingGolden, format == Schema.current.format {
                try? FileManager.default.removeItem(at: file)
                try await fresh.store.backUp(to: file.path(percentEncoded: false))
            }
            try await withTemporaryFolder { folder in
                let path = "\(folder)/queue.sqlite"
                try FileManager.default.copyItem(
                    atPath: file.path(percentEncoded: false), toPath: path)
                let store = try JobStore(folder: folder)
                let jobs = try await store.jobsAndCharges(JobFilter(), limit: 10)
                let expected = try await fresh.store.jobsAndCharges(JobFilter(), limit: 10)
                #expect(jobs.map(\.job.state) == expected.map(\.job.state))
                let charges = jobs.map { $0.charges.map(\.state) }
                #expect(charges == expected.map { $0.charges.map(\.state) })
                #expect(try await store.counts() == fresh.store.counts())
                try store.close()
                #expect(try schema(of: path) == schema(of: fresh.path))
            }
        }
    }

    @Test func `a queue of a format from before the first release is refused, and not changed`()
        async throws
    {
        try await TestQueue.inFile { queue in
            let found = Schema.current.oldest - 1
            try queue.sql { try $0.execute(sql: "PRAGMA user_version = \(found)") }
            let refusal = JobQueueError.unreleasedFormat(
                path: queue.path, found: found, oldest: Schema.current.oldest)
            #expect(throws: refusal) { try JobStore(folder: queue.folder) }
            #expect(try queue.sql { try Int.fetchOne($0, sql: "PRAGMA user_version") } == found)
        }
    }

    @Test func `a process that had the queue open knows what a migration allows, and nothing else`()
        async throws
    {
        try await withTemporaryFolder { folder in
            // Its second step allows the reason.
            let oldest = Schema.current.upTo(Schema.current.oldest)
            let older = try JobStore(folder: folder, schema: oldest)
            try await older.keepLimits(orElse: .ten)
            let id = try #require(await older.submit([.some()], now: TestQueue.now).first).id
            func wait(for reason: String, _ store: JobStore) async throws {
                // What ends work is still written then.
                _ = try await store.write(endsWork: true) { tx in
                    try tx.run("UPDATE job SET reason = ?", [reason])
                }
            }
            await #expect(throws: JobQueueError.self) {
                try await wait(for: WaitReason.photo.rawValue, older)
            }
            let newer = try JobStore(folder: folder)
            for store in [older, newer] {
                try await wait(for: WaitReason.photo.rawValue, store)
                #expect(try await store.job(id)?.job.waitReason == .photo)
                await #expect(throws: JobQueueError.self) { try await wait(for: "why", store) }
            }
            #expect(try await newer.files().integrityProblems() == [])
            // Again, no statement writes descriptions.
            await #expect(throws: JobQueueError.self) {
                try await newer.write { tx in
                    try tx.run("PRAGMA writable_schema = ON")
                    try tx.run("UPDATE sqlite_schema SET sql = NULL WHERE name = 'job_key'")
                }
            }
            try older.close()
            try newer.close()
        }
    }

    private func schema(of path: String) throws -> [String] {
        try DatabaseQueue(path: path).inDatabase { db in
            try String.fetchAll(
                db, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name")
        }
    }
}
