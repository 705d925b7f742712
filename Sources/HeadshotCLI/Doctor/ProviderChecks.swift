import Foundation
import Generation
import HeadshotWorker
import JobQueue

/// Whether the service can be asked: address, key and model.
struct ProviderChecks {
    let configuration: Configuration
    let options: ProviderOptions
    let isOffline: Bool

    func run() async -> [Check] {
        let model = configuration.model(options)
        var checks = [address, key, Self.known(model)]
        if !isOffline, checks.allSatisfy({ $0.level != .problem }), key.level == .ok {
            checks.append(await listed(model))
        }
        return checks
    }

    private var address: Check {
        do {
            return .ok("service", try configuration.baseURL(options).description)
        } catch {
            return .problem("service", error)
        }
    }

    private var key: Check {
        do {
            _ = try configuration.apiKey(options)
            return .ok("API key", "set")
        } catch CommandError.noKey {
            return .warning(
                "API key", "not set: headshots are cleaned-up crops, made by the provider 'local'",
                remedy: "Set GEMINI_API_KEY, or use --api-key-file, to have a model make them.")
        } catch {
            return .problem("API key", error)
        }
    }

    /// Whether this program knows what a model takes and costs.
    static func known(_ model: String) -> Check {
        guard let price = ModelFacts.facts(for: model).pricePerPicture else {
            return .warning(
                "model", "\(model) is not one whose price headshot knows",
                remedy: "Check --model and HEADSHOT_MODEL; money cannot be counted for it.")
        }
        return .ok("model", "\(model), about \(MoneyWords.dollars(price)) a headshot")
    }

    private func listed(_ model: String) async -> Check {
        do {
            let provider = try configuration.provider(options)
            defer { provider.shutDown() }
            return Self.check(
                await provider.models(), for: model, now: configuration.environment.now)
        } catch {
            return .problem("service", error)
        }
    }

    /// What the service's list of models says of a model.
    static func check(_ listing: ModelListing, for model: String, now: Date) -> Check {
        switch listing {
        case .models(let names) where names.contains(model):
            return .ok("service's list", "\(model) is there")
        case .models(let names):
            let usable = names.filter { $0.contains("image") }
            let remedy =
                usable.isEmpty
                ? "The key can use no model that makes pictures; use another key."
                : "Set --model or HEADSHOT_MODEL to one of: \(usable.joined(separator: ", "))."
            return .problem("service's list", "\(model) is not there", remedy: remedy)
        case .refused(let halt):
            let words = GateWords(
                code: halt.reason.gateReason.rawValue, detail: halt.message.text, opens: nil,
                now: now)
            return .problem(
                "service's list",
                [words.sentence, words.detail].compactMap { $0 }.joined(separator: " "),
                remedy: halt.reason.gateReason.remedy)
        case .unavailable(let reason):
            return .problem(
                "service's list", "could not be had: \(reason)",
                remedy: "Check the network and the proxy; try again.")
        }
    }
}
