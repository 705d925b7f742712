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
        let again = MadeAgain(
            style: try wanted.style.map(Style.init(requested:)),
            provider: try wanted.provider.map(ProviderKind.init(requested:)),
            acceptsCharge: wanted.acceptPossibleCharge == true, key: key)
        switch try await make(job, again, in: caller.record, quotes: try await session.quotes()) {
        case .known(let id): return try await answer(id, .ok, caller, isReplayed: again.isNamed)
        case .new(let id): return try await answer(id, .accepted, caller)
        }
    }

    /// Makes a job again, as it was or otherwise.
    ///
    /// - Parameters:
    ///   - record: The job's space; for the command line's own, which has neither limits of free work nor features, `nil`.
    ///   - quotes: See ``Session/quotes()``.
    /// - Returns: The job that repeats it; the job itself, if a paid answer to it was found.
    func make(
        _ job: Job, _ again: MadeAgain, in record: SpaceRecord?, quotes: [ProviderKind: Quote]
    ) async throws -> RepeatedJob {
        let obstacle = try await session.obstacle(to: job, acceptsCharge: again.acceptsCharge)
        if obstacle == .notEnded { throw Refusal.notEnded(job.state) }
        if obstacle == .askedOnce { throw Refusal.askedOnce }
        if let record {
            try await session.checkOrder(of: job.kind, for: job.person, in: record.settings)
        }
        // What is paid and here is saved, not asked for again.
        if try await session.adoptAnswer(of: job.id) { return .new(job.id) }
        var repetition = repetition(of: job, again, quotes)
        if case .name(let name) = again.key { repetition.new.key = name }
        if let known = try await known(repetition) { return .known(known) }
        if obstacle == .mayBeCharged { throw Refusal.mayBeCharged }
        if obstacle == .photoGone { throw Refusal.photoGone }
        var allowance: FreeAllowance?
        if let record {
            try await session.checkConsent(
                of: job.person, to: repetition.new.provider, in: record.settings)
            allowance = try await doors.allowance(in: record)
        }
        let submitted = try await session.submit(
            [repetition], once: !again.isNamed, alike: true, within: allowance)
        switch submitted.first?.result {
        case .resolved(let id?): return .new(id)
        case .knownPaid: throw Refusal.knownPaid
        // Another request was quicker.
        case .resolved(nil), .notUncertain, .notFound, nil: break
        }
        if let known = try await known(repetition) { return .known(known) }
        // A worker has found its paid answer meanwhile, and the job goes on.
        return .new(job.id)
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

    private func repetition(
        of job: Job, _ again: MadeAgain, _ quotes: [ProviderKind: Quote]
    ) -> Repetition {
        // The same style is the same request, named or not.
        let isOwn = again.style == HeadshotOrder(payload: job.payload)?.style
        return session.repetition(
            of: job, style: isOwn ? nil : again.style, by: again.provider, quotes: quotes)
    }

    /// Says whether the request of an uncertain job was charged.
    private func resolve(
        _ request: Request, _ context: ServerContext, _ caller: JobsCaller
    ) async throws -> Response {
        let job = try await found(context, caller).job
        let wanted = try await RequestBytes.decode(ResolveRequest.self, from: request)
        try await resolve(job, isPaid: wanted.paid)
        return try await answer(job.id, .ok, caller)
    }

    /// Says whether the request of an uncertain job was charged; throws for a job of which that is known, or not to be said yet.
    func resolve(_ job: Job, isPaid: Bool) async throws {
        if try await session.adoptAnswer(of: job.id, isPaid: isPaid) { return }
        if !isPaid,
            let end = try await session.store.requestsOnTheirWay(of: [job.id], now: now)[job.id]
        {
            throw Refusal.tooEarly(until: end)
        }
        let result = try await session.store.resolve(
            [(job.id, isPaid ? .paid : .notPaid)], now: now
        ).first
        switch result {
        case .resolved: break
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

/// How a job is made again; what is `nil` stays as it was.
struct MadeAgain {
    var style: Style?
    var provider: ProviderKind?
    /// Whether it is made again though its request may have been charged.
    var acceptsCharge = false
    /// What names the repetition; without a name, it is the same as one that asks for the same.
    var key = OrderKey.photo

    fileprivate var isNamed: Bool { if case .name = key { true } else { false } }
}

/// The job that repeats another.
enum RepeatedJob {
    /// It was there before.
    case known(JobID)
    case new(JobID)

    var id: JobID {
        switch self {
        case .known(let id), .new(let id): id
        }
    }
}

extension Style {
    init(requested name: String) throws(Refusal) {
        guard let style = Self.all.first(where: { $0.name == name }) else {
            throw .malformed("'style' is not a known style; see GET /v1/styles.")
        }
        self = style
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
