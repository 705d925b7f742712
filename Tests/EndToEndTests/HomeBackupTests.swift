import Foundation
import TestSupport
import Testing

/// A copy of the whole home, as an operator makes one and needs it.
@Suite(.timeLimit(.minutes(10)))
struct HomeBackupTests {
    @Test func `a home that is lost comes back with its photos, headshots and payments`()
        async throws
    {
        try await Sandbox.withEmulator { sandbox, emulator in
            let made = try await sandbox.submitOne()
            #expect(try await sandbox.drain() == 0)
            let waiting = try #require(try await sandbox.submit([sandbox.photo(seed: 1)]).first)
            let headshot = try #require(try await sandbox.job(made).result)
            let bytes = try #require(FileManager.default.contents(atPath: headshot))
            let backup = try await sandbox.run("backup", "safe", "--json")
            #expect(backup.exit == .status(0), "\(backup.errors)")
            let checked = try await sandbox.run("restore", "safe", "--check")
            #expect(checked.exit == .status(0), "\(checked.errors)")
            #expect(checked.output.contains("2 jobs, 1 photo of an open job, 1 headshot"))

            try FileManager.default.removeItem(atPath: sandbox.home)
            // What was charged since the backup would be charged again.
            let refused = try await sandbox.run("restore", "safe", "--yes")
            #expect(refused.exit == .status(78))
            #expect(refused.errors.contains("--accept-possible-charge"))
            let restored = try await sandbox.run(
                "restore", "safe", "--yes", "--accept-possible-charge")
            #expect(restored.exit == .status(0), "\(restored.errors)")
            #expect(try await sandbox.job(made).state == "succeeded")
            #expect(FileManager.default.contents(atPath: headshot) == bytes)
            #expect(try await sandbox.drain() == 0)
            #expect(try await sandbox.job(waiting).state == "succeeded")
            #expect(try await emulator.ledger().count == 2)
        }
    }

    @Test func `a backup beside a paid request does not lead to a second one`() async throws {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            let id = try await sandbox.submitOne()
            try await sandbox.running(["worker"]) { worker in
                try await emulator.waitForRequests(atLeast: 1)
                #expect(try await sandbox.run("backup", "safe").exit == .status(0))
                try await emulator.release()
                _ = try await worker.waitForErrors(
                    "job.id=\(id) job.provider=gemini job.reason=succeeded")
                worker.send(SIGTERM)
                #expect(try await worker.waitForExit() == .status(0))
            }
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(
                    atPath: "\(sandbox.home)/queue.sqlite\(suffix)")
            }
            let restored = try await sandbox.run("restore", "safe", "--yes")
            #expect(restored.exit == .status(0), "\(restored.errors)")
            #expect(try await sandbox.drain() == 0)
            #expect(try await sandbox.job(id).state == "succeeded")
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test
    func `a second backup adds what is new, forgets who was forgotten, and keeps what was lost`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let local = ["--provider", "local", "--angle", "front", "--person"]
            let gone = try await sandbox.submit([sandbox.face()] + local + ["ada"])
            let kept = try await sandbox.submit([sandbox.face(1)] + local + ["bob"])
            #expect(try await sandbox.drain() == 0)
            func files() throws -> Set<String> {
                let all = FileManager.default.enumerator(atPath: "\(sandbox.folder)/safe")
                return Set((all?.allObjects as? [String] ?? []).filter { $0.contains("/") })
            }
            func copied() async throws -> (status: ProgramExit, copied: Int, missing: [String]) {
                let backup = try await sandbox.run("backup", "safe", "--json")
                let answer = try #require(
                    try JSONSerialization.jsonObject(with: Data(backup.output.utf8))
                        as? [String: Any])
                return (
                    backup.exit, try #require(answer["copied"] as? Int),
                    try #require(answer["missing"] as? [String])
                )
            }
            #expect(try await copied().copied == files().count)
            #expect(try await copied().copied == 0)

            _ = try await sandbox.run("forget", "ada", "--yes")
            let headshot = try #require(try await sandbox.job(kept[0]).result)
            try FileManager.default.removeItem(atPath: headshot)
            let before = try files()
            let second = try await copied()
            #expect(second.status == .status(1))
            #expect(second.missing.contains("results/\((headshot as NSString).lastPathComponent)"))
            let after = try files()
            #expect(after.isSubset(of: before))
            #expect(!after.contains { $0.contains(gone[0]) })
            #expect(after.contains { $0.contains(kept[0]) })
            #expect(after.filter { $0.hasPrefix("photos/") }.count == 1)

            // What the home lost comes back, and nothing else changes.
            let restored = try await sandbox.run("restore", "safe", "--yes")
            #expect(restored.errors.contains("Put back: 1 file"))
            #expect(FileManager.default.fileExists(atPath: headshot))
        }
    }

    @Test func `a check names what a restore would lack, and changes nothing`() async throws {
        try await Sandbox.withEmulator { sandbox, _ in
            let made = try await sandbox.submitOne()
            #expect(try await sandbox.drain() == 0)
            _ = try await sandbox.submit([sandbox.photo(seed: 1)])
            #expect(try await sandbox.run("backup", "safe").exit == .status(0))
            let safe = "\(sandbox.folder)/safe"
            let photos = try FileManager.default.contentsOfDirectory(atPath: "\(safe)/photos")
            let headshot = try #require(try await sandbox.job(made).result as NSString?)
                .lastPathComponent
            for name in photos {
                try FileManager.default.removeItem(atPath: "\(safe)/photos/\(name)")
            }
            try Data("other".utf8).write(to: URL(filePath: "\(safe)/results/\(headshot)"))
            let queue = FileManager.default.contents(atPath: "\(safe)/queue.sqlite")

            let checked = try await sandbox.run("restore", "safe", "--check")
            #expect(checked.exit == .status(1))
            #expect(checked.errors.contains("results/\(headshot): missing or damaged, of \(made)"))
            #expect(checked.errors.contains("Problems: 2."))
            #expect(FileManager.default.contents(atPath: "\(safe)/queue.sqlite") == queue)

            try FileManager.default.removeItem(atPath: "\(safe)/backup.json")
            for arguments in [["--check"], ["--yes"]] {
                let unfinished = try await sandbox.run(["restore", "safe"] + arguments)
                #expect(unfinished.exit == .status(64))
                #expect(unfinished.errors.contains("no whole backup"))
            }
            // Run again, it is whole.
            #expect(try await sandbox.run("backup", "safe").exit == .status(0))
            #expect(try await sandbox.run("restore", "safe", "--check").exit == .status(0))
        }
    }

    @Test func `a backup replaces and removes no file that is not from a backup of the same home`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let local = ["--provider", "local", "--angle", "front"]
            _ = try await sandbox.submit([sandbox.face()] + local)
            #expect(try await sandbox.drain() == 0)
            /// All files below a folder with what is in them.
            func content(_ name: String) throws -> [String: Data] {
                let folder = "\(sandbox.folder)/\(name)"
                let all = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String]
                return (all ?? []).reduce(into: [:]) { files, path in
                    files[path] = FileManager.default.contents(atPath: "\(folder)/\(path)")
                }
            }
            func write(_ paths: [String], in name: String) throws {
                for path in paths {
                    let file = URL(filePath: "\(sandbox.folder)/\(name)/\(path)")
                    try FileManager.default.createDirectory(
                        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                    try Data(path.utf8).write(to: file)
                }
            }
            // A disk with pictures of somebody's own, in folders that are named as ours.
            let theirs = [
                "photos/wedding.jpg", "results/wedding.png", "answers/a.txt", "spool/b.txt",
                "payments.jsonl", "queue.sqlite",
            ]
            for (index, files) in ([theirs] + theirs.map { [$0] }).enumerated() {
                try write(files, in: "disk\(index)")
                let before = try content("disk\(index)")
                let refused = try await sandbox.run("backup", "disk\(index)")
                #expect(refused.exit == .status(64), "\(files)")
                #expect(refused.errors.contains("This folder has files, and no backup"))
                #expect(try content("disk\(index)") == before)
            }
            // The backup of one home; the other home is empty, or has a job.
            #expect(try await sandbox.run("backup", "safe").exit == .status(0))
            let safe = try content("safe")
            for hasWork in [false, true] {
                var other = sandbox
                other.variables["HEADSHOT_HOME"] = "\(sandbox.folder)/other-\(hasWork)"
                if hasWork { _ = try await other.submit([other.face(1)] + local) }
                let refused = try await other.run("backup", "safe")
                #expect(refused.exit == .status(64))
                #expect(refused.errors.contains("the backup of another home"))
                #expect(try content("safe") == safe)
            }
            // What somebody has put beside the copies stays; an empty folder is as good as a new one.
            try write(["photos/wedding.jpg", "results/wedding.png"], in: "safe")
            #expect(try await sandbox.run("backup", "safe").exit == .status(0))
            #expect(try content("safe")["photos/wedding.jpg"] != nil)
            #expect(try content("safe")["results/wedding.png"] != nil)
            try FileManager.default.createDirectory(
                atPath: "\(sandbox.folder)/empty", withIntermediateDirectories: true)
            #expect(try await sandbox.run("backup", "empty").exit == .status(0))
        }
    }

    @Test func `a backup is not written into the home, or over a file`() async throws {
        try await Sandbox.offline { sandbox in
            _ = try await sandbox.submit([sandbox.photo(), "--provider", "local"])
            let inside = try await sandbox.run("backup", "\(sandbox.home)/safe")
            #expect(inside.exit == .status(64))
            try Data().write(to: URL(filePath: "\(sandbox.folder)/file"))
            let file = try await sandbox.run("backup", "file")
            #expect(file.exit == .status(64))
            #expect(file.errors.contains("--queue-only"))
        }
    }
}
