import Generation
import Ground
import JobQueue

/// A price above a submitter's quote; stored in the gate that closed because of it.
public struct PriceRise: Codable, Sendable, Equatable {
    /// The cheapest model that the key offers.
    public let model: String
    /// Its price of a headshot, in millionths of a US dollar; `nil` if it is unknown.
    public let price: Int?
    /// The model of the quote.
    public let quotedModel: String
    /// The price of the quote.
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

    /// Reads a gate's detail; `nil` if it is something else.
    public init?(detail: String?) {
        guard let rise = detail.flatMap({ JSON.value(PriceRise.self, from: $0) }) else {
            return nil
        }
        self = rise
    }

    var detail: String? { JSON.text(self) }
}

extension PriceRise {
    /// Reads a rise from stored JSON.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        model = try members.decode(String.self, forKey: .model)
        price = try members.optionalNumber(.price, in: Int.money)
        quotedModel = try members.decode(String.self, forKey: .quotedModel)
        quotedPrice = try members.number(.quotedPrice, in: Int.money)
    }
}
