import Generation
import HeadshotWorker
package import JobQueue

/// The model that jobs will be asked of, as far as is known without the network.
package struct ExpectedModel: Equatable, Encodable {
    /// How it is known.
    package enum Source: String, Encodable {
        /// A person named it, here or in `HEADSHOT_MODEL`.
        case named
        /// A worker chose it from the key's list.
        case chosen
        /// No worker has looked yet: it is the one that would be chosen first.
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

    package init(named: String?, chosen: String?) {
        name = named ?? chosen ?? ModelFacts.expected
        source = named != nil ? .named : chosen != nil ? .chosen : .expected
        price = ModelFacts.facts(for: name).pricePerPicture
    }

    /// What a job keeps of it.
    package var quote: Quote { Quote(model: name, price: price) }

    /// The model and its price for people.
    package var words: String {
        let cost =
            price.map { "about \(MoneyWords.dollars($0)) a headshot" } ?? "at an unknown price"
        let origin =
            switch source {
            case .named: "as named"
            case .chosen: "chosen from the key's list"
            case .expected: "expected; a worker asks the key's list"
            }
        return "\(name.printable), \(cost) (\(origin))"
    }
}
