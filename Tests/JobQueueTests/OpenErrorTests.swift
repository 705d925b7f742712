import Foundation
import GRDB
import Glibc
import TestSupport
import Testing

@testable import Database
@testable import JobQueue

@Suite(.timeLimit(.minutes(10)))
struct OpenErrorTests {
    /// What lies where the queue should be, and what must be said of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable (_ path: String) throws -> Void
        let error: @Sendable (_ path: String) -> JobQueueError

        init(
            _ description: String, _ error: @escaping @Sendable (_ path: String) -> JobQueueError,
            make: @escaping @Sendable (_ path: String) throws -> Void
        ) {
            testDescription = description
            self.make = make
            self.error = error
        }
    }

    static let notQueues: [Case] = [
        Case("a text file", { .notAQueue(path: $0) }) { path in
            try Data(String(repeating: "words ", count: 1000).utf8).write(to: URL(filePath: path))
        },
        Case("a short text file", { .notAQueue(path: $0) }) { path in
            try Data("words".utf8).write(to: URL(filePath: path))
        },
        Case("another program's database", { .notAQueue(path: $0) }) { path in
            try database(path, "CREATE TABLE contact (name TEXT)")
        },
        Case("another program's database with a version", { .notAQueue(path: $0) }) { path in
            try database(path, "CREATE TABLE contact (name TEXT); PRAGMA user_version = 7")
        },
        Case("another program's empty database", { .notAQueue(path: $0) }) { path in
            try database(path, "PRAGMA application_id = 7")
        },
        Case(
            "a newer queue", { .newerVersion(path: $0, found: 99, known: Schema.current.format) }
        ) { path in
            try database(
                path, "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = 99")
        },
        Case("a symbolic link", { .notAQueue(path: $0) }) { path in
            try Data().write(to: URL(filePath: path + ".target"))
            try FileManager.default.createSymbolicLink(
                atPath: path, withDestinationPath: path + ".target")
        },
        Case("a folder", { .notAQueue(path: $0) }) { path in
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false)
        },
    ]

    private static func database(_ path: String, _ sql: String) throws {
        let stranger = try DatabaseQueue(path: path)
        try stranger.inDatabase { db in try db.execute(sql: sql) }
        try stranger.close()
    }

    @Test(arguments: notQueues)
    func `what is no queue of this version is refused and left as it was`(
        file: Case
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/queue.sqlite"
            try file.make(path)
            let before = try? Data(contentsOf: URL(filePath: path))
            #expect(throws: file.error(path)) { try JobStore(folder: folder) }
            #expect((try? Data(contentsOf: URL(filePath: path))) == before)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `another user's queue is refused, and nothing is left in its folder`() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/queue.sqlite"
            try Data().write(to: URL(filePath: path))
            try #require(unsafe chown(path, 65534, 65534) == 0)
            #expect(throws: JobQueueError.wrongOwner(path: path, owner: 65534)) {
                try JobStore(folder: folder)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["queue.sqlite"])
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `a home of another user is refused before anything is created in it`() async throws {
        try await withTemporaryFolder { folder in
            let home = "\(folder)/home"
            try FileManager.default.createDirectory(
                atPath: home, withIntermediateDirectories: false)
            try #require(unsafe chown(home, 65534, 65534) == 0)
            let link = "\(folder)/link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: home)
            for path in [home, link] {
                #expect(throws: JobQueueError.wrongOwner(path: path, owner: 65534)) {
                    try JobStore(folder: path)
                }
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: home) == [])
            // Once there is a queue, its owner decides: some systems give every volume to root.
            try Data().write(to: URL(filePath: "\(home)/queue.sqlite"))
            try JobStore(folder: home).close()
        }
    }

    @Test func `a queue that was cut short is called damaged`() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/queue.sqlite"
            let store = try JobStore(folder: folder)
            _ = try await store.submit([.some()], now: TestQueue.now)
            try store.close()
            let whole = try Data(contentsOf: URL(filePath: path))
            try whole.prefix(whole.count / 2).write(to: URL(filePath: path))
            let error = await #expect(throws: JobQueueError.self) {
                let damaged = try JobStore(folder: folder)
                _ = try await damaged.submit([.some()], now: TestQueue.now)
            }
            guard case .corrupt(path, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test func `a folder that does not exist is named`() throws {
        let error = #expect(throws: JobQueueError.self) {
            try JobStore(folder: "/nonexistent/headshot")
        }
        guard case .cannotOpen("/nonexistent/headshot/queue.lock", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
