import Answers
import Foundation
import Generation
import HeadshotWorker
import JobQueue
import Setup

/// Checks whether a provider's service can be used: address, key and model.
struct ProviderChecks {
    let configuration: Configuration
    let overrides: ProviderOverrides
    let isOffline: Bool
    /// What the queue knows of models and spaces.
    let found: QueueChecks.Found

    func run() async -> [Check] {
        let expected: ExpectedModel
        let named: String?
        do {
            named = try configuration.wordsModel(of: overrides.provider)
            expected = ExpectedModel(
                of: overrides.provider, named: try configuration.model(overrides),
                chosen: known.chosen)
        } catch {
            return [address, key, .problem(name("model"), error)]
        }
        var checks = [address, key, Self.priced(expected, of: overrides.provider)]
        // Only spaces ask for words.
        let asksForWords =
            named != nil || found.providersOfSpaces.contains(overrides.provider.rawValue)
        if asksForWords {
            checks.append(
                WordsChecks.model(of: overrides.provider, named: named, known: knownForWords))
        }
        guard !isOffline, checks.allSatisfy({ $0.level != .problem }), key.level == .ok else {
            return checks
        }
        do {
            let provider = try configuration.provider(overrides)
            defer { provider.shutDown() }
            let listing = await provider.models()
            checks.append(
                Self.check(
                    listing, of: overrides.provider, for: expected, gone: known.gone,
                    now: configuration.environment.now))
            if asksForWords,
                let words = WordsChecks.listed(
                    listing, of: overrides.provider, named: named, gone: knownForWords.gone)
            {
                checks.append(words)
            }
        } catch {
            checks.append(.problem(name("service"), error))
        }
        return checks
    }

    /// What workers learned of the provider's models for pictures.
    private var known: KnownModels { found.models[overrides.provider.rawValue] ?? KnownModels() }

    private var knownForWords: KnownModels {
        found.models[WordsLane.name(of: overrides.provider.rawValue)] ?? KnownModels()
    }

    private func name(_ check: String) -> String { Self.name(check, of: overrides.provider) }

    /// The name of a check: gemini's are called by what they check, as those of the usual provider.
    private static func name(_ check: String, of provider: ProviderKind) -> String {
        provider == .gemini ? check : "\(provider.rawValue)'s \(check)"
    }

    private var address: Check {
        do {
            return .ok(name("service"), try configuration.baseURL(overrides).description)
        } catch {
            return .problem(name("service"), error)
        }
    }

    private var key: Check {
        do {
            _ = try configuration.apiKey(overrides)
            return .ok(name("API key"), "set")
        } catch SetupError.noKey {
            return .warning(
                "API key", "not set: headshots are made on this machine, by the provider 'local'",
                remedy:
                    "Set GEMINI_API_KEY, or use --api-key-file, or set OPENAI_API_KEY, to have a model make them."
            )
        } catch {
            return .problem(name("API key"), error)
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
                detail: halt.message.text, opens: nil,
                now: now)
            return .problem(
                name,
                [words.sentence, words.detail].compactMap { $0 }.joined(separator: " "),
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
