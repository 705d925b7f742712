import Foundation
import Generation
import TestSupport
import Testing
import Transfer

/// OpenAI over a real connection: the provider asks the emulator, which checks the request as the service does.
@Suite(.timeLimit(.minutes(10)))
struct EmulatedOpenAITests {
    /// An answer by name, and how it ends where a picture is wanted and where words are.
    struct Case: Sendable, CustomTestStringConvertible {
        let answer: String
        let picture: EmulatedWordsTests.End?
        let words: EmulatedWordsTests.End
        var testDescription: String { answer }

        init(
            _ answer: String, _ picture: EmulatedWordsTests.End?, _ words: EmulatedWordsTests.End
        ) {
            self.answer = answer
            self.picture = picture
            self.words = words
        }

        init(_ answer: String, _ both: EmulatedWordsTests.End) { self.init(answer, both, both) }
    }

    /// A picture that was made has no end.
    private static let cases = [
        Case("ok", nil, .words), Case("instant", nil, .words), Case("thinking-drafts", nil, .words),
        Case("picture-jpeg", nil, .words),
        Case("blocked-prompt", .refused, .nothing(.blockedAnswer, reason: "refusal")),
        Case("blocked-picture", .refused, .nothing(.blockedAnswer, reason: "refusal")),
        Case("blocked-words", nil, .nothing(.blockedAnswer, reason: "refusal")),
        Case("no-image", .nothing(.noImage, reason: nil), .words),
        Case("empty", .nothing(.empty, reason: nil)),
        Case("bad-base64", .unreadable(.malformedBase64), .words),
        Case("not-a-picture", .unreadable(.notAPicture), .words),
        Case("malformed-words", nil, .unreadable(.malformedWords)),
        Case("text-only", .nothing(.noImage, reason: nil), .unreadable(.malformedWords)),
        Case("other-words", nil, .unreadable(.misfit)),
        Case("cut-words", nil, .unreadable(.cutOff)),
        Case("malformed-json", .unreadable(.malformedJSON)),
        Case("html", .foreign),
        Case("error-inside", .unreadable(.errorInside)),
        Case("other-shape", .unreadable(.otherShape)),
        Case("huge-body", .unreadable(.tooLarge)),
        Case("drop-after-headers", .unreadable(.incomplete)),
        Case("drop-mid-body", .unreadable(.incomplete)),
        Case("account-limited", .halt(.keyInvalid)), Case("key-invalid", .halt(.keyInvalid)),
        Case("401", .halt(.unauthenticated)), Case("403", .halt(.permissionDenied)),
        Case("404", .halt(.modelNotFound)),
        Case("400-failed-precondition", .halt(.locationNotSupported)),
        Case("429-no-credit", .halt(.outOfCredit)), Case("429-per-minute", .cooldown(.perMinute)),
        Case("429-per-day", .cooldown(.unspecified)), Case("429-bare", .cooldown(.unspecified)),
        Case("500", .serverError(500)), Case("503", .serverError(503)),
        Case("504", .serverError(504)),
        Case("400-invalid-argument", .refused), Case("400-unclear", .refused),
        Case("502-gateway", .unknown(.gateway)),
        Case("drop-before-headers", .unknown(.connectionLost)),
    ]

    @Test(arguments: cases)
    func `each answer of OpenAI ends as what it is`(_ a: Case) async throws {
        let scenario = #"{"rules":[{"answer":"\#(a.answer)"}]}"#
        try await EmulatorProcess.with(scenario: scenario) { emulator in
            let provider = try makeOpenAI(emulator.baseURL)
            let photo = try PhotoFixture.jpeg(width: 300, height: 400)
            let picture = await provider.ask(photo: photo)
            if a.picture == nil { #expect(Outline(picture) == .made) }
            #expect(EmulatedWordsTests.End(picture) == a.picture)
            #expect(
                EmulatedWordsTests.End(await provider.askForWords(by: EmulatedWordsTests.tips))
                    == a.words)
            let entries = try await emulator.ledger()
            #expect(entries.map(\.answer) == [a.answer, a.answer])
            #expect(
                entries.map(\.charged) == [
                    a.picture.map(Self.charged) ?? .yes, Self.charged(a.words),
                ])
            #expect(entries.map(\.requestID) == ["charge-1", "charge-1"])
        }
    }

    @Test func `a picture shows the photo, in the shape and type that were asked for`() async throws
    {
        try await EmulatorProcess.with { emulator in
            let photo = try PhotoFixture.jpeg(width: 300, height: 400)
            let answer = try await makeOpenAI(emulator.baseURL).ask(photo: photo)
            guard case .made(.picture(let picture)) = answer else {
                Issue.record("\(answer)")
                return
            }
            #expect(picture.mimeType == "image/jpeg")
            #expect(picture.receipt.requestID?.hasPrefix("req_") == true)
            #expect(picture.receipt.usage?.photoTokens ?? 0 > 0)
            let entry = try #require(try await emulator.ledger().first)
            #expect(entry.charged == .yes)
            #expect(entry.model == testOpenAIModel)
        }
    }

    @Test func `the models of one service are not those of the other`() async throws {
        try await EmulatorProcess.with { emulator in
            let openAI = try await makeOpenAI(emulator.baseURL).models()
            let gemini = try await makeProvider(emulator.baseURL).models()
            guard case .models(let names) = openAI, case .models(let others) = gemini else {
                Issue.record("no lists")
                return
            }
            #expect(names.contains(testOpenAIModel) && others.contains(testModel))
            #expect(Set(names).isDisjoint(with: others))
        }
    }

    private static func charged(_ end: EmulatedWordsTests.End) -> LedgerEntry.Charged {
        switch end {
        case .words, .nothing, .unreadable: .yes
        case .halt, .cooldown, .serverError, .refused: .no
        case .unknown, .foreign: .unknown
        }
    }
}
