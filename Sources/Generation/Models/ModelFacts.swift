/// What a model makes, what it accepts, and what it costs.
///
/// Prices are the provider's list prices for its paid tier, as of November 2026, for estimates and records.
/// Only the provider's bill is binding.
public struct ModelFacts: Sendable, Equatable {
    /// What models make.
    public enum Output: Sendable {
        /// A picture from a photo.
        case picture
        /// Words by a schema.
        case words
    }

    /// The model's name, as in requests.
    public let name: String
    /// The name of the provider that has it; nil if the model is unknown.
    public var provider: String?
    /// What it is used for; nil if the model is unknown.
    public var output: Output?
    /// Whether a temperature may be sent: models from version 3 on degrade below 1.0.
    public var acceptsTemperature = false
    /// Whether the shape of the picture may be requested.
    public var takesAspect = false
    /// The price of one picture, in micro-USD; nil if unknown.
    public var pricePerPicture: Int?
    var tokenPrices: TokenPrices?
    /// The most tokens of a picture that the model makes in the requested form.
    var pictureTokens = 0
    /// The most tokens that the model is expected to write and think beside a picture.
    var tokensBesidePicture = 0
    /// The size and quality of a picture to request, for a service that takes them; nil leaves them out.
    var form: PictureForm?
    /// How long the model is to think before it writes, in its service's word; nil leaves it out.
    var effort: String?

    /// A picture's size and quality, as sent.
    struct PictureForm: Sendable, Equatable {
        /// Width and height in pixels, such as `1024x1536`.
        let size: String
        let quality: String
    }

    /// Prices of a million tokens, in micro-USD.
    struct TokenPrices: Sendable, Equatable {
        let input: Int
        let words: Int
        var image = 0
        /// The photo, where its price differs.
        var photo: Int?
    }

    /// The facts of a model; an unknown one has no provider, no temperature, no shape, no price.
    ///
    /// A name that ends in a date, such as `gpt-5.6-luna-2026-06-01`, is a version of the model before the date.
    public static func facts(for name: String) -> ModelFacts {
        known.first { $0.name == name || $0.name == undated(name) } ?? ModelFacts(name: name)
    }

    /// Whether two names are of one model, one of them perhaps with its version's date.
    public static func isSame(_ name: String, _ other: String) -> Bool {
        name == other || undated(name) == other || name == undated(other)
    }

    private static func undated(_ name: String) -> String {
        name.firstMatch(of: /^(.+)-20[0-9]{2}-[0-9]{2}-[0-9]{2}$/).map { String($0.1) } ?? name
    }

    static let known = gemini + openai
}

extension ModelFacts {
    /// The cost of the usage in micro-USD, rounded up; nil if the price is unknown.
    ///
    /// If the answer does not give the picture's tokens, all its tokens count as picture; if it does not give
    /// the photo's, all of the input counts as the more expensive kind.
    public func cost(of usage: TokenUsage) -> Int? {
        guard let tokenPrices else { return nil }
        let image = min(usage.imageTokens ?? usage.candidates, usage.candidates)
        let words = usage.candidates - image + usage.thoughts
        let photoPrice = tokenPrices.photo ?? tokenPrices.input
        let isPhotoDearer = photoPrice > tokenPrices.input
        let photo = min(usage.photoTokens ?? (isPhotoDearer ? usage.prompt : 0), usage.prompt)
        let picoUSD =
            (usage.prompt - photo) * tokenPrices.input + photo * photoPrice
            + words * tokenPrices.words + image * tokenPrices.image
        return (picoUSD + 999_999) / 1_000_000
    }

    /// The list price of a picture, or the most that words can cost, in micro-USD; nil if unknown.
    public func price(of wanted: Wanted, from parts: [Part]) -> Int? {
        switch wanted {
        case .picture: pricePerPicture
        case .words: bound(of: wanted, from: parts)
        }
    }

    /// The most that a request can cost, in micro-USD; nil if the model has no known price.
    ///
    /// Budgets count by it until the cost is known. A token has at least one byte, so the bytes of the text that is sent,
    /// including the schema, limit its tokens.
    public func bound(of wanted: Wanted, from parts: [Part]) -> Int? {
        let sent = parts.map(\.mostTokens).reduce(0, +)
        switch wanted {
        case .picture:
            guard pricePerPicture != nil else { return nil }
            return cost(
                of: TokenUsage(
                    prompt: sent, candidates: pictureTokens, thoughts: tokensBesidePicture,
                    total: 0, imageTokens: pictureTokens))
        case .words(let schema, let mostTokens):
            return cost(
                of: TokenUsage(
                    prompt: sent + schema.json(for: dialect).utf8.count, candidates: mostTokens,
                    thoughts: 0, total: 0, imageTokens: 0))
        }
    }

    private var dialect: SchemaDialect { provider == ProviderName.openai ? .strict : .gemini }
}

extension Part {
    /// The most tokens that a service counts for this part.
    fileprivate var mostTokens: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .jpeg(let bytes): PhotoTokens.most(of: bytes)
        }
    }
}
