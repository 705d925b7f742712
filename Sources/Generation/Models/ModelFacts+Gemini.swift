/// Google's models, in order of preference, which is that of their prices.
extension ModelFacts {
    /// From the provider's pricing page, ai.google.dev/gemini-api/docs/pricing.
    static let gemini =
        [
            picture(
                "gemini-nano-banana-2.1", price: 33_600, tokens: 1_120, beside: thoughts,
                TokenPrices(input: 1_500_000, words: 7_500_000, image: 30_000_000)),
            // Past its announced shutdown (2026-10-02), but still offered to some keys.
            picture(
                "gemini-2.5-flash-image", price: 39_000, tokens: 1_290, beside: sentences,
                acceptsTemperature: true,
                TokenPrices(input: 300_000, words: 2_500_000, image: 30_000_000)),
            picture(
                "gemini-3.1-flash-image", price: 67_000, tokens: 1_120, beside: thoughts,
                TokenPrices(input: 500_000, words: 3_000_000, image: 60_000_000)),
            picture(
                "gemini-3-pro-image", price: 134_000, tokens: 1_120, beside: thoughts,
                TokenPrices(input: 2_000_000, words: 12_000_000, image: 120_000_000)),
        ] + [
            // The prices of both are those that docs.apiyi.com/en/models repeats from Google.
            words(
                "gemini-3.1-flash-lite", TokenPrices(input: 250_000, words: 1_500_000)),
            words(
                "gemini-3.5-flash-lite", TokenPrices(input: 300_000, words: 2_500_000)),
        ]

    /// The most tokens of a model that does not think: 7 are usual.
    private static let sentences = 128
    /// The most tokens of a model that thinks: some 210 are usual.
    private static let thoughts = 1_024

    /// A model that makes pictures; all accept a shape.
    ///
    /// The list price can be below that of the picture's tokens, since it is rounded.
    private static func picture(
        _ name: String, price: Int, tokens pictureTokens: Int, beside: Int,
        acceptsTemperature: Bool = false, _ tokens: TokenPrices
    ) -> ModelFacts {
        ModelFacts(
            name: name, provider: ProviderName.gemini, output: .picture,
            acceptsTemperature: acceptsTemperature, takesAspect: true, pricePerPicture: price,
            tokenPrices: tokens, pictureTokens: pictureTokens, tokensBesidePicture: beside)
    }

    private static func words(_ name: String, _ tokens: TokenPrices) -> ModelFacts {
        ModelFacts(
            name: name, provider: ProviderName.gemini, output: .words, tokenPrices: tokens)
    }
}
