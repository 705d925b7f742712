import Foundation
import Glibc
import Ground
import TestSupport
import Testing

import JobQueue

@Suite(.timeLimit(.minutes(10)))
struct WorkerLockTests {
    private let flock = Program(path: "/usr/bin/flock")

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test func `a worker lives while it holds its lock, and leaves nothing behind`() async throws {
        try await withTemporaryFolder { folder in
            let presence = FilePresence(folder: folder)
            do {
                let lock = try presence.begin(.first)
                #expect(presence.life(of: .first) == .alive)
                #expect(try presence.living() == [.first])
                #expect(try names(folder) == ["\(WorkerID.first).lock"])
                _ = consume lock
            }
            #expect(presence.life(of: .first) == .ended)
            #expect(try names(folder) == [])
        }
    }

    @Test func `a worker that never was is dead`() async throws {
        try await withTemporaryFolder { (folder) throws in
            let presence = FilePresence(folder: folder)
            #expect(presence.life(of: .first) != .alive)
            #expect(try presence.living() == [])
            #expect(presence.life(of: .first) == .ended)
        }
    }

    @Test func `two workers cannot have one name`() async throws {
        try await withTemporaryFolder { folder in
            let presence = FilePresence(folder: folder)
            let lock = try presence.begin(.first)
            #expect(throws: JobQueueError.self) { try presence.begin(.first) }
            #expect(presence.life(of: lock.id) == .alive)
        }
    }

    @Test func `a killed process is dead at once`() async throws {
        try await withTemporaryFolder { folder in
            let presence = FilePresence(folder: folder)
            let path = "\(folder)/\(WorkerID.first).lock"
            let arguments = ["--no-fork", path, "sh", "-c", "echo held; exec sleep 600"]
            try await flock.withRunning(arguments) { process in
                _ = try await process.waitForOutput("held")
                #expect(presence.life(of: .first) == .alive)
                #expect(try presence.living() == [.first])
                process.kill()
                #expect(try await process.waitForExit() == .signal(SIGKILL))
                #expect(presence.life(of: .first) == .killed)
                #expect(try presence.killed() == [.first])
                #expect(try presence.living() == [])
            }
        }
    }

    @Test func `whoever asks does not seem alive to another who asks`() async throws {
        try await withTemporaryFolder { folder in
            let presence = FilePresence(folder: folder)
            let path = "\(folder)/\(WorkerID.first).lock"
            // Asking is to try for a shared lock.
            let arguments = [
                "--shared", "--no-fork", path, "sh", "-c", "echo held; exec sleep 600",
            ]
            try await flock.withRunning(arguments) { process in
                _ = try await process.waitForOutput("held")
                #expect(presence.life(of: .first) != .alive)
            }
        }
    }

    @Test func `in doubt a worker lives`() async throws {
        try await withTemporaryFolder { folder in
            let presence = FilePresence(folder: folder)
            let path = "\(folder)/\(WorkerID.first).lock"
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false)
            #expect(presence.life(of: .first) == .alive)
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/\(WorkerID.second).lock", withDestinationPath: "/etc/passwd")
            #expect(presence.life(of: .second) == .alive)
        }
    }

    @Test func `a worker that ends while others look is never taken for one that was killed`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let presence = FilePresence(folder: folder)
            try await withThrowingTaskGroup(of: Int.self) { group in
                let id = WorkerID.fresh()
                group.addTask {
                    for _ in 0..<2000 {
                        let lock = try presence.begin(id)
                        _ = consume lock
                    }
                    return 0
                }
                group.addTask {
                    var killed = 0
                    while !Task.isCancelled {
                        if presence.life(of: id) == .killed { killed += 1 }
                        // Or loops like this one could keep all threads from what they wait for.
                        await Task.yield()
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
            let presence = FilePresence(folder: folder)
            let lock = try presence.begin(.first)
            try lock.publish(LiveProgress())
            let dead = WorkerID.fresh()
            let left = ["\(dead).lock", "\(dead).progress", "\(dead).progress.new"]
            for name in left + ["notes.txt", "not a worker.lock"] {
                try Data().write(to: URL(filePath: "\(folder)/\(name)"))
            }
            try presence.sweep(killed: presence.killed())
            #expect(
                Set(try names(folder)) == [
                    "\(lock.id).lock", "\(lock.id).progress", "notes.txt", "not a worker.lock",
                ])
        }
    }

    @Test func `workers that start while others sweep keep their locks`() async throws {
        try await withTemporaryFolder { folder in
            let presence = FilePresence(folder: folder)
            try await withThrowingTaskGroup(of: Int.self) { group in
                group.addTask {
                    var lost = 0
                    for _ in 0..<2000 {
                        let lock = try presence.begin(.fresh())
                        if presence.life(of: lock.id) != .alive { lost += 1 }
                    }
                    return lost
                }
                group.addTask {
                    while !Task.isCancelled {
                        try presence.sweep(killed: presence.killed())
                        await Task.yield()
                    }
                    return 0
                }
                let lost = try await group.next()
                #expect(lost == 0)
                group.cancelAll()
            }
        }
    }

    /// What becomes of a live worker's file, with the folder and the file as arguments.
    static let harms = [
        "rm $2", "rm $2; touch $2", "cp $2 $2.c; mv $2.c $2", "rm -r $1", "rm -r $1; mkdir $1",
    ]

    @Test(arguments: harms)
    func `a worker whose file is removed lives, and creates it again`(harm: String) async throws {
        try await withHome { folder in
            let presence = FilePresence(folder: folder)
            let lock = try presence.begin(.first)
            let beside = try presence.begin(.second)
            let dead = WorkerID.fresh()
            let file = "\(folder)/\(WorkerID.first).lock"
            let result = try await Program(path: "/bin/sh")
                .run(["-euc", harm, "sh", folder, file])
            #expect(result.exit == .status(0), "\(result)")

            #expect(
                presence.lives(of: [.first, .second, dead]) == [
                    .first: .alive, .second: .alive, dead: .ended,
                ])
            #expect(Set(try presence.living()) == [.first, .second])
            #expect(try presence.killed() == [])
            try presence.sweep(killed: presence.killed())
            for proof in [lock, beside] { try proof.uphold() }
            #expect(Set(try names(folder)).isSuperset(of: ["\(WorkerID.first).lock"]))
            #expect(presence.format(of: .first) == presence.format(of: .second))
            #expect(Set(try presence.living()) == [.first, .second])
            lock.retire()
            #expect(presence.life(of: .first) == .ended)
            #expect(try presence.living() == [.second])
            withExtendedLifetime(beside) {}
        }
    }

    @Test(arguments: [true, false])
    func `a worker whose home has gone is told so, and makes nothing where it was`(
        hasSuccessor: Bool
    ) async throws {
        try await withTemporaryFolder { outside in
            let home = "\(outside)/home"
            try makeHome(home)
            let lock = try FilePresence(folder: "\(home)/workers").begin(.first)
            try FileManager.default.moveItem(atPath: home, toPath: "\(home).gone")
            if hasSuccessor { try makeHome(home) }
            #expect(throws: JobQueueError.replaced(path: "\(home)/queue.lock")) {
                try lock.uphold()
            }
            let left = try? names("\(home)/workers")
            #expect(left == (hasSuccessor ? [] : nil))
        }
    }

    @Test func `a folder that cannot be read is an error, and never a home without workers`()
        async throws
    {
        try await withHome { folder in
            let presence = FilePresence(folder: folder)
            try FileManager.default.removeItem(atPath: folder)
            // None ever lived there.
            #expect(try presence.living() == [])
            try Data().write(to: URL(filePath: folder))
            #expect(throws: JobQueueError.self) { try presence.living() }
            #expect(throws: JobQueueError.self) { try presence.killed() }
        }
    }

    private func makeHome(_ home: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(home)/workers", withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: "\(home)/queue.lock"))
    }

    /// Gives the workers' folder of a home that has a queue's lock file.
    private func withHome(_ body: (String) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let home = "\(folder)/home"
            try makeHome(home)
            try await body("\(home)/workers")
        }
    }

    @Test func `progress is told by file, for its owner only`() async throws {
        try await withTemporaryFolder { folder in
            let presence = FilePresence(folder: folder)
            let lock = try presence.begin(.first)
            #expect(try presence.progress(of: [.first])[.first] == nil)
            for sent in [10, 20] {
                let progress = LiveProgress(jobs: [
                    "0123456789": JobProgress(phase: .uploading, sentBytes: sent, totalBytes: 20)
                ])
                try lock.publish(progress)
                #expect(try presence.progress(of: [lock.id])[lock.id] == progress)
            }
            for name in try names(folder) {
                let attributes = try FileManager.default.attributesOfItem(
                    atPath: "\(folder)/\(name)")
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
            }
        }
    }

    @Test func `a worker's own words are bounded, whatever they say`() async throws {
        try await withTemporaryFolder { folder in
            let presence = FilePresence(folder: folder)
            let words =
                #"{"jobs":{},"worker":{"command":"w","host":"h","process":1e18,"started":-1e300}}"#
            try Data(words.utf8).write(to: URL(filePath: "\(folder)/\(WorkerID.first).progress"))
            let worker = try #require(try presence.progress(of: [.first])[.first]?.worker)
            #expect(worker.process == .max)
            #expect(Date.storable.contains(worker.started))
        }
    }

    @Test func `progress that is no JSON is no progress`() async throws {
        try await withTemporaryFolder { folder in
            let presence = FilePresence(folder: folder)
            try Data("{".utf8).write(to: URL(filePath: "\(folder)/\(WorkerID.first).progress"))
            #expect(try presence.progress(of: [.first])[.first] == nil)
        }
    }
}

extension FilePresence {
    fileprivate func life(of id: WorkerID) -> WorkerLife? { lives(of: [id])[id] }
}
