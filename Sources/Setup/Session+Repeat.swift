package import HeadshotWorker
package import JobQueue
package import PromptFactory

/// Why a job is not made again.
package enum RepeatObstacle: Equatable, Sendable {
    /// It has not ended.
    case notEnded
    /// It asked a model for text, which is done once.
    case askedOnce
    /// Its request may have been charged, and the caller does not accept that.
    case mayBeCharged
    /// Its photo is not in the store any more.
    case photoGone

    /// What keeps jobs of a state from being made again, whatever else is known of them.
    package init?(_ state: JobState, acceptsCharge: Bool) {
        switch state {
        case .waiting, .running: self = .notEnded
        case .uncertain where !acceptsCharge: self = .mayBeCharged
        case .uncertain, .succeeded, .rejected, .failed, .cancelled: return nil
        }
    }
}

/// A job, and the new one that makes it again.
package typealias Repetition = (job: Job, new: NewJob)

/// Jobs that are made again, for the command line and for apps.
extension Session {
    /// Why a job is not made again; `nil` if it may be.
    package func obstacle(to job: Job, acceptsCharge: Bool) async throws -> RepeatObstacle? {
        let obstacle = RepeatObstacle(job.state, acceptsCharge: acceptsCharge)
        if obstacle == .notEnded { return obstacle }
        if job.fleeting != nil { return .askedOnce }
        if let obstacle { return obstacle }
        guard let photo = job.input, try await home.holdsPhoto(photo) else {
            return .photoGone
        }
        return nil
    }

    /// The job that makes another one again, at today's price.
    ///
    /// - Parameters:
    ///   - style: Another style; `nil` for the job's own.
    ///   - provider: Another provider; `nil` for the job's own.
    ///   - quotes: See ``quotes()``.
    package func repetition(
        of job: Job, style: Style? = nil, by provider: ProviderKind? = nil,
        quotes: [ProviderKind: Quote]
    ) -> Repetition {
        let maker = provider ?? ProviderKind(rawValue: job.provider)
        return (
            job,
            NewJob(
                repeating: job, style: style, provider: provider,
                quote: maker.flatMap { quotes[$0] })
        )
    }

    /// Queues jobs that make others again: in one transaction, or two if there are uncertain ones, which the new jobs replace.
    ///
    /// - Parameters:
    ///   - once: Whether a job that was repeated before is left out.
    ///   - alike: Whether, with `once`, only a repetition counts that asks the same provider for the same.
    ///   - allowance: The limits that free jobs count for; `nil` for none.
    /// - Returns: The jobs with what became of them; without a replacement where one was left out.
    package func submit(
        _ repetitions: [Repetition], once: Bool, alike: Bool = false,
        within allowance: FreeAllowance? = nil
    ) async throws -> [(job: Job, result: ResolutionResult)] {
        let now = now
        let uncertain = repetitions.filter { $0.job.state == .uncertain }
        let others = repetitions.filter { $0.job.state != .uncertain }
        var results: [(job: Job, result: ResolutionResult)] = []
        if !others.isEmpty {
            let new = try await store.submitRepetitions(
                others.map(\.new), once: once, alike: alike, within: allowance, now: now)
            results += zip(others, new).map { ($0.job, .resolved(replacement: $1)) }
        }
        if !uncertain.isEmpty {
            let replaced = try await store.resolve(
                uncertain.map { ($0.job.id, .replaced(by: $0.new)) }, within: allowance, now: now)
            results += zip(uncertain, replaced).map { ($0.job, $1) }
        }
        return results
    }
}
