import CrashPoints
import Foundation
import TestSupport
import Testing

/// A process is killed at each point at which something durable changes, and fresh ones go on.
@Suite(.timeLimit(.minutes(10)))
struct CrashTests {
    @Test func `every point is in a table`() {
        let points =
            Crash.all.map(\.point) + Crash.onServer.map(\.point) + ServeCrash.all.map(\.point)
            + WebhookCrashTests.points + [PaidPraiseFaultTests.pointOfAsking]
            + LiveFaultTests.points + SeveralMachinesTests.movePoints.map(\.0)
            + [InviteCommandTests.point]
        #expect(Set(CrashPoint.allCases) == Set(points))
    }

    @Test(arguments: Crash.all)
    func `killed at a point, a command loses nothing and pays nothing twice`(
        crash: Crash
    ) async throws {
        try await Sandbox.withBothKeys(rule: #"{"answer":"instant"}"#) { sandbox, emulator in
            let looked = try await CrashScene(
                crash: crash, sandbox: sandbox, heir: sandbox, emulator: emulator
            ).play()
            if crash.end == .failed {
                // What was paid for is there to be looked at.
                let kept = try FileManager.default.contentsOfDirectory(
                    atPath: "\(sandbox.home)/answers")
                #expect(kept.map { $0.prefix { $0 != "-" } } == [looked.map { $0[...] }])
            }
        }
    }
}

extension SeveralMachinesTests {
    /// The same, and fresh processes on another machine go on.
    @Test(arguments: Crash.onServer)
    func `killed at a point, a command of a queue on a server loses nothing and pays nothing twice`(
        crash: Crash
    ) async throws {
        try await Sandbox.withServer { sandbox, emulator, view in
            let other = try sandbox.onAnotherMachine("other")
            let looked = try await CrashScene(
                crash: crash, sandbox: sandbox, heir: other, emulator: emulator, view: view
            ).play()
            if crash.end == .failed {
                let kept = try await view.store.keys("answers")
                #expect(
                    kept.map { $0.dropFirst(8).prefix { $0 != "-" } } == [looked.map { $0[...] }])
            }
        }
    }
}

/// One run of the table.
private struct CrashScene {
    let crash: Crash
    let sandbox: Sandbox
    /// Where fresh processes go on.
    let heir: Sandbox
    let emulator: EmulatorProcess
    /// The queue's server and its store, if there is one.
    var view: ServerView?

    private var cap: Int { crash.scene == .capped ? 1 : 10 }

    /// Runs it, and expects that every promise is kept and that the job ended as it must; returns the job.
    func play() async throws -> String? {
        let job = try await prepare()
        let printed = try await run()
        let looked = try await finish() ?? job
        try await heir.expectPromises(
            printed: crash.command == .prune ? [] : [job].compactMap(\.self) + printed,
            emulator, cap: cap, mayWait: crash.scene == .capped)
        let state = try await sandbox.jobs().first { $0.id == looked }?.state ?? "pruned"
        #expect(state == crash.end.rawValue)
        return looked
    }

    /// Brings the home into the state that the command finds, and returns its job.
    private func prepare() async throws -> String? {
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
        case .charged: try await killed(["drain"], at: "chargeWritten")
        case .forgotten: try await forgetPayment()
        }
        return id
    }

    /// Runs the command to its death, and returns the ids that any submit printed.
    private func run() async throws -> [String] {
        let result = try await killed(arguments, at: "\(crash.point):\(crash.times)")
        return result.printedIDs
    }

    /// Lets fresh processes go on; returns the job that is to be looked at, if it is a new one.
    private func finish() async throws -> String? {
        if crash.scene == .refused {
            try await emulator.setScenario(#"{"rules":[{"answer":"instant"}]}"#)
            _ = try await heir.run("gate", "clear")
        }
        // Whoever saw no answer submits again, under the same key.
        let again = crash.command == .submit ? try await submit(seed: 0) : []
        try await buryDead()
        let drain = try await heir.run(["drain", "--daily-cap", "\(cap)"])
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
            ? DrawnFace.portrait.jpeg() : PhotoFixture.landscape(width: 256, seed: seed)
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
        let answer = try await spooledAnswer()
        try await answer.remove()
        try await buryDead()
        #expect(try await sandbox.jobs().map(\.state) == ["uncertain"])
        try await answer.put(answer.bytes)
    }

    private func cutAnswerOff() async throws {
        try await killed(["drain"], at: "answerSpooled")
        let answer = try await spooledAnswer()
        try await answer.put(answer.bytes.dropLast(100))
        try await buryDead()
    }

    /// Waits until a server has taken a killed worker for dead, a moment after its connection has ended.
    private func buryDead() async throws {
        while view != nil, try await heir.jobs().contains(where: { $0.state == "running" }) {}
    }

    /// The one answer in the spool, wherever that is.
    private func spooledAnswer() async throws -> KeptBytes {
        if let store = view?.store {
            let key = try #require(try await store.keys("spool").first)
            let place = "\(store.prefix)/\(key)"
            return KeptBytes(
                bytes: try #require(try await store.objects()[key]),
                put: { try await store.server.put($0, at: place) },
                remove: { try await store.server.remove(place) })
        }
        let spool = "\(sandbox.home)/spool"
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: spool).first)
        let path = "\(spool)/\(name)"
        return KeptBytes(
            bytes: try #require(FileManager.default.contents(atPath: path)),
            put: { try $0.write(to: URL(filePath: path)) },
            remove: { try FileManager.default.removeItem(atPath: path) })
    }

    /// Bytes that a test takes away and puts back.
    private struct KeptBytes {
        let bytes: Data
        let put: (Data) async throws -> Void
        let remove: () async throws -> Void
    }

    private func growOld() async throws {
        #expect(try await sandbox.drain() == 0)
        try await sandbox.tamper("UPDATE job SET ended_at = 0")
        guard view == nil else { return }
        let orphan = "\(sandbox.home)/photos/\(String(repeating: "0", count: 64))"
        try Data().write(to: URL(filePath: orphan))
        try ageLeftovers(home: sandbox.home, results: sandbox.results)
    }

    /// Has a request be sent, and the queue put back to before that.
    private func forgetPayment() async throws {
        try await sandbox.tamper("CREATE TABLE kept AS TABLE job")
        try await killed(["drain"], at: "answerArrived")
        try await sandbox.tamper(
            """
            BEGIN;
            DELETE FROM charge;
            DELETE FROM job;
            INSERT INTO job OVERRIDING SYSTEM VALUE SELECT * FROM kept;
            UPDATE meta SET incarnation = 'of another server';
            COMMIT;
            DROP TABLE kept
            """)
    }
}
