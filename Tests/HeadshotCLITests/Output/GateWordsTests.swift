import Answers
import Foundation
import HeadshotWorker
import Testing

@testable import HeadshotCLI
@testable import JobQueue

@Suite(.timeLimit(.minutes(10)))
struct GateWordsTests {
    private let now = Date(timeIntervalSince1970: 1_795_251_600)

    @Test(arguments: GateReason.allCases)
    func `every halt says what to set, and how to go on`(reason: GateReason) {
        let words = GateWords(code: reason.rawValue, detail: nil, opens: nil, now: now)
        #expect(words.sentence == reason.sentence)
        #expect(words.advice.hasSuffix("Then run 'headshot gate clear'."))
        #expect(words.advice.hasPrefix(reason.remedy(for: .gemini) ?? "Then"))
    }

    @Test func `a price above the one that was told names both, and the two ways on`() {
        let detail = """
            {"model":"gemini-3.1-flash-image","price":67000,"quotedModel":"gemini-nano-banana-2.1",\
            "quotedPrice":33600}
            """
        let words = GateWords(
            code: "price_above_quote", detail: detail, opens: nil, now: now)
        #expect(
            words.sentence == """
                The cheapest model that the key offers is gemini-3.1-flash-image, at about $0.067 a headshot; the \
                price shown at submit was gemini-nano-banana-2.1, at about $0.034.
                """)
        #expect(
            words.advice == """
                To pay that, name the model: --model gemini-3.1-flash-image, or HEADSHOT_MODEL. Or cancel the jobs that \
                wait, and submit them again. Then run 'headshot gate clear'.
                """)
        #expect(words.detail == nil)
    }

    @Test func `a cooldown says until when`() {
        let words = GateWords(
            code: "too_many_requests", detail: nil, opens: now + 300, now: now, timeZone: .gmt)
        #expect(words.sentence == "Too many requests.")
        #expect(words.advice == "Nothing is sent until 09:05 (5 min 0 s).")
    }

    @Test(arguments: GateReason.allCases)
    func `every reason says what is the matter, and none blames a photo`(reason: GateReason) {
        let words = GateWords(
            code: reason.rawValue, detail: nil, opens: now + 300, now: now, timeZone: .gmt)
        #expect(words.sentence.hasSuffix("."))
        #expect(!words.sentence.lowercased().contains("check your"))
        #expect(words.advice.hasPrefix("Nothing is sent until 09:05 (5 min 0 s)."))
        #expect(words.advice.hasSuffix(reason.remedy(for: .gemini) ?? "."))
    }

    @Test(arguments: GateReason.allCases)
    func `the advice names the settings of its provider, and not those of the other`(
        reason: GateReason
    ) {
        let gemini = reason.remedy(for: .gemini) ?? ""
        for word in ["OPENAI", "OpenAI", "openai.com"] { #expect(!gemini.contains(word)) }
        let openai = reason.remedy(for: .openai) ?? ""
        for word in ["GEMINI", "Generative Language", "google", "HEADSHOT_MODEL"] {
            #expect(!openai.contains(word))
        }
        if reason == .locationNotSupported { #expect(!gemini.lowercased().contains("billing")) }
    }

    @Test(arguments: [
        ("gemini", ProviderKind.gemini), ("gemini-words", .gemini), ("openai", .openai),
        ("openai-words", .openai),
    ])
    func `the advice is about the provider whose gate is closed`(
        name: String, kind: ProviderKind
    ) throws {
        let words = GateWords(
            of: name, code: "permission_denied", detail: nil, opens: nil, now: now)
        let remedy = try #require(GateReason.permissionDenied.remedy(for: kind))
        #expect(words.advice.hasPrefix(remedy))
    }

    @Test func `each reason has words of its own`() {
        #expect(Set(GateReason.allCases.map(\.sentence)).count == GateReason.allCases.count)
    }

    @Test func `a code of a newer version is shown as it is`() {
        let words = GateWords(code: "moon_phase", detail: "full\u{7}", opens: nil, now: now)
        #expect(words.sentence == "Service temporarily unavailable (moon_phase).")
        #expect(words.detail == "full\u{FFFD}")
        let forged = GateWords(
            of: "\u{1B}[2J", code: "\u{1B}[2J", detail: nil, opens: nil, now: now)
        #expect(forged.headline == "\u{FFFD}[2J: Service temporarily unavailable (\u{FFFD}[2J).")
    }
}
