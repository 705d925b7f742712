import Foundation
import Glibc
import TestSupport
import Testing

@testable import JobQueue

struct WorkerLockTests {
    private let flock = Program(path: "/usr/bin/flock")

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test func `a worker lives while it holds its lock, and leaves nothing behind`() async throws {
        try await withTemporaryFolder { folder in
            do {
                let lock = try WorkerLock(id: .first, folder: folder)
                #expect(WorkerLock.isAlive(.first, in: folder))
                #expect(WorkerLock.living(in: folder) == [.first])
                #expect(try names(folder) == ["\(WorkerID.first).lock"])
                _ = consume lock
            }
            #expect(WorkerLock.life(of: .first, in: folder) == .ended)
            #expect(try names(folder) == [])
        }
    }

    @Test func `a worker that never was is dead`() async throws {
        try await withTemporaryFolder { folder in
            #expect(!WorkerLock.isAlive(.first, in: folder))
            #expect(WorkerLock.living(in: folder) == [])
            #expect(WorkerLock.life(of: .first, in: folder) == .ended)
        }
    }

    @Test func `two workers cannot have one name`() async throws {
        try await withTemporaryFolder { folder in
            let lock = try WorkerLock(id: .first, folder: folder)
            #expect(throws: JobQueueError.self) { try WorkerLock(id: .first, folder: folder) }
            #expect(WorkerLock.isAlive(lock.id, in: folder))
        }
    }

    @Test func `a killed process is dead at once`() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/\(WorkerID.first).lock"
            let arguments = ["--no-fork", path, "sh", "-c", "echo held; exec sleep 600"]
            try await flock.withRunning(arguments) { process in
                _ = try await process.waitForOutput("held")
                #expect(WorkerLock.isAlive(.first, in: folder))
                #expect(WorkerLock.living(in: folder) == [.first])
                process.kill()
                #expect(try await process.waitForExit() == .signal(SIGKILL))
                #expect(WorkerLock.life(of: .first, in: folder) == .killed)
                #expect(WorkerLock.killed(in: folder) == [.first])
                #expect(WorkerLock.living(in: folder) == [])
            }
        }
    }

    @Test func `whoever asks does not seem alive to another who asks`() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/\(WorkerID.first).lock"
            // Asking is to try for a shared lock.
            let arguments = [
                "--shared", "--no-fork", path, "sh", "-c", "echo held; exec sleep 600",
            ]
            try await flock.withRunning(arguments) { process in
                _ = try await process.waitForOutput("held")
                #expect(!WorkerLock.isAlive(.first, in: folder))
            }
        }
    }

    @Test func `in doubt a worker lives`() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/\(WorkerID.first).lock"
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false)
            #expect(WorkerLock.isAlive(.first, in: folder))
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/\(WorkerID.second).lock", withDestinationPath: "/etc/passwd")
            #expect(WorkerLock.isAlive(.second, in: folder))
        }
    }

    @Test func `a worker that ends while others look is never taken for one that was killed`()
        async throws
    {
        try await withTemporaryFolder { folder in
            try await withThrowingTaskGroup(of: Int.self) { group in
                let id = WorkerID.fresh()
                group.addTask {
                    for _ in 0..<2000 {
                        let lock = try WorkerLock(id: id, folder: folder)
                        _ = consume lock
                    }
                    return 0
                }
                group.addTask {
                    var killed = 0
                    while !Task.isCancelled {
                        if WorkerLock.life(of: id, in: folder) == .killed { killed += 1 }
                    }
                    return killed
                }
                _ = try await group.next()
                group.cancelAll()
                #expect(try await group.next() == 0)
            }
        }
    }

    @Test func `a sweep removes what dead workers left, and nothing else`() async throws {
        try await withTemporaryFolder { folder in
            let lock = try WorkerLock(id: .first, folder: folder)
            try lock.publish(LiveProgress())
            let dead = WorkerID.fresh()
            let left = ["\(dead).lock", "\(dead).progress", "\(dead).progress.new"]
            for name in left + ["notes.txt", "not a worker.lock"] {
                try Data().write(to: URL(filePath: "\(folder)/\(name)"))
            }
            WorkerLock.sweep(folder, of: WorkerLock.killed(in: folder))
            #expect(
                Set(try names(folder)) == [
                    "\(lock.id).lock", "\(lock.id).progress", "notes.txt", "not a worker.lock",
                ])
        }
    }

    @Test func `workers that start while others sweep keep their locks`() async throws {
        try await withTemporaryFolder { folder in
            try await withThrowingTaskGroup(of: Int.self) { group in
                group.addTask {
                    var lost = 0
                    for _ in 0..<2000 {
                        let lock = try WorkerLock(id: .fresh(), folder: folder)
                        if !WorkerLock.isAlive(lock.id, in: folder) { lost += 1 }
                    }
                    return lost
                }
                group.addTask {
                    while !Task.isCancelled {
                        WorkerLock.sweep(folder, of: WorkerLock.killed(in: folder))
                    }
                    return 0
                }
                let lost = try await group.next()
                #expect(lost == 0)
                group.cancelAll()
            }
        }
    }

    @Test func `progress is told by file, for its owner only`() async throws {
        try await withTemporaryFolder { folder in
            let lock = try WorkerLock(id: .first, folder: folder)
            #expect(WorkerLock.progress(of: .first, in: folder) == nil)
            for sent in [10, 20] {
                let progress = LiveProgress(jobs: [
                    "0123456789": JobProgress(phase: .uploading, sentBytes: sent, totalBytes: 20)
                ])
                try lock.publish(progress)
                #expect(WorkerLock.progress(of: lock.id, in: folder) == progress)
            }
            for name in try names(folder) {
                let attributes = try FileManager.default.attributesOfItem(
                    atPath: "\(folder)/\(name)")
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
            }
        }
    }

    @Test func `progress that is no JSON is no progress`() async throws {
        try await withTemporaryFolder { folder in
            try Data("{".utf8).write(to: URL(filePath: "\(folder)/\(WorkerID.first).progress"))
            #expect(WorkerLock.progress(of: .first, in: folder) == nil)
        }
    }
}
