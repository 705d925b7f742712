import Answers
import Generation
import HeadshotWorker
import JobQueue

/// The cost of doing jobs once more.
struct RequestCost: Equatable {
    let paid: Int
    let free: Int
    /// The analyses, which this machine always makes.
    let analyses: Int
    private let orders: [Order]

    private struct Order: Equatable {
        let count: Int
        let model: String
        /// What they cost in millionths of a US dollar; `nil` if it is not known.
        let price: Int?

        var words: String {
            let cost = price.map { "about \(MoneyWords.dollars($0))" } ?? "at an unknown price"
            return "\(RequestCost.count(count)) by \(model), \(cost)"
        }
    }

    /// The cost of jobs, made by `provider` or else by their own providers.
    ///
    /// - Parameter models: The model of each provider that asks one.
    init(
        _ counts: [JobChoice.Count], by provider: ProviderKind? = nil,
        models: [ProviderKind: String]
    ) {
        func sum(_ counts: [JobChoice.Count]) -> Int { counts.map(\.jobs).reduce(0, +) }
        let headshots = counts.filter { $0.kind == .headshot }
        func jobs(of maker: ProviderKind) -> Int {
            sum(headshots.filter { (provider?.rawValue ?? $0.provider) == maker.rawValue })
        }
        orders = ProviderKind.paid.compactMap { maker in
            let count = jobs(of: maker)
            guard count > 0 else { return nil }
            let model = models[maker] ?? ModelFacts.expected(of: maker.rawValue)
            let price = ModelFacts.facts(for: model).pricePerPicture
            return Order(count: count, model: model, price: price.map { $0 * count })
        }
        free = jobs(of: .local)
        paid = orders.map(\.count).reduce(0, +)
        analyses = sum(counts.filter { $0.kind == .analysis })
    }

    /// Whether it costs too much to spend without asking; an unknown price does.
    var isLarge: Bool {
        let prices = orders.map(\.price)
        return prices.contains(nil) || prices.compactMap(\.self).reduce(0, +) > Self.freelySpent
    }

    /// For the start of a sentence: `12 headshots by gemini-3, about $0.47; 1 headshot, free and made on this machine`.
    var words: String {
        let parts =
            orders.map(\.words)
            + [
                free > 0 ? "\(Self.count(free)), free and made on this machine" : nil,
                analyses > 0 ? Self.words(ofAnalyses: analyses) : nil,
            ].compactMap { $0 }
        return parts.isEmpty ? "nothing to pay" : parts.joined(separator: "; ")
    }

    /// For the start of a sentence: `2 analyses, free and made on this machine`.
    static func words(ofAnalyses count: Int) -> String {
        "\(count) \(count == 1 ? "analysis" : "analyses"), free and made on this machine"
    }

    private static func count(_ jobs: Int) -> String {
        jobs == 1 ? "1 headshot" : "\(jobs) headshots"
    }

    /// In millionths of a US dollar: what is spent without asking.
    static let freelySpent = 1_000_000
}
