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

    /// Makes a job again; a job that was repeated before has its repetition, so that a second tap pays nothing.
    private func retry(
        _ request: Request, _ context: ServerContext, _ caller: JobsCaller
    ) async throws -> Response {
        let job = try await found(context, caller).job
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
        if let again = try await session.store.repetition(of: job.id) {
            return try await answer(again, .ok, caller)
        }
        if obstacle == .mayBeCharged { throw Refusal.mayBeCharged }
        if obstacle == .photoGone { throw Refusal.photoGone }
        let repetition = try await repetition(of: job, wanted)
        try await session.checkConsent(
            of: job.person, to: wanted.provider ?? job.provider, in: caller.settings)
        let allowance = try await doors.allowance(in: caller.record)
        switch try await session.submit([repetition], once: true, within: allowance).first?.result {
        case .resolved(let id?): return try await answer(id, .accepted, caller)
        case .knownPaid: throw Refusal.knownPaid
        // Another request was quicker.
        case .resolved(nil), .notUncertain, .notFound, nil: break
        }
        if let again = try await session.store.repetition(of: job.id) {
            return try await answer(again, .ok, caller)
        }
        // A worker has found its paid answer meanwhile, and the job goes on.
        return try await answer(job.id, .accepted, caller)
    }

    private func repetition(of job: Job, _ wanted: RetryRequest) async throws -> Repetition {
        let style = wanted.style.flatMap { name in Style.all.first { $0.name == name } }
        guard style != nil || wanted.style == nil else {
            throw Refusal.malformed("'style' is not a known style; see GET /v1/styles.")
        }
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
        _ id: JobID, _ status: HTTPResponse.Status, _ caller: JobsCaller
    ) async throws -> Response {
        guard let resource = try await session.resource(id, in: caller.settings) else {
            throw Refusal.notFound
        }
        return try .json(resource, status: status)
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
