import Generation
import HeadshotWorker
import JobQueue

/// The model that jobs will be asked of, as far as is known without the network.
struct ExpectedModel: Equatable, Encodable {
    /// How it is known.
    enum Source: String, Encodable {
        /// A person named it, here or in `HEADSHOT_MODEL`.
        case named
        /// A worker chose it from the key's list.
        case chosen
        /// No worker has looked yet: it is the one that would be chosen first.
        case expected
    }

    let name: String
    let source: Source
    /// The usual price of a headshot in millionths of a US dollar; `nil` if it is unknown.
    let price: Int?

    private enum CodingKeys: String, CodingKey {
        case name, source
        case price = "priceMicroUSD"
    }

    init(named: String?, chosen: String?) {
        name = named ?? chosen ?? ModelFacts.expected
        source = named != nil ? .named : chosen != nil ? .chosen : .expected
        price = ModelFacts.facts(for: name).pricePerPicture
    }

    /// What a job keeps of it.
    var quote: Quote { Quote(model: name, price: price) }

    /// The model and its price for people.
    var words: String {
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

extension Configuration {
    /// The model that jobs of a queue will be asked of.
    func expectedModel(_ store: JobStore, _ options: ProviderOptions? = nil) async throws
        -> ExpectedModel
    {
        let chosen = try await store.models(of: ProviderKind.gemini.rawValue).chosen
        return ExpectedModel(named: try model(options), chosen: chosen)
    }
}

extension Session {
    /// What a new job of a provider is told to cost; `nil` where no model is asked.
    func quote(for provider: ProviderKind, _ options: ProviderOptions? = nil) async throws
        -> Quote?
    {
        guard provider == .gemini else { return nil }
        return try await configuration.expectedModel(store, options).quote
    }
}
