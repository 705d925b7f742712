import Foundation
import Generation
import TestSupport
import Testing
import Transfer

/// Words over a real connection: the provider asks the emulator, which checks the request as the service does.
@Suite(.timeLimit(.minutes(10)))
struct EmulatedWordsTests {
    private static let model = "gemini-3.5-flash-lite"

    static let tips = WordsSchema.object([
        .init(
            "tips",
            .list(
                of: .object([
                    .init("title", .text(most: 8)), .init("part", .choice(["light", "pose"])),
                    .init("score", .number(3...10)), .init("again", .flag),
                ]), count: 2...3)),
        .init("action", .text(most: 60), isRequired: false),
    ])

    /// An answer by name, and how it is told from others.
    struct Case: Sendable, CustomTestStringConvertible {
        let answer: String
        let end: End
        var testDescription: String { answer }
    }

    /// An answer without its words.
    enum End: Equatable {
        case words
        case nothing(EmptyAnswer.Kind, reason: String?)
        case unreadable(Unreadability)
        case foreign
        case halt(Halt.Reason)
        case cooldown(Cooldown.Scope)
        case serverError(Int)
        case refused
        case unknown(TransportFailure.Reason)

        init?(_ answer: Answer) {
            switch answer {
            case .made(.words): self = .words
            case .made(.picture), .notSent, .intercepted: return nil
            case .nothing(let none): self = .nothing(none.kind, reason: none.reason)
            case .unreadable(let unreadable): self = .unreadable(unreadable.kind)
            case .foreign: self = .foreign
            case .halt(let halt): self = .halt(halt.reason)
            case .cooldown(let cooldown): self = .cooldown(cooldown.scope)
            case .serverError(let status, _, _): self = .serverError(status)
            case .invalidRequest, .refused: self = .refused
            case .outcomeUnknown(let failure, _): self = .unknown(failure.reason)
            }
        }
    }

    private static let cases = [
        Case(answer: "ok", end: .words), Case(answer: "instant", end: .words),
        Case(answer: "thinking-drafts", end: .words),
        Case(
            answer: "blocked-prompt", end: .nothing(.blockedPrompt, reason: "PROHIBITED_CONTENT")),
        Case(answer: "blocked-words", end: .nothing(.blockedAnswer, reason: "SAFETY")),
        Case(answer: "empty", end: .nothing(.empty, reason: "STOP")),
        Case(answer: "malformed-words", end: .unreadable(.malformedWords)),
        Case(answer: "text-only", end: .unreadable(.malformedWords)),
        Case(answer: "other-words", end: .unreadable(.misfit)),
        Case(answer: "cut-words", end: .unreadable(.cutOff)),
        Case(answer: "malformed-json", end: .unreadable(.malformedJSON)),
        Case(answer: "html", end: .foreign),
        Case(answer: "error-inside", end: .unreadable(.errorInside)),
        Case(answer: "other-shape", end: .unreadable(.otherShape)),
        Case(answer: "huge-body", end: .unreadable(.tooLarge)),
        Case(answer: "drop-after-headers", end: .unreadable(.incomplete)),
        Case(answer: "drop-mid-body", end: .unreadable(.incomplete)),
        Case(answer: "account-limited", end: .halt(.accountLimited)),
        Case(answer: "key-invalid", end: .halt(.keyInvalid)),
        Case(answer: "404", end: .halt(.modelNotFound)),
        Case(answer: "429-per-day", end: .cooldown(.perDay)),
        Case(answer: "503", end: .serverError(503)),
        Case(answer: "400-unclear", end: .refused),
        Case(answer: "502-gateway", end: .unknown(.gateway)),
        Case(answer: "drop-before-headers", end: .unknown(.connectionLost)),
    ]

    @Test(arguments: cases)
    func `each answer of a service to a request for words ends as what it is`(
        _ a: Case
    ) async throws {
        let scenario = #"{"rules":[{"answer":"\#(a.answer)"}]}"#
        try await EmulatorProcess.with(scenario: scenario) { emulator in
            let answer = try await makeProvider(emulator.baseURL)
                .askForWords(by: Self.tips, model: Self.model)
            #expect(End(answer) == a.end)
            let entries = try await emulator.ledger()
            #expect(entries.map(\.answer) == [a.answer])
            #expect(entries.map(\.charged) == [Self.charged(a.end)])
        }
    }

    @Test func `words fit their schema, and their tokens are counted`() async throws {
        struct Tips: Decodable {
            struct Tip: Decodable {
                let title: String
                let part: String
                let score: Int
                let again: Bool
            }
            let tips: [Tip]
            let action: String?
        }
        try await EmulatorProcess.with { emulator in
            let provider = try makeProvider(emulator.baseURL)
            let first = await provider.askForWords(by: Self.tips, model: Self.model)
            guard case .made(.words(let words)) = first else {
                Issue.record("\(first)")
                return
            }
            let tips = try JSONDecoder().decode(Tips.self, from: words.json)
            #expect(tips.tips.count == 2)
            #expect(tips.tips.allSatisfy { $0.part == "light" && $0.score == 3 && $0.again })
            #expect(tips.action?.isEmpty == false)
            #expect(words.receipt.modelAnswered == Self.model)
            let usage = try #require(words.receipt.usage)
            #expect(usage.candidates > 0 && usage.imageTokens == 0)
            let again = await provider.askForWords(by: Self.tips, model: Self.model)
            guard case .made(.words(let same)) = again else {
                Issue.record("\(again)")
                return
            }
            #expect(same.json == words.json)
        }
    }

    @Test func `words above their bound of tokens are cut off, and paid`() async throws {
        try await EmulatorProcess.with { emulator in
            let answer = try await makeProvider(emulator.baseURL)
                .askForWords(by: Self.tips, model: Self.model, mostTokens: 5)
            guard case .unreadable(let unreadable) = answer else {
                Issue.record("\(answer)")
                return
            }
            #expect(unreadable.kind == .cutOff)
            #expect(unreadable.paid.receipt?.usage?.candidates == 5)
            #expect(try await emulator.ledger().map(\.charged) == [.yes])
        }
    }

    @Test func `a model that does not write JSON halts, for free`() async throws {
        try await EmulatorProcess.with { emulator in
            let answer = try await makeProvider(emulator.baseURL).askForWords(by: Self.tips)
            #expect(End(answer) == .halt(.modelUnsuitable))
            #expect(try await emulator.ledger().map(\.charged) == [.no])
        }
    }

    private static func charged(_ end: End) -> LedgerEntry.Charged {
        switch end {
        case .words, .nothing, .unreadable, .halt(.accountLimited): .yes
        case .halt, .cooldown, .serverError, .refused: .no
        case .unknown, .foreign: .unknown
        }
    }
}
