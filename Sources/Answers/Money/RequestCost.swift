import Generation
package import HeadshotWorker
package import JobQueue

/// The cost of doing jobs once more.
package struct RequestCost: Equatable {
    /// The headshots that a model makes.
    package let paid: Int
    /// The headshots that this machine makes.
    package let free: Int
    /// The analyses, which this machine always makes.
    package let analyses: Int
    package let model: String
    /// A picture's usual price in millionths of a US dollar; `nil` if it is not known.
    package let price: Int?

    /// The cost of jobs, made by `provider` or else by their own providers.
    package init(_ counts: [JobChoice.Count], by provider: ProviderKind? = nil, model: String) {
        func sum(_ counts: [JobChoice.Count]) -> Int { counts.map(\.jobs).reduce(0, +) }
        let local = ProviderKind.local.rawValue
        let headshots = counts.filter { $0.kind == .headshot }
        free = sum(headshots.filter { (provider?.rawValue ?? $0.provider) == local })
        paid = sum(headshots) - free
        analyses = sum(counts.filter { $0.kind == .analysis })
        self.model = model
        price = ModelFacts.facts(for: model).pricePerPicture
    }

    /// Whether it costs too much to spend without asking; an unknown price does.
    package var isLarge: Bool { paid > 0 && (price.map { $0 * paid > Self.freelySpent } ?? true) }

    /// For the start of a sentence: `12 headshots by gemini-3, about $0.47; 1 headshot, free and made on this machine`.
    package var words: String {
        let cost = price.map { "about \(MoneyWords.dollars($0 * paid))" } ?? "at an unknown price"
        let parts = [
            paid > 0 ? "\(Self.count(paid)) by \(model), \(cost)" : nil,
            free > 0 ? "\(Self.count(free)), free and made on this machine" : nil,
            analyses > 0 ? Self.words(ofAnalyses: analyses) : nil,
        ].compactMap { $0 }
        return parts.isEmpty ? "nothing to pay" : parts.joined(separator: "; ")
    }

    /// For the start of a sentence: `2 analyses, free and made on this machine`.
    package static func words(ofAnalyses count: Int) -> String {
        "\(count) \(count == 1 ? "analysis" : "analyses"), free and made on this machine"
    }

    private static func count(_ jobs: Int) -> String {
        jobs == 1 ? "1 headshot" : "\(jobs) headshots"
    }

    /// In millionths of a US dollar: what is spent without asking.
    package static let freelySpent = 1_000_000
}
