import Foundation
import Ground
import TestSupport
import Testing

@testable import Generation

@Suite(.timeLimit(.minutes(10)))
struct ModelTests {
    @Test(
        arguments: [
            ("gemini-2.5-flash-image", true, 39_000), ("gemini-3.1-flash-image", false, 67_000),
            ("gemini-nano-banana-2.1", false, 33_600), ("gemini-3-pro-image", false, 134_000),
            ("unknown", false, nil),
        ] as [(String, Bool, Int?)])
    func `a model's facts are known by its name`(_ name: String, _ temperature: Bool, _ price: Int?)
    {
        let facts = ModelFacts.facts(for: name)
        #expect(facts.acceptsTemperature == temperature)
        #expect(facts.pricePerPicture == price)
        #expect(facts.takesAspect == (price != nil))
    }

    @Test(
        arguments: [
            // 541 × 0.3 + 7 × 2.5 + 1290 × 30 = 38,879.8
            (
                TokenUsage(prompt: 541, candidates: 1297, thoughts: 0, total: 0, imageTokens: 1290),
                38_880
            ),
            (TokenUsage(prompt: 0, candidates: 10, thoughts: 0, total: 0, imageTokens: nil), 300),
            (TokenUsage(prompt: 0, candidates: 0, thoughts: 4, total: 0, imageTokens: nil), 10),
            (TokenUsage(prompt: 1, candidates: 0, thoughts: 0, total: 0, imageTokens: 0), 1),
            (TokenUsage(prompt: 0, candidates: 0, thoughts: 0, total: 0, imageTokens: 0), 0),
        ])
    func `the cost is that of the tokens, rounded up`(_ usage: TokenUsage, _ microUSD: Int) {
        #expect(ModelFacts.facts(for: "gemini-2.5-flash-image").cost(of: usage) == microUSD)
        #expect(ModelFacts.facts(for: "unknown").cost(of: usage) == nil)
    }

    @Test(
        arguments: [
            (testModel, 39_000), ("gemini-nano-banana-2.1", 33_600), ("unknown", nil),
        ] as [(String, Int?)])
    func `a picture has its own price, whatever is sent`(_ model: String, _ price: Int?) {
        let facts = ModelFacts.facts(for: model)
        #expect(facts.price(of: .picture(.portrait), from: []) == price)
        let parts = [Part.text(String(repeating: "a", count: 100_000)), .jpeg(testPhoto)]
        #expect(facts.price(of: .picture(.portrait), from: parts) == price)
    }

    /// Whoever the provider is, what its answers came to at most: those of the emulator, and all that a model may think.
    private static let usages = [
        TokenUsage(prompt: 541, candidates: 1_297, thoughts: 0, total: 0, imageTokens: 1_290),
        TokenUsage(prompt: 541, candidates: 1_127, thoughts: 0, total: 0, imageTokens: 1_120),
        TokenUsage(prompt: 541, candidates: 1_120, thoughts: 210, total: 0, imageTokens: nil),
        TokenUsage(prompt: 541, candidates: 1_127, thoughts: 900, total: 0, imageTokens: 1_120),
        TokenUsage(
            prompt: 530, candidates: 1_584, thoughts: 0, total: 0, imageTokens: 1_584,
            photoTokens: 323),
    ]

    @Test(arguments: ModelFacts.known.filter { $0.pricePerPicture != nil }.map(\.name))
    func `a picture costs at most its bound, with every photo and every prompt`(
        name: String
    ) throws {
        let facts = ModelFacts.facts(for: name)
        let isOpenAI = facts.provider == ProviderName.openai
        for (width, height) in [(256, 256), (256, 4096), (1024, 768), (3000, 4000), (4096, 4096)] {
            for prompt in [300, 1_500, 20_000] {
                let parts = [
                    Part.text(String(repeating: "a", count: prompt)),
                    .jpeg(Self.jpeg(width, height)),
                ]
                let bound = try #require(facts.bound(of: .picture(.portrait), from: parts))
                for usage in Self.usages {
                    // A model answers with pictures and thoughts as its service does.
                    let isAnothers =
                        (usage.photoTokens != nil) != isOpenAI
                        || usage.imageTokens ?? 0 > facts.pictureTokens
                        || usage.thoughts > facts.tokensBesidePicture
                    if isAnothers { continue }
                    let cost = try #require(facts.cost(of: usage))
                    #expect(cost <= bound, "\(usage)")
                }
            }
        }
    }

    @Test func `a bound grows with the prompt and with the photo, and is none without a price`()
        throws
    {
        let facts = ModelFacts.facts(for: "gemini-nano-banana-2.1")
        func bound(_ parts: [Part]) throws -> Int {
            try #require(facts.bound(of: .picture(.portrait), from: parts))
        }
        // 1,120 × 30 + 1,024 × 7.5
        #expect(try bound([]) == 41_280)
        // and 10 bytes × 1.5
        #expect(try bound([.text("ten bytes!")]) == 41_295)
        // and 1,120 or 9,288 tokens × 1.5
        #expect(try bound([.jpeg(Self.jpeg(640, 480))]) == 42_960)
        #expect(try bound([.jpeg(Self.jpeg(4096, 4096))]) == 55_212)
        // What is no JPEG counts as the largest.
        #expect(try bound([.jpeg(Data("GIF89a".utf8))]) == 55_212)
        #expect(
            ModelFacts.facts(for: "unknown").bound(of: .picture(.portrait), from: []) == nil)
    }

    /// A JPEG's headers, with metadata before the frame.
    private static func jpeg(_ width: Int, _ height: Int) -> Data {
        func two(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }
        return Data(
            [0xFF, 0xD8, 0xFF, 0xE0] + two(16) + [UInt8](repeating: 0, count: 14)
                + [0xFF, 0xC0] + two(17) + [8] + two(height) + two(width)
                + [UInt8](repeating: 1, count: 10))
    }

    @Test(
        arguments: [
            // The schema's 177 bytes × 1.5 + 100 × 7.5 = 1015.5
            ("gemini-nano-banana-2.1", [], 100, 1_016),
            // and 8 bytes of text × 1.5
            ("gemini-nano-banana-2.1", [.text("né 👤")], 100, 1_028),
            // and tokens of a picture × 1.5
            ("gemini-nano-banana-2.1", [.jpeg(testPhoto)], 100, 14_948),
            ("gemini-3-pro-image", [], 100, 1_554), ("gemini-3.5-flash-lite", [], 100, 304),
            ("unknown", [.text("a")], 1, nil),
        ] as [(String, [Part], Int, Int?)])
    func `words cost at most their bound of tokens and a token for each byte that is sent`(
        _ model: String, _ parts: [Part], _ mostTokens: Int, _ price: Int?
    ) {
        let wanted = Wanted.words(
            .object([.init("praise", .text(most: 200))]), mostTokens: mostTokens)
        #expect(ModelFacts.facts(for: model).price(of: wanted, from: parts) == price)
    }

    @Test func `words are paid by the tokens of words`() async throws {
        let body = #"""
            {"candidates":[{"content":{"parts":[{"text":"true"}]}}],"usageMetadata":{"promptTokenCount":100,
            "candidatesTokenCount":20,"thoughtsTokenCount":30,"totalTokenCount":150}}
            """#
        let server = try ScriptedServer([
            .readRequest, .write(ScriptedServer.answer(200, Data(body.utf8))),
        ])
        let answer = try await makeProvider(server.url).askForWords(by: .flag)
        guard case .made(let made) = answer, let usage = made.receipt.usage else {
            Issue.record("\(answer)")
            return
        }
        // 100 × 1.5 + 50 × 7.5
        #expect(ModelFacts.facts(for: "gemini-nano-banana-2.1").cost(of: usage) == 525)
    }

    @Test(
        arguments: [
            (["gemini-3.1-flash-image", "gemini-nano-banana-2.1"], [], "gemini-nano-banana-2.1"),
            (["gemini-3-pro-image", "gemini-3.1-flash-image"], [], "gemini-3.1-flash-image"),
            (
                ["gemini-2.5-flash-image", "gemini-nano-banana-2.1"], ["gemini-nano-banana-2.1"],
                "gemini-2.5-flash-image"
            ),
            (["gemini-nano-banana-2.1"], ["gemini-nano-banana-2.1"], nil),
            (["gemini-9-image"], [], nil), ([], [], nil),
        ] as [([String], Set<String>, String?)])
    func `of the models that a key offers, the cheapest known one is chosen`(
        _ offered: [String], _ gone: Set<String>, _ choice: String?
    ) {
        #expect(ModelFacts.choice(of: ProviderName.gemini, among: offered, except: gone) == choice)
    }

    @Test func `the model that is expected is the cheapest of all`() {
        let all = [
            "gemini-2.5-flash-image", "gemini-3.1-flash-image", "gemini-nano-banana-2.1",
            "gemini-3-pro-image",
        ]
        let expected = ModelFacts.expected(of: ProviderName.gemini)
        #expect(ModelFacts.choice(of: ProviderName.gemini, among: all, except: []) == expected)
        let prices = all.compactMap { ModelFacts.facts(for: $0).pricePerPicture }
        #expect(ModelFacts.facts(for: expected).pricePerPicture == prices.min())
    }

    @Test func `the models that a key can use are listed over all pages`() async throws {
        let first = #"""
            {"models":[{"name":"models/a","supportedGenerationMethods":["generateContent"]},
            {"name":"models/b","supportedGenerationMethods":["embedContent"]}],"nextPageToken":"x=1"}
            """#
        let second =
            #"{"models":[{"name":"c","supportedGenerationMethods":["generateContent"]},7,{}]}"#
        let server = try ScriptedServer(
            [.readRequest, .write(ScriptedServer.answer(200, Data(first.utf8)))],
            [.readRequest, .write(ScriptedServer.answer(200, Data(second.utf8)))])
        #expect(try await makeProvider(server.url).models() == .models(["a", "c"]))
        let lines = server.requests.map {
            String(decoding: $0, as: UTF8.self).prefix { !$0.isNewline }
        }
        #expect(
            lines == [
                "GET /v1beta/models?pageSize=1000 HTTP/1.1",
                "GET /v1beta/models?pageSize=1000&pageToken=x%3D1 HTTP/1.1",
            ])
    }

    @Test(
        arguments: [
            (
                400, Bodies.error("INVALID_ARGUMENT", details: Bodies.errorInfo("API_KEY_INVALID")),
                ModelListing.refused(
                    Halt(
                        reason: .keyInvalid,
                        message: ProviderMessage(
                            text: "As you wish.", status: "INVALID_ARGUMENT",
                            reason: "API_KEY_INVALID")))
            ),
            (
                404, Bodies.error("NOT_FOUND"),
                .refused(
                    Halt(
                        reason: .unexpectedStatus(404),
                        message: ProviderMessage(text: "As you wish.", status: "NOT_FOUND")))
            ),
            (
                429, Bodies.error("RESOURCE_EXHAUSTED"),
                .cooldown(
                    Cooldown(
                        scope: .unspecified, retryDelay: nil,
                        message: ProviderMessage(
                            text: "As you wish.", status: "RESOURCE_EXHAUSTED")))
            ),
            (
                503, Bodies.error("UNAVAILABLE"),
                .unavailable(Unavailability(.unreachable, "status 503: As you wish."))
            ),
            (
                404, Bodies.html,
                .unavailable(
                    Unavailability(.otherService, #"status 404: a page of HTML, "Sign in""#))
            ),
            (
                511, Bodies.html,
                .unavailable(
                    Unavailability(.otherService, #"status 511: a page of HTML, "Sign in""#))
            ),
            (
                200, Bodies.html,
                .unavailable(Unavailability(.otherService, #"a page of HTML, "Sign in""#))
            ),
            (
                200, "[]",
                .unavailable(Unavailability(.otherService, #"JSON of another service, "[]""#))
            ),
        ])
    func `a list that cannot be had is told by why`(
        _ status: Int, _ body: String, _ listing: ModelListing
    ) async throws {
        let server = try ScriptedServer([
            .readRequest, .write(ScriptedServer.answer(status, Data(body.utf8))),
        ])
        #expect(try await makeProvider(server.url).models() == listing)
    }
}
