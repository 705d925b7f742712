import Foundation
import Generation
import JobQueue

extension JobRunner {
    /// The model to ask for a job: the named one, else the one stored in the queue, else the cheapest of the key's
    /// list, which the queue then stores.
    ///
    /// - Returns: `nil` if there is none at the quoted price; the job then waits, and the gate says why.
    func chooseModel(with provider: ServiceProvider, for claim: Claim) async throws -> String? {
        if let named = settings.models[claim.job.provider] { return named }
        if let kept = try await keptModel(for: claim) { return kept }
        return try await modelTurn.taking(claim.job.provider) {
            try await lookUpModel(with: provider, for: claim)
        }
    }

    /// The model stored in the queue; `nil` if there is none, or if it costs more than the quote.
    private func keptModel(for claim: Claim) async throws -> String? {
        let chosen = try await store.models(of: claim.job.provider).chosen
        return chosen.flatMap { PriceRise(of: claim.job.quote, to: $0) == nil ? $0 : nil }
    }

    /// Chooses a model from the provider's list, unless another job has done so meanwhile.
    ///
    /// A price above the quote is looked up again, too: a cheaper model may be back.
    private func lookUpModel(
        with provider: ServiceProvider, for claim: Claim
    ) async throws -> String? {
        if let kept = try await keptModel(for: claim) { return kept }
        // Another job's request for the list may have closed the gate since this job was claimed.
        if let end = try await endBefore(closedGateOf: claim.job.provider) {
            try await settle(claim, Settlement(job: end))
            return nil
        }
        let known = try await store.models(of: claim.job.provider)
        let listing = await provider.models()
        guard case .models(let offered) = listing else {
            if Task.isCancelled {
                try await settle(claim, Settlement(job: try await bench.endOfUnsent(claim)))
                return nil
            }
            try await settle(claim, withoutModel(listing))
            return nil
        }
        let lane = WordsLane.parts(of: claim.job.provider)
        guard
            let model = ModelFacts.choice(
                of: lane.provider, for: lane.output, among: offered, except: known.gone)
        else {
            try await halt(claim, .noModelOffered, detail: Self.pictureModels(among: offered))
            return nil
        }
        if model != known.chosen {
            let isKept = try await store.choose(
                model: model, of: claim.job.provider, now: environment.now())
            guard isKept else {
                let again = JobEnd.unsent(.retry, due: environment.now())
                try await settle(claim, Settlement(job: again))
                return nil
            }
            environment.report(.modelChosen(model))
        }
        if let rise = PriceRise(of: claim.job.quote, to: model) {
            try await halt(claim, .priceAboveQuote, detail: rise.detail)
            return nil
        }
        return model
    }

    /// How a job ends if its provider's gate is closed; `nil` if the gate is open.
    private func endBefore(closedGateOf provider: String) async throws -> JobEnd? {
        let gates = try await store.gates().filter { $0.model == nil }
        let gate = gates.holding(provider, at: environment.now())
        return gate.map {
            $0.isHalted
                ? .unsent(.providerHalted) : Self.cooldown
        }
    }

    private func halt(_ claim: Claim, _ reason: GateReason, detail: String?) async throws {
        try await settle(claim, Self.halted(reason, detail: detail))
    }

    private static func halted(_ reason: GateReason, detail: String?) -> Settlement {
        Settlement(
            job: .unsent(.providerHalted), gate: .halt(reason: reason, detail: detail))
    }

    /// The settlement of a job whose model could not be looked up: it waits, and nothing was sent.
    private func withoutModel(_ listing: ModelListing) -> Settlement {
        switch listing {
        case .models: return Settlement(job: Self.cooldown)
        case .refused(let halt):
            return Self.halted(halt.reason.gateReason, detail: Self.ofList(halt.message.text))
        case .cooldown(let cooldown):
            return Settlement(
                job: Self.cooldown,
                gate: .cooldown(
                    until: cooldown.end(after: environment.now()),
                    reason: cooldown.scope.gateReason, detail: cooldown.message.text))
        case .unavailable(let cause):
            return Settlement(
                job: Self.cooldown,
                gate: .unreachable(cause.reason.gateReason, detail: Self.ofList(cause.message)))
        }
    }

    /// The detail of a gate that the request for the list closed, not one with a photo.
    private static func ofList(_ detail: String) -> String { "the list of models: \(detail)" }

    private static let cooldown = JobEnd.unsent(.cooldown)

    /// The models of a list that seem to make pictures, for the operator.
    private static func pictureModels(among offered: [String]) -> String {
        let pictures = offered.filter { $0.contains("image") || $0.contains("banana") }
        guard !pictures.isEmpty else { return "The list names no model that makes pictures." }
        return "The list has: \(pictures.prefix(mostNamed).joined(separator: ", "))."
    }

    /// More than the service has today, and few enough for a line.
    private static let mostNamed = 12
}
