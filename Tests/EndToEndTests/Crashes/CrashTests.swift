import CrashPoints
import Foundation
import TestSupport
import Testing

/// A process is killed at each point at which something durable changes, and fresh ones go on.
@Suite(.timeLimit(.minutes(5)))
struct CrashTests {
    @Test func `every point is in a table`() {
        let points =
            Crash.all.map(\.point) + ServeCrash.all.map(\.point)
            + WebhookCrashTests.points + [PaidPraiseFaultTests.pointOfAsking]
            + LiveFaultTests.points
        #expect(Set(CrashPoint.allCases) == Set(points))
    }

    @Test(arguments: Crash.all)
    func `killed at a point, a command loses nothing and pays nothing twice`(
        crash: Crash
    ) async throws {
        try await Sandbox.withBothKeys(rule: #"{"answer":"instant"}"#) { sandbox, emulator in
            let scene = CrashScene(crash: crash, sandbox: sandbox, emulator: emulator)
            let job = try await scene.prepare()
            let printed = try await scene.run()
            let looked = try await scene.finish() ?? job
            try await sandbox.expectPromises(
                printed: crash.command == .prune ? [] : [job].compactMap(\.self) + printed,
                emulator, cap: scene.cap, mayWait: crash.scene == .capped)
            let state = try await sandbox.jobs().first { $0.id == looked }?.state ?? "pruned"
            #expect(state == crash.end.rawValue)
            if crash.end == .failed {
                // What was paid for is there to be looked at.
                let kept = try FileManager.default.contentsOfDirectory(
                    atPath: "\(sandbox.home)/answers")
                #expect(kept.map { $0.prefix { $0 != "-" } } == [looked.map { $0[...] }])
            }
        }
    }
}

/// One run of the table.
private struct CrashScene {
    let crash: Crash
    let sandbox: Sandbox
    let emulator: EmulatorProcess

    var cap: Int { crash.scene == .capped ? 1 : 10 }

    /// Brings the home into the state that the command finds, and returns its job.
    func prepare() async throws -> String? {
        if crash.scene == .empty { return nil }
        let id = try #require(try await submit(seed: 0).first)
        switch crash.scene {
        case .empty, .queued, .local: break
        case .orphaned: try await killed(["drain"], at: "jobClaimed")
        case .answeredLate: try await answerLate()
        case .refused: try await emulator.setScenario(#"{"rules":[{"answer":"429-bare"}]}"#)
        case .unusable: try await cutAnswerOff()
        case .unreadable:
            try await emulator.setScenario(#"{"rules":[{"answer":"malformed-json"}]}"#)
        case .capped:
            _ = try await sandbox.run(["drain", "--daily-cap", "1"])
            _ = try await submit(seed: 1)
        case .old: try await growOld()
        }
        return id
    }

    /// Runs the command to its death, and returns the ids that any submit printed.
    func run() async throws -> [String] {
        let result = try await killed(arguments, at: "\(crash.point):\(crash.times)")
        return result.printedIDs
    }

    /// Lets fresh processes go on; returns the job that is to be looked at, if it is a new one.
    func finish() async throws -> String? {
        if crash.scene == .refused {
            try await emulator.setScenario(#"{"rules":[{"answer":"instant"}]}"#)
            _ = try await sandbox.run("gate", "clear")
        }
        // Whoever saw no answer submits again, under the same key.
        let again = crash.command == .submit ? try await submit(seed: 0) : []
        let drain = try await sandbox.run(["drain", "--daily-cap", "\(cap)"])
        #expect([.status(0), .status(1), .status(75)].contains(drain.exit), "\(drain.errors)")
        return again.first
    }

    private var arguments: [String] {
        switch crash.command {
        case .submit: submission(of: "photo-0.jpg")
        case .worker, .drain:
            [crash.command.rawValue, "--concurrency", "1", "--daily-cap", "\(cap)"]
        case .prune: ["prune"]
        }
    }

    private func submission(of photo: String) -> [String] {
        let provider = crash.scene == .local ? "local" : crash.provider
        return [
            "submit", "--json", "--force", "--provider", provider, "--person", "anna", "--key",
            photo, photo,
        ]
    }

    private func submit(seed: Int) async throws -> [String] {
        let photo = "photo-\(seed).jpg"
        try writePhoto(photo, seed: seed)
        return try await sandbox.submit(Array(submission(of: photo).dropFirst(3)))
    }

    private func writePhoto(_ name: String, seed: Int) throws {
        let photo =
            try crash.scene == .local
            ? DrawnFace.portrait.jpeg() : PhotoFixture.jpeg(width: 256, height: 256, seed: seed)
        try photo
            .write(to: URL(filePath: "\(sandbox.folder)/\(name)"))
    }

    /// Runs a command that must die at a point; one that lives on is stopped, which its exit shows.
    @discardableResult
    private func killed(_ arguments: [String], at point: String) async throws -> ProgramResult {
        if crash.command == .submit { try writePhoto("photo-0.jpg", seed: 0) }
        var variables = sandbox.variables
        variables["HEADSHOT_CRASH_POINT"] = point
        let result = try await Program(path: "/usr/bin/timeout").run(
            ["--signal=TERM", "30", Program.built("headshot").path] + arguments,
            environment: variables, folder: sandbox.folder)
        #expect(result.exit == .signal(SIGKILL), "\(point) was not reached: \(result)")
        return result
    }

    /// Hides the answer of a dead worker until its job has become uncertain.
    private func answerLate() async throws {
        try await killed(["drain"], at: "answerSpooled")
        let spool = "\(sandbox.home)/spool"
        let hidden = "\(sandbox.folder)/hidden"
        try FileManager.default.moveItem(atPath: spool, toPath: hidden)
        #expect(try await sandbox.jobs().map(\.state) == ["uncertain"])
        try FileManager.default.removeItem(atPath: spool)
        try FileManager.default.moveItem(atPath: hidden, toPath: spool)
    }

    private func cutAnswerOff() async throws {
        try await killed(["drain"], at: "answerSpooled")
        let spool = "\(sandbox.home)/spool"
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: spool).first)
        let file = try FileHandle(forUpdating: URL(filePath: "\(spool)/\(name)"))
        try file.truncate(atOffset: file.seekToEnd() - 100)
        try file.close()
    }

    private func growOld() async throws {
        #expect(try await sandbox.drain() == 0)
        try tamper(withQueueOf: sandbox.home, "UPDATE job SET ended_at = 0")
        let orphan = "\(sandbox.home)/photos/\(String(repeating: "0", count: 64))"
        try Data().write(to: URL(filePath: orphan))
        try ageLeftovers(home: sandbox.home, results: sandbox.results)
    }
}
