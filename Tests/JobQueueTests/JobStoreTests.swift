import Foundation
import GRDB
import TestSupport
import Testing

@testable import Database
@testable import JobQueue

@Suite(.timeLimit(.minutes(10)))
struct JobStoreTests {
    private func open(_ folder: String) throws(JobQueueError) -> JobStore {
        try JobStore(folder: folder)
    }

    private func permissions(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test func `a queue is kept over closing and opening`() async throws {
        try await withTemporaryFolder { folder in
            let first = try open(folder)
            let submissions = try await first.submit([.some()], now: TestQueue.now)
            let id = try #require(submissions.first?.id)
            try first.close()
            let second = try open(folder)
            #expect(try await second.job(id)?.job.state == .waiting)
            try second.close()
        }
    }

    @Test func `a closed store answers with an error`() async throws {
        try await withTemporaryFolder { folder in
            let store = try open(folder)
            try store.close()
            await #expect(throws: JobQueueError.self) { try await store.counts() }
            await #expect(throws: JobQueueError.self) {
                try await store.submit([.some()], now: TestQueue.now)
            }
        }
    }

    @Test func `two stores of one process share a queue`() async throws {
        try await TestQueue.inFile { queue in
            let other = try open(queue.folder)
            let id = try await queue.submit()
            #expect(try await other.job(id)?.job.id == id)
            try other.close()
            try await queue.submit()
        }
    }

    @Test func `only the owner can read the queue's files`() async throws {
        try await TestQueue.inFile { queue in
            try await queue.submit()
            try await queue.charge(queue.take())
            let names = try FileManager.default.contentsOfDirectory(atPath: queue.folder)
            #expect(
                Set(names) == [
                    "queue.sqlite", "queue.sqlite-wal", "queue.sqlite-shm", "queue.lock",
                    "payments.jsonl",
                ])
            for name in names {
                #expect(try permissions("\(queue.folder)/\(name)") == 0o600, "\(name)")
            }
        }
    }

    @Test(arguments: [
        ("journal_mode", "wal"), ("synchronous", "2"), ("wal_autocheckpoint", "1000"),
        ("mmap_size", "0"),
    ])
    func `the writer's settings are those that the promises stand on`(
        pragma: String, value: String
    ) async throws {
        try await TestQueue.inFile { queue in
            let found = try await queue.store.write { tx in try tx.row("PRAGMA \(pragma)") }
            let text = found.flatMap { row in row[0] as String? ?? (row[0] as Int?).map(String.init)
            }
            // SQLite answers nothing about mapped memory where it is compiled without it.
            #expect(text ?? "0" == value)
        }
    }

    @Test func `a long log is moved into the file and given back`() async throws {
        try await TestQueue.inFile { queue in
            func logSize() throws -> Int {
                let log = try FileManager.default.attributesOfItem(atPath: "\(queue.path)-wal")
                return try #require(log[.size] as? Int)
            }
            try queue.lengthenLog()
            #expect(try logSize() > 9_000_000)
            // The first commit moves it, the second begins anew.
            try await queue.submit()
            try await queue.submit()
            #expect(try logSize() < 9_000_000)
            #expect(try await queue.store.counts() == [.waiting: 2])
        }
    }

    @Test func `a reader that stands in the way of a long log does not hold up writers`()
        async throws
    {
        try await TestQueue.inFile { queue in
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let reader = try DatabaseQueue(path: queue.path, configuration: configuration)
            try await reader.writeWithoutTransaction { db in
                try db.execute(sql: "BEGIN; SELECT count(*) FROM job")
            }
            try queue.lengthenLog()
            // Of three, since the disk may be busy; to wait for the reader would take each ten seconds.
            var times: [Duration] = []
            for _ in 0..<3 {
                times.append(try await ContinuousClock().measure { try await queue.submit() })
            }
            #expect(try #require(times.min()) < .seconds(5))
            try await reader.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
            try reader.close()
        }
    }

    @Test func `a write outlives the cancellation of its task`() async throws {
        try await TestQueue.inFile { queue in
            let job = NewJob.some()
            let submissions = try await withThrowingTaskGroup(of: [Submission].self) { group in
                group.cancelAll()
                group.addTask {
                    #expect(Task.isCancelled)
                    return try await queue.store.submit([job], now: queue.now)
                }
                return try await group.next()
            }
            #expect(submissions == [.queued(try await queue.newest())])
            #expect(try await queue.job(queue.newest()).state == .waiting)
        }
    }

    @Test func `a backup is a queue with the same jobs, for its owner only`() async throws {
        try await TestQueue.inFile { queue in
            let id = try await queue.submit()
            try await queue.run(to: .done, cost: 5)
            let copy = "\(queue.folder)/copy"
            try FileManager.default.createDirectory(
                atPath: copy, withIntermediateDirectories: false)
            try await queue.store.backUp(to: "\(copy)/queue.sqlite")
            #expect(try permissions("\(copy)/queue.sqlite") == 0o600)
            let restored = try open(copy)
            #expect(try await restored.job(id)?.job == queue.job(id))
            #expect(try await restored.job(id)?.charges.first?.cost == 5)
            #expect(try await restored.files().integrityProblems() == [])
            try restored.close()
        }
    }

    @Test func `a backup never overwrites a file`() async throws {
        try await TestQueue.inFile { queue in
            let file = "\(queue.folder)/mine.txt"
            for content in ["", "words"] {
                try Data(content.utf8).write(to: URL(filePath: file))
                await #expect(throws: JobQueueError.self) {
                    try await queue.store.backUp(to: file)
                }
                #expect(try String(contentsOfFile: file, encoding: .utf8) == content)
            }
        }
    }
}
