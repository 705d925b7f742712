import Answers
import Foundation
import Generation
import HeadshotWorker
import JobQueue
import People
import Setup

/// Checks the texts that people see, and who may improve them.
enum WordsChecks {
    /// Checks the prompts and the schemas of words, without which no worker starts.
    static func prompts(_ configuration: Configuration, folder: String?) -> Check {
        do {
            _ = try configuration.words(folder)
            let kinds = WordsKind.allCases.map(\.rawValue).joined(separator: ", ")
            return .ok("prompts of words", kinds)
        } catch {
            return .problem("prompts of words", error)
        }
    }

    /// The words of a space, as `space check` judges them.
    struct Checked {
        let space: Space
        /// `nil` if the words cannot be read.
        let problems: [WordsProblem]?
    }

    /// Judges the words of all spaces; invalid ones keep no headshot from being made.
    static func spaces(_ all: [Checked]) -> Check {
        guard let bad = all.first(where: { $0.problems?.isEmpty != true }) else {
            return .ok("spaces", all.isEmpty ? "none" : "\(all.count), and their texts are valid")
        }
        let name = bad.space.rawValue
        guard let problem = bad.problems?.first else {
            return .warning(
                "spaces", "the words of \(name) cannot be read",
                remedy: "'headshot space set \(name) --words FILE' replaces them.")
        }
        return .warning(
            "spaces", "\(name): \(problem.place): \(problem.sentence)",
            remedy: """
                'headshot space check \(name)' lists all of it; 'headshot space set \(name) --words FILE' takes other words.
                """)
    }

    /// Says which model writes words, as far as is known without the network.
    static func model(of provider: ProviderKind, named: String?, known: KnownModels) -> Check {
        let expected = ModelFacts.expected(of: provider.rawValue, for: .words)
        let origin =
            named != nil
            ? "as named"
            : known.chosen != nil
                ? "chosen from the key's list" : "expected; a worker asks the key's list"
        return .ok(
            name(of: provider), "\((named ?? known.chosen ?? expected).printable) (\(origin))")
    }

    /// Checks the model for words against the service's list; `nil` if there is no list.
    static func listed(
        _ listing: ModelListing, of provider: ProviderKind, named: String?, gone: Set<String> = []
    ) -> Check? {
        guard case .models(let names) = listing else { return nil }
        let choice = ModelFacts.choice(
            of: provider.rawValue, for: .words, among: names, except: gone)
        let found = named.map { names.contains($0) ? $0 : nil } ?? choice
        if let found { return .ok(name(of: provider), "\(found.printable) is there") }
        let variable: Variable = provider == .openai ? .openAIWordsModel : .wordsModel
        let finding =
            named.map { "\($0.printable) is not there" }
            ?? "none of its models is one that headshot knows for words"
        return .warning(
            name(of: provider), "\(finding); people get the local texts",
            remedy: choice.map { "Set \(variable.rawValue) to \($0), or to nothing." }
                ?? "Use another key, or 'headshot space set NAME --provider local'.")
    }

    /// The name of the check: gemini's has no name in front, as that of the usual provider.
    private static func name(of provider: ProviderKind) -> String {
        provider == .gemini ? "model for words" : "\(provider.rawValue)'s model for words"
    }
}
