public import Foundation

/// What the user knows about the charge of an uncertain job, for instance from the provider's bill.
public enum Resolution: Sendable, Equatable {
    /// It was charged: the job fails, and the charge stays counted.
    case paid
    /// It was not charged: the place becomes free and the job waits again, unless an answer proves the charge.
    case notPaid
    /// It stays unknown: the job fails, the charge stays counted, and another job takes its place.
    case replaced(by: NewJob)
}

/// The result of resolving an uncertain job.
public enum ResolutionResult: Sendable, Equatable {
    /// It was resolved; `replacement` is the job that took its place.
    case resolved(replacement: JobID?)
    /// The provider did answer, and was paid: asking again for this job would pay twice.
    case knownPaid
    /// The job is not uncertain.
    case notUncertain(JobState)
    /// There is no such job.
    case notFound
}

extension JobStore {
    /// Resolves uncertain jobs as the user decided; one result for each job, in one transaction.
    ///
    /// - Parameter allowance: The limits that free jobs count for which take another's place; `nil` for none. Throws
    ///   ``JobQueueError/limitReached(_:)``, with nothing resolved, beyond them.
    public func resolve(
        _ words: [(job: JobID, resolution: Resolution)], within allowance: FreeAllowance? = nil,
        now: Date
    ) throws(JobQueueError) -> [ResolutionResult] {
        try write(isPayment: true) { tx in
            try Self.lockPlaces(of: words.map(\.job), tx)
            try tx.lock(all: words.map { .job($0.job) })
            let results = try words.map {
                try Self.resolve($0.job, as: $0.resolution, now: now, tx)
            }
            if let allowance {
                let queued = zip(words, results).compactMap { word, result in
                    if case (.replaced(let new), .resolved(_?)) = (word.resolution, result) {
                        new
                    } else {
                        nil
                    }
                }
                try Self.use(queued, within: allowance, tx)
            }
            return results
        }
    }

    private static func resolve(
        _ id: JobID, as resolution: Resolution, now: Date, _ tx: any QueueTransaction
    ) throws -> ResolutionResult {
        guard let job = try job(id, tx) else { return .notFound }
        let charge = try openCharge(of: id, tx)
        func settleCharge(_ state: ChargeState?) throws {
            guard let charge, let state else { return }
            try settle(ChargeEnd(id: charge.id, state: state), of: id, now: now, tx)
        }
        switch ResolutionDecision.of(resolution, state: job.state, charge: charge?.state) {
        case .notUncertain: return .notUncertain(job.state)
        case .knownPaid: return .knownPaid
        case .fails(let reason, let state):
            var replacement: JobID?
            if case .replaced(let new) = resolution {
                // Before the job ends, with which its photo may go.
                var numbers = try JobNumbers(now: now, tx)
                replacement = try insert(new, &numbers, now: now, tx).id
            }
            try settleCharge(state)
            try transition(
                .found(id), from: [.uncertain], to: .failed, reason: reason.rawValue,
                detail: job.detail, now: now, tx)
            return .resolved(replacement: replacement)
        case .waits:
            try settleCharge(.free)
            // A cancellation was of the request that was sent.
            try tx.run("UPDATE job SET cancel_requested = 0 WHERE id = ?", [id.rawValue])
            try transition(
                .found(id), from: [.uncertain], to: .waiting, reason: WaitReason.retry.rawValue,
                due: job.created, now: now, tx)
            return .resolved(replacement: nil)
        }
    }
}

extension JobStore {
    /// Of some uncertain jobs, those whose requests may still be on their way, and until when at the latest.
    ///
    /// None where a request ends with its process. A machine that has lost the queue's server may go on with one until its
    /// time limit.
    public nonisolated func requestsOnTheirWay(
        of jobs: [JobID], now: Date
    ) async throws(JobQueueError) -> [JobID: Date] {
        guard !presence.isCertain else { return [:] }
        return try await read { tx in
            var ends: [JobID: Date] = [:]
            for id in jobs {
                guard let charge = try Self.openCharge(of: id, tx) else { continue }
                let end = charge.started + Self.longestRequest
                if end > now { ends[id] = end }
            }
            return ends
        }
    }

    /// Seconds: the time limit of a request, and some for keeping its answer.
    private static let longestRequest: TimeInterval = 75
}
