import Answers
import HeadshotWorker
import JobQueue
import Testing

@testable import HeadshotCLI

struct RequestCostTests {
    private static let model = "gemini-2.5-flash-image"

    private func cost(
        paid: Int, free: Int = 0, by maker: ProviderKind? = nil, model: String = model
    ) -> RequestCost {
        RequestCost(
            [
                .init(kind: .headshot, provider: "gemini", state: .failed, jobs: paid),
                .init(kind: .headshot, provider: "local", state: .failed, jobs: free),
            ].filter { $0.jobs > 0 }, by: maker, models: [.gemini: model])
    }

    @Test func `it tells how many are paid and how many are free`() {
        #expect(cost(paid: 2).words == "2 headshots by \(Self.model), about $0.078")
        #expect(
            cost(paid: 1, free: 3).words
                == "1 headshot by \(Self.model), about $0.039; 3 headshots, free and made on this machine"
        )
        #expect(cost(paid: 1, model: "new").words == "1 headshot by new, at an unknown price")
    }

    @Test func `each provider's headshots are told with their own model and price`() {
        let both = RequestCost(
            [
                .init(kind: .headshot, provider: "openai", state: .failed, jobs: 2),
                .init(kind: .headshot, provider: "gemini", state: .failed, jobs: 25),
            ], models: [.gemini: Self.model, .openai: "gpt-image-1-mini"])
        #expect(
            both.words
                == "25 headshots by \(Self.model), about $0.975; 2 headshots by gpt-image-1-mini, about $0.03"
        )
        // Together they cost more than a dollar.
        #expect(both.isLarge)
    }

    @Test func `an analysis is free, also where another provider is asked for`() {
        let analyses = RequestCost(
            [.init(kind: .analysis, provider: "local", state: .failed, jobs: 2)], by: .gemini,
            models: [.gemini: "new"])
        #expect(analyses.words == "2 analyses, free and made on this machine")
        #expect(!analyses.isLarge)
    }

    @Test func `another provider makes all of them`() {
        #expect(
            cost(paid: 2, free: 1, by: .local).words
                == "3 headshots, free and made on this machine")
        #expect(
            cost(paid: 2, free: 1, by: .gemini).words
                == "3 headshots by \(Self.model), about $0.117")
    }

    @Test func `more than a dollar is large, and so is what nobody knows`() {
        #expect(!cost(paid: 25).isLarge)
        #expect(cost(paid: 26).isLarge)
        #expect(cost(paid: 1, model: "new").isLarge)
        #expect(!cost(paid: 0, free: 1000, model: "new").isLarge)
    }
}
