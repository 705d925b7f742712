import CrashPoints
import Foundation
import FoundationNetworking
import TestSupport
import Testing

/// What becomes of a frame where a model, a connection or a process fails.
@Suite(.timeLimit(.minutes(10)))
struct LiveFaultTests {
    @Test(arguments: ModelWords.failures.indices)
    func `where the model fails, the line for that stands beside the local tip`(
        index: Int
    ) async throws {
        let (scenario, paid) = ModelWords.failures[index]
        try await expectLocal(scenario, paid: paid)
        try await expectLocal(
            scenario, paid: paid, asking: "Does this lighting make me look soft?", isAnswer: true)
        // Whoever doubts their looks keeps the kind line.
        try await expectLocal(scenario, paid: paid, asking: "Do you think I am pretty?")
    }

    @Test(arguments: ModelWords.refused)
    func `a sentence that shames, diagnoses, rates or runs on is paid for and not told`(
        tip: String
    ) async throws {
        let words = try JSONSerialization.data(withJSONObject: ["tip": tip])
        try await expectLocal(
            ModelWords.scenario(String(decoding: words, as: UTF8.self)), paid: 1)
    }

    private func expectLocal(
        _ scenario: String, paid: Int, asking question: String? = nil, isAnswer: Bool = false
    ) async throws {
        try await PaidCoach.with { coach in
            let (sandbox, emulator, _, _) = coach.parts
            try await emulator.setScenario(scenario)
            let local = try await coach.show("one", asking: question).json
            _ = try await sandbox.drain("--max-attempts", "1")
            let told = try #require(try await coach.turns().first)
            let text = local["text"] as? String
            if isAnswer {
                #expect(told["tip"] as? String == text)
                #expect(
                    (told["text"] as? String)?.hasSuffix("Try that question again, icon.") == true)
            } else {
                #expect(told["text"] as? String == text)
                #expect(told["tip"] == nil)
            }
            #expect(told["source"] as? String == "local")
            #expect(told["state"] as? String == "final")
            #expect(told["note"] is String)
            #expect(try coach.files().isEmpty)
            let ledger = try await emulator.ledger()
            #expect(ledger.count == 1)
            #expect(ledger.count { $0.charged == .yes } == paid)
        }
    }

    @Test(arguments: [
        CrashPoint.jobClaimed, .chargeInserted, .chargeWritten, .answerArrived, .answerSpooled,
        .jobEnded, .successWritten, .spoolRemoved, .photosRemoved,
    ])
    func `a worker that is killed leaves one charge at most, whole words, and no frame`(
        point: CrashPoint
    ) async throws {
        try await PaidCoach.with { coach in
            let (sandbox, emulator, _, _) = coach.parts
            let local = try await coach.show("one").json
            var killed = sandbox
            killed.variables["HEADSHOT_CRASH_POINT"] = "\(point)"
            #expect(try await killed.run("drain").exit == .signal(SIGKILL))
            _ = try await sandbox.drain()
            _ = try await coach.waitForEnd(of: #require(local["job"] as? String))
            _ = try await sandbox.drain()
            #expect(try coach.files().isEmpty)
            #expect(try await emulator.ledger().count <= 1)
            let told = try #require(try await coach.turns().first)
            #expect(told["state"] as? String == "final")
            if told["source"] as? String == "local" {
                #expect(
                    [told["text"], told["tip"]].contains {
                        $0 as? String == local["text"] as? String
                    })
            } else {
                #expect(told["note"] == nil)
            }
        }
    }

    /// Where only a server with a camera's frame may be killed.
    static let points: [CrashPoint] = [.turnWritten, .frameKept]

    @Test(arguments: points + [.questionAsked, .draftSynced, .fileNamed, .photoKept])
    func `a server that is killed with a frame leaves none of it, and nothing is sent`(
        point: CrashPoint
    ) async throws {
        try await Sandbox.withEmulator(answer: "instant") { plain, emulator in
            let clock = try ClockInHand(in: plain)
            let sandbox = try await clock.given(to: plain)
            let token = try await sandbox.addSpace(
                "glow", "--preset", "glowup", "--provider", "gemini", "--scope", "operate")
            func coach(_ server: ServerProcess) -> PaidCoach {
                PaidCoach(sandbox: sandbox, emulator: emulator, server: server, token: token)
            }
            try await ServerProcess.with(sandbox) { try await coach($0).pay() }
            var doomed = sandbox
            doomed.variables["HEADSHOT_CRASH_POINT"] = "\(point)"
            try await ServerProcess.with(doomed) { server in
                do {
                    _ = try await coach(server).show("one")
                    Issue.record("it lives on")
                } catch is URLError {}
                server.program.send(SIGTERM)
                #expect(try await server.program.waitForExit() == .signal(SIGKILL))
            }
            try clock.set(ahead: 11)
            try await ServerProcess.with(sandbox) { server in
                while try !coach(server).files().isEmpty {}
                #expect(try await sandbox.drain() == 0)
                #expect(try coach(server).files().isEmpty)
                // The same frame again is one turn, and asked for at most once.
                let again = try await coach(server).show("one")
                #expect([200, 201].contains(again.status), "\(again.text)")
                #expect(try await coach(server).turns().count == 1)
                _ = try await sandbox.drain()
                #expect(try coach(server).files().isEmpty)
            }
            #expect(try await emulator.ledger().count <= 1)
        }
    }
}
