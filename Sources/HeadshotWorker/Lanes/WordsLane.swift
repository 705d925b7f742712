package import Generation

/// A provider's models for words, under a separate name: their gates, their chosen model and their places are apart
/// from those of the models for pictures, so that neither holds the other up.
public enum WordsLane {
    /// The name of a provider's lane for words, under which jobs, gates and charges are stored.
    public static func name(of provider: String) -> String { provider + suffix }

    /// The provider that a name belongs to, and what it is asked for.
    package static func parts(of name: String) -> (provider: String, output: ModelFacts.Output) {
        name.hasSuffix(suffix)
            ? (String(name.dropLast(suffix.count)), .words) : (name, .picture)
    }

    private static let suffix = "-words"
}
