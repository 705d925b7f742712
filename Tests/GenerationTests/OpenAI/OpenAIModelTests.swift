import Testing

@testable import Generation

/// What is known of OpenAI's models.
struct OpenAIModelTests {
    private static let openai = ProviderName.openai

    @Test(
        arguments: [
            (["gpt-image-2.5-flare", "gpt-image-1-mini"], [], "gpt-image-1-mini"),
            // Without a known price, only a person chooses it.
            (["gpt-image-2.5-flare", "gpt-image-2"], [], nil),
            (["gpt-image-1-mini"], ["gpt-image-1-mini"], nil),
            (["gemini-nano-banana-2.1", "gpt-5.6-luna"], [], nil),
        ] as [([String], Set<String>, String?)])
    func `only a model of the provider with a price is chosen for pictures`(
        _ offered: [String], _ gone: Set<String>, _ choice: String?
    ) {
        #expect(ModelFacts.choice(of: Self.openai, among: offered, except: gone) == choice)
    }

    @Test(arguments: [ProviderName.gemini, ProviderName.openai])
    func `the model that is expected for words is the cheapest, and makes no pictures`(
        _ provider: String
    ) throws {
        let expected = ModelFacts.expected(of: provider, for: .words)
        let wanted = Wanted.words(.flag, mostTokens: 1_000_000)
        let price = try #require(ModelFacts.facts(for: expected).price(of: wanted, from: []))
        for name in [
            "gemini-3.1-flash-lite", "gemini-3.5-flash-lite", "gpt-6-luna", "gpt-5.6-luna",
        ]
        where ModelFacts.facts(for: name).provider == provider {
            let other = try #require(ModelFacts.facts(for: name).price(of: wanted, from: []))
            #expect(price <= other)
            #expect(ModelFacts.facts(for: name).pricePerPicture == nil)
            #expect(
                ModelFacts.choice(of: provider, for: .words, among: [name], except: []) == name)
        }
    }

    @Test func `models that are not said to answer in time cannot be named`() throws {
        let namable = try #require(ModelFacts.namable(of: Self.openai))
        #expect(namable.contains("gpt-image-2.5-flare") && namable.contains("gpt-image-1-mini"))
        for slow in ["gpt-image-2.5-sunburst", "gpt-image-1", "gpt-5.6-luna", "of-tomorrow"] {
            #expect(!namable.contains(slow))
        }
        #expect(ModelFacts.namable(of: ProviderName.gemini) == nil)
    }

    @Test func `a version of a model has the facts of the model`() {
        let dated = ModelFacts.facts(for: "gpt-5.6-luna-2026-06-01")
        #expect(dated == ModelFacts.facts(for: "gpt-5.6-luna"))
        #expect(dated.provider == Self.openai)
        #expect(ModelFacts.isSame("gpt-5.6-luna-2026-06-01", "gpt-5.6-luna"))
        #expect(!ModelFacts.isSame("gpt-5.6-luna", "gpt-6-luna"))
        #expect(ModelFacts.facts(for: "of-tomorrow-2026-06-01").provider == nil)
    }

    @Test(
        arguments: [
            // 207 × 2 + 323 × 2.5 + 1584 × 8 = 13,893.5
            (323, 13_894),
            // Unknown, all of the input counts as photo: 530 × 2.5 + 12,672
            (nil, 13_997),
        ] as [(Int?, Int)])
    func `a photo's tokens have a price of their own`(_ photoTokens: Int?, _ microUSD: Int) {
        let usage = TokenUsage(
            prompt: 530, candidates: 1584, thoughts: 0, total: 2114, imageTokens: nil,
            photoTokens: photoTokens)
        #expect(ModelFacts.facts(for: "gpt-image-1-mini").cost(of: usage) == microUSD)
    }
}
