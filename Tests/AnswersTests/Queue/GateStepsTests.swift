import Foundation
import HeadshotWorker
import JobQueue
import Testing

@testable import Answers

struct GateStepsTests {
    private let now = Date(timeIntervalSince1970: 1_795_251_600)

    @Test(arguments: GateReason.allCases.filter { $0 != .priceAboveQuote })
    func `the cause of a halted gate is fixed before the gate is cleared`(reason: GateReason) {
        let words = GateWords(code: reason.rawValue, detail: nil, opens: nil, now: now)
        #expect(words.wait == nil)
        #expect(words.steps == [.fixCause(reason, of: .gemini), .clearGate])
    }

    @Test(arguments: GateReason.allCases)
    func `a gate that opens by itself is not to be cleared`(reason: GateReason) {
        let words = GateWords(
            code: reason.rawValue, detail: nil, opens: now + 300, now: now, timeZone: .gmt)
        #expect(words.wait == "Nothing is sent until 09:05 (5 min 0 s).")
        #expect(words.steps == [.fixCause(reason, of: .gemini)])
    }

    @Test(arguments: [
        ("gemini", ProviderKind.gemini), ("gemini-words", .gemini), ("openai", .openai),
        ("openai-words", .openai),
    ])
    func `the advice is about the provider whose gate is closed`(name: String, kind: ProviderKind) {
        let words = GateWords(
            of: name, code: "permission_denied", detail: nil, opens: nil, now: now)
        #expect(words.steps.first == .fixCause(.permissionDenied, of: kind))
    }

    @Test func `a step that a face says nothing of leaves no gap`() {
        let words = GateWords(code: "key_invalid", detail: nil, opens: nil, now: now)
        #expect(words.advice { $0 == .clearGate ? "Clear." : nil } == "Clear.")
    }
}
