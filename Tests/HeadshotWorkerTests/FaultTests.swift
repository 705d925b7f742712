import Foundation
import HeadshotWorker
import JobQueue
import TestSupport
import Testing

/// Every answer that the emulator can give, taken through a whole worker: the judge of the money is its ledger.
@Suite(.timeLimit(.minutes(10)))
struct FaultTests {
    /// An answer of the emulator, and where everything stands after it.
    struct Case: Sendable, CustomTestStringConvertible {
        let answer: String
        let state: JobState
        let reason: String
        let charge: ChargeState
        var gate = "open"
        var isHalted = false
        /// Seconds from the answer until the gate opens.
        var opensAfter: TimeInterval?
        var ending = WorkEnding.done
        /// What was paid for and is no headshot is kept, and what may be an answer that was.
        var keepsAnswer: Bool { charge == .paid && state == .failed || gate == "not_the_service" }

        var testDescription: String { answer }

        static func made(_ answer: String) -> Case {
            Case(answer: answer, state: .succeeded, reason: "succeeded", charge: .paid)
        }
        static func none(_ answer: String, _ reason: String) -> Case {
            Case(answer: answer, state: .failed, reason: reason, charge: .paid)
        }
        static func unreadable(_ answer: String) -> Case {
            none(answer, "unreadable_answer")
        }
        static func cooldown(_ answer: String, _ gate: String, _ seconds: TimeInterval) -> Case {
            Case(
                answer: answer, state: .waiting, reason: "cooldown", charge: .free, gate: gate,
                opensAfter: seconds, ending: .held)
        }
        static func halt(_ answer: String, _ gate: String) -> Case {
            Case(
                answer: answer, state: .waiting, reason: "provider_halted", charge: .free,
                gate: gate, isHalted: true, ending: .halted)
        }
        static func failed(_ answer: String, _ reason: String) -> Case {
            Case(answer: answer, state: .failed, reason: reason, charge: .free)
        }
        static func waits(_ answer: String, _ reason: String) -> Case {
            Case(answer: answer, state: .waiting, reason: reason, charge: .free)
        }
        static func uncertain(_ answer: String, _ reason: String) -> Case {
            Case(answer: answer, state: .uncertain, reason: reason, charge: .unknown)
        }
    }

    static let cases: [Case] = [
        .made("ok"), .made("instant"), .made("slow"), .made("picture-jpeg"),
        .made("thinking-drafts"),
        .none("blocked-prompt", "blocked_prompt"), .none("blocked-picture", "blocked_picture"),
        .none("no-image", "no_image"), .none("text-only", "text_only"),
        .none("empty", "empty_answer"),
        // What is a fault of words alone is an answer without a picture to one who asked for that.
        .none("blocked-words", "blocked_picture"), .none("malformed-words", "text_only"),
        .none("other-words", "text_only"), .none("cut-words", "text_only"),
        Case(
            answer: "account-limited", state: .failed, reason: "account_limited", charge: .paid,
            gate: "account_limited", isHalted: true, ending: .halted),
        .unreadable("malformed-json"), .unreadable("bad-base64"), .unreadable("not-a-picture"),
        .unreadable("error-inside"), .unreadable("other-shape"),
        .unreadable("huge-body"), .unreadable("drop-after-headers"), .unreadable("drop-mid-body"),
        .cooldown("429-per-minute", "quota_per_minute", 300),
        .cooldown("429-per-day", "quota_per_day", 31_167),
        .cooldown("429-bare", "too_many_requests", 300),
        .cooldown("429-hint-only", "too_many_requests", 300),
        .halt("429-zero-limit", "quota_is_zero"), .halt("429-no-credit", "out_of_credit"),
        .halt("400-failed-precondition", "location_not_supported"),
        .halt("key-invalid", "key_invalid"), .halt("401", "unauthenticated"),
        .halt("403", "permission_denied"), .halt("404", "model_not_found"),
        .failed("400-invalid-argument", "invalid_request"),
        .waits("400-unclear", "refused"),
        .waits("500", "retry"), .waits("503", "retry"), .waits("504", "retry"),
        Case(
            answer: "503-retry-after", state: .waiting, reason: "retry", charge: .free,
            gate: "server_errors", opensAfter: 3600, ending: .held),
        Case(
            answer: "html", state: .uncertain, reason: "gateway", charge: .unknown,
            gate: "not_the_service", opensAfter: 30, ending: .held),
        .uncertain("502-gateway", "gateway"), .uncertain("hang", "deadline"),
        .uncertain("drop-before-headers", "connection_lost"),
    ]

    @Test(arguments: cases)
    func `an answer leaves job, charge, gate and files where they belong`(_ fault: Case)
        async throws
    {
        let rule = fault.answer == "slow" ? #","seconds":0.1"# : ""
        let scenario = #"{"rules":[{"answer":"\#(fault.answer)"\#(rule)}]}"#
        try await TestHome.withEmulator(scenario: scenario) { test, emulator in
            let id = try await test.submitOne()
            // Only an answer that never comes runs into the deadline.
            let timeout: Duration = fault.answer == "hang" ? .milliseconds(300) : .seconds(60)
            let summary = try await test.drain(asking: emulator.baseURL, timeout: timeout)

            let job = try await test.job(id)
            #expect(job.state == fault.state)
            #expect(job.reason == fault.reason)
            #expect(summary.jobs == [fault.state: 1])
            #expect(summary.ending == fault.ending)
            #expect(try await test.charges(of: id).map(\.state) == [fault.charge])
            #expect(try await emulator.ledger().count == 1)

            try await expectGate(fault, test)
            expectFiles(fault, test, id)
        }
    }

    private func expectGate(_ fault: Case, _ test: TestHome) async throws {
        let gate = try await test.gate()
        #expect((gate?.reason ?? "open") == fault.gate)
        #expect((gate?.isHalted ?? false) == fault.isHalted)
        if let seconds = fault.opensAfter {
            #expect(gate?.opens == test.clock.now + seconds)
        }
    }

    private func expectFiles(_ fault: Case, _ test: TestHome, _ id: JobID) {
        #expect(test.files(in: test.home.spool).isEmpty)
        let kept = test.files(in: test.home.answers)
        #expect(kept.count == (fault.keepsAnswer ? 1 : 0))
        #expect(kept.allSatisfy { $0.hasPrefix("\(id)-") })
        let folders = [test.home.photos, test.home.answers, test.home.workers, test.results]
        let unfinished = folders.flatMap { test.files(in: $0) }.filter { $0.hasPrefix(".") }
        #expect(unfinished.isEmpty)
        #expect(test.files(in: test.home.workers).isEmpty)
        #expect(test.files(in: test.results).count == (fault.state == .succeeded ? 2 : 0))
    }

    @Test func `every answer of the emulator is in the table`() async throws {
        let help = try await Program.built("gemini-emulator").run(["--help"]).output
        let words = help.split { $0.isWhitespace || $0 == "," || $0 == "." }.map(String.init)
        let start = try #require(words.firstIndex(of: "Answers:"))
        let known = words[(start + 1)...].prefix { $0 != "While" }
        // A request that is held is met in the tests of stopping and cancelling; `custom` is any of the others.
        #expect(Set(known) == Set(Self.cases.map(\.answer) + ["hold", "custom"]))
    }
}
