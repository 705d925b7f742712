import Generation
import JobQueue

/// A price that is higher than a submitter was told: what a gate keeps that closed for it.
public struct PriceRise: Codable, Sendable, Equatable {
    /// The cheapest model that the key offers.
    public let model: String
    /// Its price of a headshot, in millionths of a US dollar; `nil` if it is unknown.
    public let price: Int?
    /// The model that was told.
    public let quotedModel: String
    /// The price that was told.
    public let quotedPrice: Int

    /// The rise from a quote to a model's price; `nil` if the model costs no more.
    init?(of quote: Quote?, to model: String) {
        let price = ModelFacts.facts(for: model).pricePerPicture
        guard let quote, quote.isExceeded(by: price), let told = quote.price else { return nil }
        self.model = model
        self.price = price
        quotedModel = quote.model
        quotedPrice = told
    }

    /// Reads what a gate kept; `nil` if it is something else.
    public init?(detail: String?) {
        guard let rise = detail.flatMap({ JSON.value(PriceRise.self, from: $0) }) else {
            return nil
        }
        self = rise
    }

    /// As a gate keeps it.
    var detail: String? { JSON.text(self) }
}
