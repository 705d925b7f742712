import Answers
import Foundation
import Generation
import HeadshotWorker
import JobQueue
import Setup

/// Checks whether the service can be used: address, key and model.
struct ProviderChecks {
    let configuration: Configuration
    let options: ProviderOptions
    let isOffline: Bool
    /// What workers learned of the provider's models.
    let known: KnownModels

    func run() async -> [Check] {
        let expected: ExpectedModel
        do {
            expected = ExpectedModel(
                named: try configuration.model(options.model), chosen: known.chosen)
        } catch {
            return [address, key, .problem("model", error)]
        }
        var checks = [address, key, Self.priced(expected)]
        if !isOffline, checks.allSatisfy({ $0.level != .problem }), key.level == .ok {
            checks.append(await listed(expected))
        }
        return checks
    }

    private var address: Check {
        do {
            return .ok("service", try configuration.baseURL(options.baseURL).description)
        } catch {
            return .problem("service", error)
        }
    }

    private var key: Check {
        do {
            _ = try configuration.apiKey(file: options.apiKeyFile)
            return .ok("API key", "set")
        } catch SetupError.noKey {
            return .warning(
                "API key", "not set: headshots are made on this machine, by the provider 'local'",
                remedy: "Set GEMINI_API_KEY, or use --api-key-file, to have a model make them.")
        } catch {
            return .problem("API key", error)
        }
    }

    /// Checks whether this program knows a model and its price.
    static func priced(_ model: ExpectedModel) -> Check {
        guard model.price != nil else {
            return .warning(
                "model", "\(model.name.printable) is not one whose price headshot knows",
                remedy: "Check --model and HEADSHOT_MODEL; money cannot be counted for it.")
        }
        return .ok("model", model.words)
    }

    private func listed(_ model: ExpectedModel) async -> Check {
        do {
            let provider = try configuration.provider(options.overrides)
            defer { provider.shutDown() }
            return Self.check(
                await provider.models(), for: model, gone: known.gone,
                now: configuration.environment.now)
        } catch {
            return .problem("service", error)
        }
    }

    /// Checks a model against the service's list.
    static func check(
        _ listing: ModelListing, for model: ExpectedModel, gone: Set<String> = [], now: Date
    ) -> Check {
        switch listing {
        case .models(let names) where model.source == .named:
            return named(model.name, in: names)
        case .models(let names):
            return chosen(in: names, except: gone, expected: model)
        case .refused(let halt):
            let words = GateWords(
                code: halt.reason.gateReason.rawValue, detail: halt.message.text, opens: nil,
                now: now)
            return .problem(
                "service's list",
                [words.sentence, words.detail].compactMap { $0 }.joined(separator: " "),
                remedy: halt.reason.gateReason.remedy)
        case .cooldown(let cooldown):
            return .warning(
                "service's list", "too many requests: \(cooldown.message.text.printable)",
                remedy: "Try again later; workers wait by themselves.")
        case .unavailable(let reason):
            return .problem(
                "service's list", "could not be had: \(reason)",
                remedy: "Check the network and the proxy; try again.")
        }
    }

    private static func named(_ model: String, in names: [String]) -> Check {
        guard !names.contains(model) else { return .ok("service's list", "\(model) is there") }
        return .problem(
            "service's list", "\(model.printable) is not there", remedy: alternatives(in: names))
    }

    /// Checks which model a worker without a named one would choose.
    private static func chosen(
        in names: [String], except gone: Set<String>, expected: ExpectedModel
    ) -> Check {
        guard let model = ModelFacts.choice(of: ProviderName.gemini, among: names, except: gone)
        else {
            return .problem(
                "service's list", "none of its models is one that headshot knows",
                remedy: alternatives(in: names))
        }
        let price = ModelFacts.facts(for: model).pricePerPicture
        guard expected.quote.isExceeded(by: price) else {
            return .ok("service's list", "\(model) is there")
        }
        let dollars = price.map(MoneyWords.dollars) ?? "an unknown price"
        return .warning(
            "service's list",
            "\(expected.name) is not there; the cheapest is \(model), about \(dollars) a headshot",
            remedy: """
                Set --model or HEADSHOT_MODEL to it: for jobs that were told less, a worker does not choose it by itself.
                """)
    }

    private static func alternatives(in names: [String]) -> String {
        let usable = names.filter { $0.contains("image") || $0.contains("banana") }
        return usable.isEmpty
            ? "The key can use no model that makes pictures; use another key."
            : "Set --model or HEADSHOT_MODEL to one of: \(usable.map(\.printable).joined(separator: ", "))."
    }
}
