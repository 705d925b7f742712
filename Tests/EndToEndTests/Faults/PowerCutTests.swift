import Foundation
import Glibc
import TestSupport
import Testing

/// The machine loses its power before the N-th sync, and with it everything that was not synced.
///
/// What is on the disk changes at syncs only, so that all its states are met. A file is there as of its own last sync, and
/// under the names that its folder had at the folder's last sync: the least that a file system may do.
@Suite(.timeLimit(.minutes(10)))
struct PowerCutTests {
    @Test(arguments: PowerCut.all)
    func `what was reported survives a power cut at any sync, and nothing is paid for twice`(
        cut: PowerCut
    ) async throws {
        #expect(try await cut.broken() == [])
    }

    @Test func `with less durable commits the same test finds a job that is lost`() async throws {
        let broken = try await PowerCut.submit.broken(["FAULTS_NORMAL": "1"])
        #expect(broken.contains { $0.contains("was printed and is lost") }, "\(broken)")
    }

    // SQLite syncs such a copy, which hides that the program does so, too. It does not promise it.
    @Test(arguments: [PowerCut.backup, PowerCut.restore])
    func `a copy of the queue survives a power cut even if SQLite syncs nothing of it`(
        cut: PowerCut
    ) async throws {
        #expect(try await cut.broken(["FAULTS_VACUUM": "1"]) == [])
    }

    @Test func `nothing is lost and nothing paid twice when the power goes under a drain`()
        async throws
    {
        try await Fault.deathBeforeSync.untilNoneIsHit { fault in
            try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
                let disk = try Disk(of: sandbox)
                defer { disk.remove() }
                let submission = try sandbox.submission()
                let printed = try await disk.run(submission, under: nil).result.printedIDs
                let (_, isHit) = try await disk.run(["drain"], under: fault)
                try disk.cutPower()
                let broken = try await finish(submission, sandbox, emulator, printed: printed)
                #expect(broken == [], "\(fault)")
                return isHit
            }
        }
    }

    @Test func `a queue that is lost with the power knows from its journal what was paid`()
        async throws
    {
        try await Fault.deathBeforeSync.untilNoneIsHit { fault in
            try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
                let disk = try Disk(of: sandbox)
                defer { disk.remove() }
                _ = try await disk.run(sandbox.submission(), under: nil)
                #expect(
                    try await sandbox.run("backup", "--queue-only", "backup.sqlite").exit
                        == .status(0))
                let (_, isHit) = try await disk.run(["drain"], under: fault)
                try disk.cutPower()
                // Nothing has opened the queue since: what it knows cannot put the journal right.
                for suffix in ["", "-wal", "-shm"] {
                    try? FileManager.default.removeItem(
                        atPath: "\(sandbox.home)/queue.sqlite\(suffix)")
                }
                let asked = try await emulator.ledger().count
                let restored = try await sandbox.run("restore", "backup.sqlite", "--yes")
                guard restored.exit == .status(0) else {
                    // Without a journal nothing was sent.
                    #expect(restored.errors.contains("payments.jsonl"), "\(restored)")
                    #expect(asked == 0, "\(fault)")
                    return isHit
                }
                #expect(try await sandbox.drain() == 0, "\(fault)")
                #expect(try await emulator.ledger().count <= 1, "\(fault)")
                return isHit
            }
        }
    }

    private func finish(
        _ submission: [String], _ sandbox: Sandbox, _ emulator: EmulatorProcess,
        printed: [String]
    ) async throws -> [String] {
        #expect(try await sandbox.run(submission).exit == .status(0))
        #expect(try await sandbox.drain() == 0)
        return try await sandbox.brokenPromises(printed: printed, emulator)
    }
}
