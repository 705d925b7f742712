import Answers
import Foundation
import HeadshotWorker
import Hummingbird
import JobQueue
import PromptFactory
import Setup
import Validation

/// The routes that tell of a space as a whole.
struct SpaceRoutes: Sendable {
    let session: Session

    func add(to group: RouterGroup<ServerContext>) {
        group.get("usage") { _, context in
            let caller = try context.requireCaller()
            try caller.require(.read)
            let now = session.configuration.environment.now
            var cap = try session.configuration.cap(CapOverrides())
            // The budget for all is the operator's business.
            cap = DailyCap(
                charges: cap.charges, spend: caller.access.space.settings.budget,
                timeZone: cap.timeZone)
            return try Response.json(
                try await session.usage(in: caller.space, of: caller.person, cap: cap, now: now))
        }
        group.get("gate") { _, context in
            try context.requireCaller().require(.read)
            let gates = try await session.store.gates()
            let now = session.configuration.environment.now
            return try Response.json(GateAnswer(gates, now: now) { _ in nil })
        }
        group.get("styles") { _, context in
            let provider = try context.requireCaller().access.space.settings.provider
            let asked = ProviderKind(rawValue: provider).flatMap { $0.isPaid ? $0 : nil }
            let model = try await session.configuration.expectedModel(
                session.store, ProviderOverrides(of: asked ?? .gemini))
            let cap = try session.configuration.cap(CapOverrides())
            return try Response.json(StylesAnswer(provider: provider, model: model, cap: cap))
        }
    }
}

/// What can be ordered, and within which limits, so that no client needs a copy of either.
private struct StylesAnswer: Encodable {
    let styles: [String]
    let provider: String
    /// Absent if no model is asked.
    let model: String?
    /// Of one headshot; absent if it is unknown.
    let priceMicroUSD: Int?
    let dailyCap: Int
    let photo: Photo

    struct Photo: Encodable {
        let formats: [String]
        let mostBytes: Int
        let leastSide: Int
        let mostSide: Int
    }

    init(provider: String, model: ExpectedModel, cap: DailyCap) {
        styles = Style.all.map(\.name)
        self.provider = provider
        let isPaid = provider != ProviderKind.local.rawValue
        self.model = isPaid ? model.name : nil
        priceMicroUSD = isPaid ? model.price : 0
        dailyCap = cap.charges
        let limits = PhotoLimits.standard
        photo = Photo(
            formats: limits.formats.map(\.rawValue), mostBytes: limits.byteCount.upperBound,
            leastSide: limits.side.lowerBound, mostSide: limits.side.upperBound)
    }
}
