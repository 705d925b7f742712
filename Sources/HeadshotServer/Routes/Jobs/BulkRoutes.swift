import Answers
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import Setup

/// The route that changes all jobs that pass a filter, if they are as many as the client was shown.
extension Handlers {
    func addBulk(to routes: Routes) {
        routes.add(.post, "/v1/bulk", .jobs(.changes, scope: .operate), change)
    }

    private func change(_ request: Request, _ caller: JobsCaller) async throws -> Response {
        let wanted = try await RequestBytes.decode(BulkRequest.self, from: request)
        let filter = try wanted.filter.jobs(for: caller)
        let jobs = try await session.store.jobs(filter, limit: Self.jobsAtOnce + 1)
        guard jobs.count <= Self.jobsAtOnce else { throw Refusal.tooMany(Self.jobsAtOnce) }
        guard jobs.count == wanted.expected else { throw Refusal.countChanged(jobs.count) }
        let changed =
            switch wanted.action {
            case .cancel: try await cancel(jobs)
            case .retry:
                try await retry(
                    jobs, in: caller.record, quotes: try await session.quotes())
            }
        try await session.finishRemovals()
        return try .json(
            BulkAnswer(
                jobs: changed.map(\.description), unchanged: jobs.count - changed.count))
    }

    /// The jobs that are cancelled, or whose workers were asked to stop.
    func cancel(_ jobs: [Job]) async throws -> [JobID] {
        let results = try await session.store.cancel(jobs.map(\.id), now: now)
        return zip(jobs, results).compactMap { job, result in
            switch result {
            case .cancelled, .requested: job.id
            case .tooLate, .notFound: nil
            }
        }
    }

    /// The new jobs of a space; one whose outcome is in doubt is never repeated here, nor one that was repeated before.
    ///
    /// - Parameters:
    ///   - record: The space; for the command line's own, which has neither limits of free work nor features, `nil`.
    ///   - quotes: See ``Session/quotes()``.
    func retry(
        _ jobs: [Job], in record: SpaceRecord?, quotes: [ProviderKind: Quote]
    ) async throws -> [JobID] {
        var allowance: FreeAllowance?
        if let record { allowance = try await doors.allowance(in: record) }
        var repetitions: [Repetition] = []
        for job in jobs where RepeatObstacle(job.state, acceptsCharge: false) == nil {
            // What is paid and here is saved, not asked for again.
            if try await session.adoptAnswer(of: job.id) { continue }
            guard try await session.obstacle(to: job, acceptsCharge: false) == nil else {
                continue
            }
            if let settings = record?.settings {
                guard try await isOrdered(job, in: settings),
                    try await session.hasConsent(of: job.person, to: job.provider, in: settings)
                else { continue }
            }
            repetitions.append(session.repetition(of: job, quotes: quotes))
        }
        return try await session.submit(repetitions, once: true, within: allowance)
            .compactMap { _, result in
                if case .resolved(let new?) = result { new } else { nil }
            }
    }

    /// Whether the person could order such a job now.
    private func isOrdered(_ job: Job, in settings: SpaceSettings) async throws -> Bool {
        do {
            try await session.checkOrder(of: job.kind, for: job.person, in: settings)
            return true
        } catch is Refusal {
            return false
        }
    }

    /// One transaction, for which workers wait.
    static let jobsAtOnce = 1000
}

/// What is to be done, to how many jobs.
private struct BulkRequest: Decodable, Sendable {
    let action: Action
    let filter: Filter
    /// How many jobs the client was shown.
    let expected: Int

    enum Action: String, Decodable {
        case cancel, retry
    }

    struct Filter: Decodable, Sendable {
        let state: [String]?
        let reason: [String]?
        let person: String?
        let kind: String?
        let provider: String?

        func jobs(for caller: JobsCaller) throws(Refusal) -> JobFilter {
            var filter = caller.visible
            for name in state ?? [] {
                guard let state = JobState(rawValue: name) else {
                    throw .malformed("'state' has an unknown state.")
                }
                filter.states.append(state)
            }
            if let person { try filter.narrow(to: person, for: caller) }
            filter.reasons = reason ?? []
            filter.kind = kind.map { JobKind(rawValue: $0) }
            filter.provider = provider
            return filter
        }
    }
}

private struct BulkAnswer: Encodable {
    /// The jobs that were cancelled, or the new ones.
    let jobs: [String]
    let unchanged: Int
}
