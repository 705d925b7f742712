import Answers
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import PromptFactory
import Setup

/// The routes that repeat jobs, and say what became of charges in doubt.
extension Handlers {
    func addDecisions(to routes: Routes) {
        routes.add(.post, "/v1/jobs/{id}/retry", .jobs(.changes), retry)
        routes.add(.post, "/v1/jobs/{id}/resolve", .jobs(.changes, scope: .operate), resolve)
    }

    /// Makes a job again; one that was repeated before in the same way has its repetition, so that a second tap pays nothing.
    ///
    /// With a key, the key says what is the same; so the same can be made again once more.
    private func retry(
        _ request: Request, _ context: ServerContext, _ caller: JobsCaller
    ) async throws -> Response {
        let job = try await found(context, caller).job
        let key = try Self.key(of: request)
        let wanted = try await RequestBytes.decode(RetryRequest.self, from: request)
        try caller.access.forbid([("provider", wanted.provider != nil)])
        let obstacle = try await session.obstacle(
            to: job, acceptsCharge: wanted.acceptPossibleCharge == true)
        if obstacle == .notEnded { throw Refusal.notEnded(job.state) }
        if obstacle == .askedOnce { throw Refusal.askedOnce }
        try await session.checkOrder(of: job.kind, for: job.person, in: caller.settings)
        // What is paid and here is saved, not asked for again.
        if try await session.adoptAnswer(of: job.id) {
            return try await answer(job.id, .accepted, caller)
        }
        var repetition = try await repetition(of: job, wanted)
        if case .name(let name) = key { repetition.new.key = name }
        if let again = try await known(repetition) {
            return try await answer(again, .ok, caller, isReplayed: repetition.new.key != nil)
        }
        if obstacle == .mayBeCharged { throw Refusal.mayBeCharged }
        if obstacle == .photoGone { throw Refusal.photoGone }
        try await session.checkConsent(
            of: job.person, to: wanted.provider ?? job.provider, in: caller.settings)
        let allowance = try await doors.allowance(in: caller.record)
        let isNamed = repetition.new.key != nil
        let submitted = try await session.submit(
            [repetition], once: !isNamed, alike: true, within: allowance)
        switch submitted.first?.result {
        case .resolved(let id?): return try await answer(id, .accepted, caller)
        case .knownPaid: throw Refusal.knownPaid
        // Another request was quicker.
        case .resolved(nil), .notUncertain, .notFound, nil: break
        }
        if let again = try await known(repetition) { return try await answer(again, .ok, caller) }
        // A worker has found its paid answer meanwhile, and the job goes on.
        return try await answer(job.id, .accepted, caller)
    }

    /// The job that repeats another in the same way already, by its key or else by what it asks for; `nil` if there is none.
    private func known(_ repetition: Repetition) async throws -> JobID? {
        let (job, new) = repetition
        guard let key = new.key else {
            return try await session.store.repetition(
                of: job.id, like: (new.provider, new.payload))
        }
        guard let known = try await session.store.job(of: job.person, keys: [key]) else {
            let wasRemoved = try await session.store.wasRemoved(.job, named: key, of: job.person)
            if wasRemoved { throw Refusal.orderRemoved }
            return nil
        }
        guard known.retryOf == job.id, known.provider == new.provider, known.payload == new.payload
        else { throw Refusal.keyReused(known.id) }
        return known.id
    }

    private func repetition(of job: Job, _ wanted: RetryRequest) async throws -> Repetition {
        var style = wanted.style.flatMap { name in Style.all.first { $0.name == name } }
        guard style != nil || wanted.style == nil else {
            throw Refusal.malformed("'style' is not a known style; see GET /v1/styles.")
        }
        // The same style is the same request, named or not.
        if style == HeadshotOrder(payload: job.payload)?.style { style = nil }
        return session.repetition(
            of: job, style: style, by: try wanted.provider.map(ProviderKind.init(requested:)),
            quotes: try await session.quotes())
    }

    /// Says whether the request of an uncertain job was charged.
    private func resolve(
        _ request: Request, _ context: ServerContext, _ caller: JobsCaller
    ) async throws -> Response {
        let job = try await found(context, caller).job
        let wanted = try await RequestBytes.decode(ResolveRequest.self, from: request)
        if try await session.adoptAnswer(of: job.id, isPaid: wanted.paid) {
            return try await answer(job.id, .ok, caller)
        }
        if !wanted.paid,
            let end = try await session.store.requestsOnTheirWay(of: [job.id], now: now)[job.id]
        {
            throw Refusal.tooEarly(until: end)
        }
        let result = try await session.store.resolve(
            [(job.id, wanted.paid ? .paid : .notPaid)], now: now
        ).first
        switch result {
        case .resolved: return try await answer(job.id, .ok, caller)
        case .knownPaid: throw Refusal.knownPaid
        case .notUncertain(let state): throw Refusal.alreadyEnded(state)
        case .notFound, nil: throw Refusal.notFound
        }
    }

    private func answer(
        _ id: JobID, _ status: HTTPResponse.Status, _ caller: JobsCaller, isReplayed: Bool = false
    ) async throws -> Response {
        guard let resource = try await session.resource(id, in: caller.settings) else {
            throw Refusal.notFound
        }
        return try .json(resource, status: status, isReplayed: isReplayed)
    }
}

/// How a job is to be made again; what is left out stays as it was.
private struct RetryRequest: Decodable, Sendable {
    let style: String?
    let provider: String?
    let acceptPossibleCharge: Bool?
}

/// What the provider's bill says.
private struct ResolveRequest: Decodable, Sendable {
    let paid: Bool
}
