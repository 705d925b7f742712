import Generation
package import JobQueue

/// The model that will make the jobs, as far as is known without the network.
package struct ExpectedModel: Equatable, Encodable {
    /// How it is known.
    package enum Source: String, Encodable {
        /// The user named it, here or in `HEADSHOT_MODEL`.
        case named
        /// A worker chose it from the key's list.
        case chosen
        /// No worker has chosen yet; it is the first choice.
        case expected
    }

    package let name: String
    package let source: Source
    /// The usual price of a headshot in millionths of a US dollar; `nil` if it is unknown.
    package let price: Int?

    private enum CodingKeys: String, CodingKey {
        case name, source
        case price = "priceMicroUSD"
    }

    package init(of provider: ProviderKind = .gemini, named: String?, chosen: String?) {
        name = named ?? chosen ?? ModelFacts.expected(of: provider.rawValue)
        source = named != nil ? .named : chosen != nil ? .chosen : .expected
        price = ModelFacts.facts(for: name).pricePerPicture
    }

    /// The quote that a job stores.
    package var quote: Quote { Quote(model: name, price: price) }
}
