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
    @Test func `nothing is lost when the power goes under a submit`() async throws {
        #expect(try await brokenBySubmit([:]) == [])
    }

    @Test func `with less durable commits the same test finds jobs that are lost`() async throws {
        // The log is synced again when the queue is closed; few moments show that its commits were not.
        let broken = try await brokenBySubmit(["FAULTS_NORMAL": "1"], isThorough: true)
        #expect(broken.contains { $0.contains("was printed and is lost") }, "\(broken)")
    }

    @Test func `nothing is lost and nothing paid twice when the power goes under a drain`()
        async throws
    {
        try await Fault.deathBeforeSync.untilNoneIsHit { fault in
            try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
                let disk = try Disk(of: sandbox, [:])
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
                let disk = try Disk(of: sandbox, [:])
                defer { disk.remove() }
                _ = try await disk.run(sandbox.submission(), under: nil)
                #expect(try await sandbox.run("backup", "backup.sqlite").exit == .status(0))
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

    @Test func `a backup that was reported survives a power cut with all jobs`() async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, _ in
            let disk = try Disk(of: sandbox, [:])
            defer { disk.remove() }
            let printed = try await disk.run(sandbox.submission(), under: nil).result.printedIDs
            let (backup, _) = try await disk.run(["backup", "backup.sqlite"], under: nil)
            #expect(backup.exit == .status(0))
            try disk.cutPower(keeping: ["backup.sqlite"])
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(
                    atPath: "\(sandbox.home)/queue.sqlite\(suffix)")
            }
            try FileManager.default.moveItem(
                atPath: "\(sandbox.folder)/backup.sqlite",
                toPath: "\(sandbox.home)/queue.sqlite")
            #expect(printed.count == 1)
            #expect(try await sandbox.jobs().map(\.id) == printed)
        }
    }

    @Test func `an order that a server took has its photo after a power cut`() async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            let disk = try Disk(of: sandbox, [:])
            defer { disk.remove() }
            let watched = try await disk.watched()
            let token = try await watched.addSpace("shop")
            var jobs: [String] = []
            try await ServerProcess.with(watched) { server in
                for seed in 0..<3 {
                    jobs.append(
                        try await server.queueOne(PhotoFixture.jpeg(seed: seed), token: token))
                }
                server.program.kill()
                #expect(try await server.program.waitForExit() == .signal(SIGKILL))
            }
            try disk.cutPower()
            #expect(try await sandbox.drain() == 0)
            #expect(try await Set(sandbox.jobs().map(\.id)) == Set(jobs))
            #expect(try await sandbox.jobs().map(\.state) == jobs.map { _ in "succeeded" })
            #expect(try await emulator.ledger().count == 3)
        }
    }

    /// All promises that are broken after power cuts under a submit.
    private func brokenBySubmit(
        _ variables: [String: String], isThorough: Bool = Fault.isThorough
    ) async throws -> [String] {
        let found = Observed<[String]>([])
        try await Fault.deathBeforeSync.untilNoneIsHit(isThorough: isThorough) { fault in
            try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
                let disk = try Disk(of: sandbox, variables)
                defer { disk.remove() }
                let submission = try sandbox.submission()
                let (result, isHit) = try await disk.run(submission, under: fault)
                try disk.cutPower()
                let broken = try await finish(
                    submission, sandbox, emulator, printed: result.printedIDs)
                found.update { $0 += broken.map { "\(fault): \($0)" } }
                return isHit
            }
        }
        return found.value
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

/// What is on the disk of a sandbox, as opposed to what its processes see.
private struct Disk {
    private let sandbox: Sandbox
    private let variables: [String: String]
    private var kept: String { "\(sandbox.folder).disk" }

    init(of sandbox: Sandbox, _ variables: [String: String]) throws {
        self.sandbox = sandbox
        self.variables = variables
        try FileManager.default.createDirectory(
            atPath: kept, withIntermediateDirectories: false)
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: kept)
    }

    /// Runs a command whose syncs are noted.
    func run(
        _ arguments: [String], under fault: Fault?
    ) async throws -> (result: ProgramResult, isHit: Bool) {
        try await sandbox.run(
            arguments, under: fault, variables.merging(["FAULTS_DISK": kept]) { $1 })
    }

    /// The sandbox, with the syncs of its programs noted.
    func watched() async throws -> Sandbox {
        var watched = sandbox
        watched.variables["LD_PRELOAD"] = try await PreloadedLibrary.faults.path
        watched.variables["FAULTS_ROOT"] = sandbox.folder
        watched.variables["FAULTS_DISK"] = kept
        watched.variables.merge(variables) { $1 }
        return watched
    }

    /// Puts the home, and other files beside it, back to what was synced.
    func cutPower(keeping names: Set<String> = []) throws {
        let names = names.union(["home"])
        for name in names {
            try? FileManager.default.removeItem(atPath: "\(sandbox.folder)/\(name)")
        }
        try restore("root", to: sandbox.folder) { names.contains($0) }
    }

    /// Makes what a listing names; what was never synced is empty.
    private func restore(
        _ listing: String, to folder: String, where isMeant: (String) -> Bool = { _ in true }
    ) throws {
        let lines = (try? String(contentsOfFile: "\(kept)/\(listing)", encoding: .utf8)) ?? ""
        for line in lines.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
            guard parts.count == 3, isMeant(parts[2]) else { continue }
            let path = "\(folder)/\(parts[2])"
            if parts[1] == "d" {
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: false,
                    attributes: [.posixPermissions: 0o700])
                try restore(parts[0], to: path)
            } else {
                let bytes = FileManager.default.contents(atPath: "\(kept)/\(parts[0])") ?? Data()
                try bytes.write(to: URL(filePath: path))
            }
        }
    }
}
