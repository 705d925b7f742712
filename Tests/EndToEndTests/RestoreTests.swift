import Foundation
import TestSupport
import Testing

/// A backup in place of the queue, and a budget, as an operator meets them.
@Suite(.timeLimit(.minutes(10)))
struct RestoreTests {
    @Test func `nothing that was paid after a backup is paid again`() async throws {
        try await Sandbox.withEmulator { sandbox, emulator in
            let kept = try await sandbox.submitOne()
            #expect(
                try await sandbox.run("backup", "--queue-only", "backup.sqlite").exit == .status(0))
            #expect(try await sandbox.drain() == 0)
            try FileManager.default.removeItem(atPath: sandbox.results)

            let restored = try await sandbox.run("restore", "backup.sqlite", "--yes")
            #expect(restored.exit == .status(0))
            #expect(restored.output == "restored\n")
            #expect(restored.errors.contains("uncertain now: \(kept)"))
            #expect(try await sandbox.drain() == 0)
            #expect(try await sandbox.job(kept).state == "uncertain")
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test func `an old queue that is copied into place is found out by the first command`()
        async throws
    {
        try await Sandbox.withEmulator { sandbox, emulator in
            let id = try await sandbox.submitOne()
            _ = try await sandbox.run("backup", "--queue-only", "backup.sqlite")
            #expect(try await sandbox.drain() == 0)
            let queue = "\(sandbox.home)/queue.sqlite"
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: queue + suffix)
            }
            try FileManager.default.copyItem(
                atPath: "\(sandbox.folder)/backup.sqlite", toPath: queue)
            let drained = try await sandbox.run("drain")
            #expect(drained.exit == .status(0))
            #expect(drained.errors.contains("uncertain now: \(id)"))
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test func `retry saves a paid headshot for which there was no free name, and pays nothing`()
        async throws
    {
        try await Sandbox.withEmulator { sandbox, emulator in
            let id = try await sandbox.submitOne()
            let stem = "\(sandbox.results)/\(id)-front-professional"
            let names = [stem] + (2...99).map { "\(stem)-\($0)" }
            for name in names {
                try FileManager.default.createDirectory(
                    atPath: "\(name).png", withIntermediateDirectories: true)
            }
            _ = try await sandbox.run("drain")
            #expect(try await sandbox.job(id).state == "failed")

            try FileManager.default.removeItem(atPath: "\(stem).png")
            let retried = try await sandbox.run("retry", id)
            #expect(retried.exit == .status(0))
            #expect(retried.output == "\(id)\n")
            #expect(try await sandbox.drain() == 0)
            #expect(try await sandbox.job(id).state == "succeeded")
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test func `nothing is restored under a worker`() async throws {
        try await Sandbox.withEmulator { sandbox, _ in
            _ = try await sandbox.submitOne()
            _ = try await sandbox.run("backup", "--queue-only", "backup.sqlite")
            try await sandbox.running(["worker"]) { worker in
                _ = try await worker.waitForErrors("worker started")
                let refused = try await sandbox.run("restore", "backup.sqlite", "--yes")
                #expect(refused.exit == .status(75))
                #expect(refused.errors.contains("Workers or drains are at work: 1"))
                worker.send(SIGTERM)
                #expect(try await worker.waitForExit() == .status(0))
            }
        }
    }

    @Test func `a drain leaves what the day's budget does not cover for the next day`()
        async throws
    {
        try await Sandbox.withEmulator { sandbox, emulator in
            _ = try await sandbox.submit([
                sandbox.photo(seed: 1), sandbox.photo(seed: 2), sandbox.photo(seed: 3),
            ])
            // Each costs $0.0345, and counts by its bound of $0.0468 until this is known.
            let drained = try await sandbox.run("drain", "--max-spend-per-day", "0.10")
            #expect(drained.exit == .status(75))
            #expect(drained.errors.contains("Waiting for the daily budget of $0.10: 1 job"))
            #expect(try await emulator.ledger().count == 2)
            #expect(try await sandbox.jobs().count { $0.reason == "budget" } == 1)
        }
    }

    @Test func `a budget is not kept with a model whose price nobody knows`() async throws {
        try await Sandbox.withEmulator { sandbox, _ in
            let drained = try await sandbox.run(
                "drain", "--model", "model-x", "--max-spend-per-day", "1")
            #expect(drained.exit == .status(78))
            #expect(drained.errors.contains("The price of model-x is unknown"))
        }
    }
}
