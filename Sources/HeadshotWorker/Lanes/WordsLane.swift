public import Generation
public import Transfer

/// A provider's models for words, under a separate name: their gates, their chosen model and their places are apart
/// from those of the models for pictures, so that neither holds the other up.
public struct WordsLane: ModelProvider {
    private let provider: any ModelProvider

    /// Opens the lane beside a provider.
    public init(_ provider: any ModelProvider) { self.provider = provider }

    /// The name of the lane.
    public var name: String { Self.name(of: provider.name) }

    /// Asks the provider.
    public func generate(
        _ request: ModelRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> Answer {
        await provider.generate(request, progress: progress)
    }

    /// The provider's models.
    public func models() async -> ModelListing { await provider.models() }

    /// Does nothing: the provider is shut down by its owner.
    public func shutDown() {}

    /// The name of a provider's lane for words, under which jobs, gates and charges are stored.
    public static func name(of provider: String) -> String { provider + suffix }

    /// The provider that a name belongs to, and what it is asked for.
    package static func parts(of name: String) -> (provider: String, output: ModelFacts.Output) {
        name.hasSuffix(suffix)
            ? (String(name.dropLast(suffix.count)), .words) : (name, .picture)
    }

    private static let suffix = "-words"
}
