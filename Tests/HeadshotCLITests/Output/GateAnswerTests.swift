import Answers
import Foundation
import TestSupport
import Testing

@testable import HeadshotCLI
@testable import JobQueue

@Suite(.timeLimit(.minutes(10)))
struct GateAnswerTests {
    private func gate(
        _ reason: GateReason, opens: Date = .distantPast, isHalted: Bool = false
    ) -> Gate {
        Gate(
            provider: "gemini", model: nil, opens: opens, allowed: 1, isHalted: isHalted,
            failures: 0,
            reason: reason.rawValue, detail: "two\nlines", changed: Sample.now - 60)
    }

    @Test func `a closed gate says until when, and its exit code to try later`() throws {
        let gates = [gate(.tooManyRequests, opens: Sample.now + 300)]
        let answer = GateAnswer(gates, now: Sample.now, timeZone: .gmt, advice: \.advice)
        try expectGolden("gate.txt", answer.text + "\n")
        try expectGolden("gate.json", try AnswerJSON.text(answer) + "\n")
        #expect(ExitStatus(gates: gates, now: Sample.now) == .tryLater)
    }

    @Test func `a halted gate says what to set, and has an exit code of its own`() {
        let gates = [gate(.modelNotFound, isHalted: true)]
        let text = GateAnswer(gates, now: Sample.now, timeZone: .gmt, advice: \.advice).text
        #expect(text.contains("halted: The model is retired, or its name is wrong."))
        #expect(text.contains("Set --model or HEADSHOT_MODEL"))
        #expect(ExitStatus(gates: gates, now: Sample.now) == .halted)
    }

    @Test func `a gate that has opened lets through, one at first`() {
        let gates = [gate(.tooManyRequests, opens: Sample.now - 1)]
        let answer = GateAnswer(gates, now: Sample.now, timeZone: .gmt, advice: \.advice)
        #expect(answer.text.hasSuffix("1 at a time; each answer lets one more through."))
        #expect(answer.gates.map(\.reason) == ["open"])
        #expect(ExitStatus(gates: gates, now: Sample.now) == .done)
    }

    @Test func `without a gate requests may be sent`() {
        #expect(
            GateAnswer([], now: Sample.now, advice: \.advice).text == "Requests may be sent."
        )
        #expect(ExitStatus(gates: [], now: Sample.now) == .done)
    }
}
