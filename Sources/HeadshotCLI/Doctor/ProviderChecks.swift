import Answers
import Foundation
import Generation
import HeadshotWorker
import JobQueue
import People
import Setup

/// Checks whether a provider's service can be used: address, key and model.
struct ProviderChecks {
    let configuration: Configuration
    let overrides: ProviderOverrides
    let isOffline: Bool
    /// What the queue knows of models and spaces.
    let found: QueueChecks.Found

    func run() async -> [Check] {
        let provider = overrides.provider
        let known = known(provider.rawValue)
        let knownForWords = self.known(WordsLane.name(of: provider.rawValue))
        let named: String?
        let expected: ExpectedModel
        do {
            named = try configuration.wordsModel(of: provider)
            expected = ExpectedModel(
                of: provider, named: try configuration.model(overrides), chosen: known.chosen)
        } catch {
            return [address, key, .problem(name("model"), error)]
        }
        var checks = [address, key, Self.priced(expected, of: provider)]
        // Only spaces ask for words.
        let asksForWords = named != nil || found.providersOfSpaces.contains(provider.rawValue)
        if asksForWords {
            checks.append(WordsChecks.model(of: provider, named: named, known: knownForWords))
        }
        guard !isOffline, checks.allSatisfy({ $0.level != .problem }), key.level == .ok else {
            return checks
        }
        do {
            let service = try configuration.provider(overrides)
            defer { service.shutDown() }
            let listing = await service.models()
            checks.append(
                Self.check(
                    listing, of: provider, for: expected, gone: known.gone,
                    now: configuration.environment.now))
            if asksForWords {
                checks +=
                    WordsChecks.listed(
                        listing, of: provider, named: named, gone: knownForWords.gone
                    ).map { [$0] } ?? []
            }
        } catch {
            checks.append(.problem(name("service"), error))
        }
        return checks
    }

    /// What workers learned of the models of a lane.
    private func known(_ lane: String) -> KnownModels { found.models[lane] ?? KnownModels() }

    private func name(_ check: String) -> String { Self.name(check, of: overrides.provider) }

    /// The name of a check: gemini's are called by what they check, as those of the usual provider.
    private static func name(_ check: String, of provider: ProviderKind) -> String {
        provider == .gemini ? check : "\(provider.rawValue)'s \(check)"
    }

    private var address: Check {
        let name = name("service")
        return .attempt(name) { .ok(name, try configuration.baseURL(overrides).description) }
    }

    private var key: Check {
        .attempt(name("API key")) {
            guard try !configuration.isKeySet(overrides) else { return .ok(name("API key"), "set") }
            return .warning(
                "API key", "not set: headshots are made on this machine, by the provider 'local'",
                remedy: """
                    Set GEMINI_API_KEY, or use --api-key-file, or set OPENAI_API_KEY, to have a model make them.
                    """)
        }
    }

    /// Checks whether this program knows a model and its price.
    static func priced(_ model: ExpectedModel, of provider: ProviderKind = .gemini) -> Check {
        let name = name("model", of: provider)
        guard model.price != nil else {
            return .warning(
                name, "\(model.name.printable) is not one whose price headshot knows",
                remedy:
                    "Check \(ProviderSettings(of: provider).model); money cannot be counted for it."
            )
        }
        return .ok(name, model.words)
    }

    /// Checks a model against the service's list.
    static func check(
        _ listing: ModelListing, of provider: ProviderKind = .gemini, for model: ExpectedModel,
        gone: Set<String> = [], now: Date
    ) -> Check {
        let name = name("service's list", of: provider)
        switch listing {
        case .models(let names) where model.source == .named:
            return named(model.name, of: provider, in: names)
        case .models(let names):
            return chosen(in: names, of: provider, except: gone, expected: model)
        case .refused(let halt):
            let words = GateWords(
                of: provider.rawValue, code: halt.reason.gateReason.rawValue,
                detail: halt.message.text, opens: nil, now: now)
            return .problem(
                name, [words.sentence, words.detail].compactMap { $0 }.joined(separator: " "),
                remedy: halt.reason.gateReason.remedy(for: provider))
        case .cooldown(let cooldown):
            return .warning(
                name, "too many requests: \(cooldown.message.text.printable)",
                remedy: "Try again later; workers wait automatically.")
        case .unavailable(let cause):
            let reason = cause.reason.gateReason
            return .problem(
                name, "\(reason.sentence) \(cause.message.printable)",
                remedy: reason.remedy(for: provider))
        }
    }

    private static func named(
        _ model: String, of provider: ProviderKind, in names: [String]
    ) -> Check {
        let name = name("service's list", of: provider)
        guard !names.contains(model) else { return .ok(name, "\(model) is there") }
        return .problem(
            name, "\(model.printable) is not there", remedy: alternatives(of: provider, in: names))
    }

    /// Checks which model a worker without a named one would choose.
    private static func chosen(
        in names: [String], of provider: ProviderKind, except gone: Set<String>,
        expected: ExpectedModel
    ) -> Check {
        let name = name("service's list", of: provider)
        guard let model = ModelFacts.choice(of: provider.rawValue, among: names, except: gone)
        else {
            return .problem(
                name, "none of its models is one that headshot knows",
                remedy: alternatives(of: provider, in: names))
        }
        let price = ModelFacts.facts(for: model).pricePerPicture
        guard expected.quote.isExceeded(by: price) else {
            return .ok(name, "\(model) is there")
        }
        let dollars = price.map(MoneyWords.dollars) ?? "an unknown price"
        return .warning(
            name,
            "\(expected.name) is not there; the cheapest is \(model), about \(dollars) a headshot",
            remedy: """
                Set \(ProviderSettings(of: provider).model) to it: for jobs with a lower price, a worker does not choose it.
                """)
    }

    private static func alternatives(of provider: ProviderKind, in names: [String]) -> String {
        let namable = ModelFacts.namable(of: provider.rawValue)
        let usable = names.filter { name in
            namable?.contains(name) ?? (name.contains("image") || name.contains("banana"))
        }
        return usable.isEmpty
            ? "The key can use no model that makes pictures; use another key."
            : "Set \(ProviderSettings(of: provider).model) to one of: \(usable.map(\.printable).joined(separator: ", "))."
    }
}

/// Checks the texts that people see, and who may improve them.
enum WordsChecks {
    /// The words of a space, as `space check` judges them.
    struct Checked {
        let space: Space
        /// `nil` if the words cannot be read.
        let problems: [WordsProblem]?
    }

    /// Judges the words of so many spaces; invalid ones keep no headshot from being made.
    ///
    /// - Parameter checked: Those whose words were read.
    static func spaces(_ checked: [Checked], of count: Int) -> Check {
        guard let bad = checked.first(where: { $0.problems?.isEmpty != true }) else {
            let texts =
                checked.count < count
                ? "the texts of \(checked.count) are valid; --deep reads all of them"
                : "and their texts are valid"
            return .ok("spaces", count == 0 ? "none" : "\(count), \(texts)")
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
        let variable = ProviderVariables(of: provider).wordsModel
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
