/// What a model accepts, and what it costs.
///
/// Prices are the provider's list prices for its paid tier, as of November 2026, for estimates and records.
/// Only the provider's bill is binding.
public struct ModelFacts: Sendable, Equatable {
    /// The model's name, as in the URL.
    public let name: String
    /// Whether a temperature may be sent: models from version 3 on degrade below 1.0.
    public let acceptsTemperature: Bool
    /// Whether the shape of the picture may be requested.
    public let takesAspect: Bool
    /// The price of one picture, in micro-USD; nil if unknown.
    public let pricePerPicture: Int?
    /// The prices of tokens; nil if unknown.
    let tokenPrices: TokenPrices?

    /// The facts of a model; an unknown one has no temperature, no shape, no price.
    public static func facts(for name: String) -> ModelFacts {
        known.first { $0.name == name }
            ?? ModelFacts(
                name: name, acceptsTemperature: false, takesAspect: false, pricePerPicture: nil,
                tokenPrices: nil)
    }

    /// The cost of the usage in micro-USD, rounded up; nil if the price is unknown.
    ///
    /// If the answer does not give the picture's tokens, all its tokens count as picture.
    public func cost(of usage: TokenUsage) -> Int? {
        guard let tokenPrices else { return nil }
        let image = min(usage.imageTokens ?? usage.candidates, usage.candidates)
        let words = usage.candidates - image + usage.thoughts
        let picoUSD =
            usage.prompt * tokenPrices.input + words * tokenPrices.words
            + image * tokenPrices.image
        return (picoUSD + 999_999) / 1_000_000
    }

    /// The most that a request for words can cost, or the price of a picture, in micro-USD; nil if unknown.
    ///
    /// A token has at least one byte, so the bytes of the text that is sent, including the schema, limit its tokens.
    public func price(of wanted: Wanted, from parts: [Part]) -> Int? {
        switch wanted {
        case .picture: pricePerPicture
        case .words(let schema, let mostTokens):
            cost(
                of: TokenUsage(
                    prompt: parts.map(\.mostTokens).reduce(schema.jsonSchema.utf8.count, +),
                    candidates: mostTokens, thoughts: 0, total: 0, imageTokens: 0))
        }
    }

    /// Prices of a million tokens, in micro-USD.
    struct TokenPrices: Sendable, Equatable {
        /// Prompt and photo.
        let input: Int
        /// Words and thoughts of the answer.
        let words: Int
        /// The picture.
        let image: Int
    }

    /// The model that is expected before a key's own list is known: the preferred one.
    public static let expected = known[0].name

    /// The model to use among those that a key offers, by name: the cheapest known one; `nil` if none is known.
    ///
    /// - Parameter gone: Models that the provider offers but does not serve.
    public static func choice(among offered: [String], except gone: Set<String>) -> String? {
        let usable = Set(offered).subtracting(gone)
        return known.first { usable.contains($0.name) }?.name
    }

    /// In order of preference, which is that of their prices; all accept a shape.
    ///
    /// From the provider's pricing page.
    private static let known = [
        ModelFacts(
            name: "gemini-nano-banana-2.1", acceptsTemperature: false, takesAspect: true,
            pricePerPicture: 33_600,
            tokenPrices: TokenPrices(input: 1_500_000, words: 7_500_000, image: 30_000_000)),
        // Past its announced shutdown (2026-10-02), but still offered to some keys.
        ModelFacts(
            name: "gemini-2.5-flash-image", acceptsTemperature: true, takesAspect: true,
            pricePerPicture: 39_000,
            tokenPrices: TokenPrices(input: 300_000, words: 2_500_000, image: 30_000_000)),
        ModelFacts(
            name: "gemini-3.1-flash-image", acceptsTemperature: false, takesAspect: true,
            pricePerPicture: 67_000,
            tokenPrices: TokenPrices(input: 500_000, words: 3_000_000, image: 60_000_000)),
        ModelFacts(
            name: "gemini-3-pro-image", acceptsTemperature: false, takesAspect: true,
            pricePerPicture: 134_000,
            tokenPrices: TokenPrices(input: 2_000_000, words: 12_000_000, image: 120_000_000)),
    ]
}

extension Part {
    /// The most tokens this part can have.
    fileprivate var mostTokens: Int {
        switch self {
        case .text(let text): text.utf8.count
        // The service counts 258 for each tile of 768 by 768 pixels, and no photo has sides above 4096.
        case .jpeg: 36 * 258
        }
    }
}
