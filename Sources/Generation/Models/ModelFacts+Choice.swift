extension ModelFacts {
    /// The model of a provider that is expected before a key's own list is known: the preferred one.
    public static func expected(of provider: String, for output: Output = .picture) -> String {
        preferred(of: provider, for: output).first?.name ?? ""
    }

    /// The model to use among those that a key offers, by name: the cheapest known one; `nil` if none is known.
    ///
    /// A model without a known price is used only where a person names it.
    ///
    /// - Parameter gone: Models that the provider offers but does not serve.
    public static func choice(
        of provider: String, for output: Output = .picture, among offered: [String],
        except gone: Set<String>
    ) -> String? {
        let usable = Set(offered).subtracting(gone)
        return preferred(of: provider, for: output).first { usable.contains($0.name) }?.name
    }

    /// The models of a provider that can be named, for pictures with or without a price; `nil` if any can.
    ///
    /// OpenAI's models for pictures can take minutes, and a request has 60 seconds: those that are not said to
    /// answer within them would be paid for and lost. Words are asked for all day, and only of models with a price.
    public static func namable(of provider: String, for output: Output = .picture) -> [String]? {
        guard output == .words || provider == ProviderName.openai else { return nil }
        return known.filter { $0.provider == provider && $0.output == output }.map(\.name)
    }

    /// In order of preference, which is that of their prices.
    private static func preferred(of provider: String, for output: Output) -> [ModelFacts] {
        known.filter { facts in
            facts.provider == provider && facts.output == output
                && (output == .picture ? facts.pricePerPicture : facts.tokenPrices?.input) != nil
        }
    }
}
