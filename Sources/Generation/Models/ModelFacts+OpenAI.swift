/// OpenAI's models, in order of preference.
extension ModelFacts {
    /// For pictures, only models and qualities that are said to answer within 60 seconds.
    static let openai = [
        // Prices, also of a picture of this size and quality: developers.openai.com/api/docs/models/gpt-image-1-mini.
        // Its family is reported at 8 to 25 seconds (cometapi.com/how-long-does-chatgpt-take-to-create-an-image).
        picture(
            "gpt-image-1-mini", PictureForm(size: "1024x1536", quality: "medium"), price: 15_000,
            // openai.com/api/docs/guides/image-generation: those of this size and quality.
            tokens: 1_584,
            TokenPrices(
                input: 2_000_000, words: 8_000_000, image: 8_000_000, photo: 2_500_000)),
        // Said to need half the time of gpt-image-2 (docs.apiyi.com/en/news/gpt-image-2-5-launch); the prices of its
        // tokens are from there. A picture has no known price: no reference says how many tokens a photo counts.
        picture(
            "gpt-image-2.5-flare", PictureForm(size: "896x1120", quality: "low"), price: nil,
            newTokens),
        // About 15 seconds at this quality, and minutes above it (help.apiyi.com/en?p=30724). No known price, as above.
        picture(
            "gpt-image-2", PictureForm(size: "896x1120", quality: "low"), price: nil, newTokens),
        // vercel.com/ai-gateway/models/openai/gpt-6-luna.
        words("gpt-6-luna", TokenPrices(input: 100_000, words: 500_000)),
        // developers.openai.com/api/docs/models/gpt-5.6-luna.
        words("gpt-5.6-luna", TokenPrices(input: 200_000, words: 1_200_000)),
    ]

    private static let newTokens = TokenPrices(
        input: 5_000_000, words: 30_000_000, image: 30_000_000, photo: 8_000_000)

    private static func picture(
        _ name: String, _ form: PictureForm, price: Int?, tokens pictureTokens: Int = 0,
        _ tokens: TokenPrices
    ) -> ModelFacts {
        ModelFacts(
            name: name, provider: ProviderName.openai, output: .picture, pricePerPicture: price,
            tokenPrices: tokens, pictureTokens: pictureTokens, form: form)
    }

    /// All of them think unless a request forbids it, which takes seconds and tokens that short words do not need.
    private static func words(_ name: String, _ tokens: TokenPrices) -> ModelFacts {
        ModelFacts(
            name: name, provider: ProviderName.openai, output: .words, tokenPrices: tokens,
            effort: "none")
    }
}
