public import Foundation

/// A worker's hold on a job; every write of the job must show the token, or it is refused.
public struct Claim: Sendable, Equatable {
    /// The job as it was when it was claimed.
    public let job: Job
    /// Proves the hold.
    public let token: String
    /// The paid charge whose answer only has to be saved, if there is one.
    public let answered: Charge?
}

/// What a worker that asks for a job gets.
public enum ClaimResult: Sendable, Equatable {
    /// A job to do.
    case claimed(Claim)
    /// Nothing is due; the next job is due at this time, unless a new one comes first.
    ///
    /// `nextSetBack` is when the next job is due that waits only because its worker died or the machine failed.
    case idle(nextDue: Date?, nextSetBack: Date? = nil)
    /// Jobs may be due, but a gate lets none through; `until` is `nil` if only another answer or the user can open it.
    case held(by: Gate, until: Date?)
    /// The next due jobs are of a kind or a payload that the worker does not understand: it leaves them out when it asks again.
    case notUnderstood([JobID])
    /// Limits hold very many due jobs of this provider back, and no other was found among them so far;
    /// ``JobStore/lookFurther(of:leavingOut:now:)`` goes on.
    case crowded(provider: String)
}

extension ClaimResult {
    /// Nothing is due before a time.
    fileprivate func notBefore(_ moment: Date) -> ClaimResult {
        guard case .idle(let nextDue?, let nextSetBack) = self else { return self }
        return .idle(nextDue: max(nextDue, moment), nextSetBack: nextSetBack)
    }
}

extension JobStore {
    /// Claims the next due job for a worker.
    ///
    /// The spaces that have due jobs are served in turn, so that no space waits for the jobs of another. Within a space, the
    /// highest priority comes first, then the due time, then the arrival. A person at the cap and a space without money are
    /// passed over: their jobs wait for the next day. A job whose answer is spooled needs no provider, and so neither gate
    /// nor cap.
    ///
    /// While limits hold very many jobs back, the first job that is seen to be free to go is claimed, and some of the held
    /// ones are moved after it.
    ///
    /// - Parameters:
    ///   - providers: The paid providers whose jobs the worker can do, in order of preference.
    ///   - freeProvider: The provider whose jobs the worker does itself. They have neither gate nor cap and come first,
    ///     since they take a second. A worker that has no slot for them passes `nil`, and so they never use up the slots of
    ///     paid jobs.
    ///   - lastServed: For each provider, the space of the job that the worker claimed last: the turn goes on after it.
    ///   - isAhead: Whether the worker has no free slot for another request. While a gate limits requests, it then
    ///     gets no job of a paid provider, so that another worker can use what is left.
    ///   - leftOut: Jobs that wait for a worker of a newer version; see ``ClaimResult/notUnderstood(_:)``.
    ///   - offered: Jobs that ``lookFurther(of:leavingOut:now:)`` has found.
    ///   - understands: Whether the worker understands a job; one that it does not understand is not changed.
    public func claim(
        for worker: WorkerID, token: String, providers: [PaidProvider] = [],
        freeProvider: String? = nil, lastServed: [String: Space] = [:], isAhead: Bool = false,
        leavingOut leftOut: Set<JobID> = [], offered: [JobID] = [],
        understands: @escaping @Sendable (Job) -> Bool = { _ in true }, now: Date
    ) throws(JobQueueError) -> ClaimResult {
        var search = JobSearch(
            worker: worker, token: token, providers: providers, freeProvider: freeProvider,
            lastServed: lastServed, isAhead: isAhead, leftOut: Array(leftOut).json,
            offered: offered, understands: understands, now: now)
        try setLookout(of: &search, now: now)
        var batches = 0
        while true {
            search.passes = isCrowded || !offered.isEmpty
            search.shortDay = shortDay
            let attempt = try write(isNews: false, { tx in try search.attempt(self, tx) })
            lookout = search.lookout
            switch attempt.end {
            case .ended(let result):
                if attempt.isClear { isCrowded = false }
                // No error of what follows takes the job away: the next claim does it again, or fails.
                if let passed = attempt.passed { _ = try? setAside(with: passed, now: now) }
                let followed = attempt.follows ? (try? followLimits(now: now)) ?? 0 : 0
                if followed > 0, case .idle = result {
                    batches += 1
                    if batches < Self.mostBatches { continue }
                }
                if case .claimed(let claim) = result, claim.job.person.space != .commandLine {
                    shortDay = shortDay ?? ""
                }
                return result
            case .full(let next) where isCrowded:
                batches += 1
                guard batches <= Self.mostBatches, try setAside(with: next, now: now) > 0 else {
                    return .crowded(provider: next.provider)
                }
            case .full(let next):
                batches += 1
                if batches < Self.mostBatches {
                    try postpone(next, now: now)
                } else {
                    isCrowded = true
                }
            case .spent(let next):
                shortDay = try findSpent(of: next.provider, from: next.person.space, now: now)
            case .behindSpent(let result, let providers):
                batches += 1
                guard batches < Self.mostBatches,
                    try setAsideSpent(of: providers, now: now) > 0
                else { return result.notBefore(now + Self.moment) }
            }
        }
    }

    /// How often a claim moves jobs before it returns, since each time takes some milliseconds.
    private static let mostBatches = 5
    /// Seconds until a due job is looked at again that may not go, and could not be moved.
    private static let moment = 1.0

    /// The provider and the space of the latest charge, with which a new worker's turn begins: so workers that do one job
    /// each serve all spaces, too.
    public nonisolated func lastServed() async throws(JobQueueError) -> [String: Space] {
        try await read { tx in
            guard
                let row = try tx.row("SELECT provider, space FROM charge ORDER BY id DESC LIMIT 1")
            else { return [:] }
            return [try row.required("provider"): try row.required("space", Space.init(row:))]
        }
    }
}
