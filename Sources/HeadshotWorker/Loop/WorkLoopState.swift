import Foundation
import JobQueue

/// The state of a worker's loop between looks at the queue.
///
/// Clock: of the pauses between two tidyings, whatever time the queue has.
struct WorkLoopState {
    let rule: StopRule
    private var started: Date
    private var lastLook: Date
    /// The running attempts by the tokens of their claims.
    ///
    /// Not by job: a job that was put back can be claimed again before the end of its last attempt is noticed.
    private var running: [String: Attempt] = [:]
    /// Why nothing more is claimed; nil while the loop claims.
    private(set) var ending: WorkEnding?
    /// The machine's fault that ends the work, if any.
    private(set) var failure: (any Error)?
    /// Whether jobs that were not sent yet must wait for another worker.
    private(set) var sendsNoMore = false
    private var claimed = 0
    /// Those of the only jobs to do that have not left yet; `nil` if all jobs are done.
    private var toLeave: Set<JobID>?
    private var tidied: ContinuousClock.Instant
    private var reportedGate: Gate?
    /// For each provider, the space of the job that was claimed last.
    private(set) var lastServed: [String: Space]
    /// For each lane, the paid provider whose job was claimed last.
    private var lastAsked: [Int: String] = [:]
    /// The jobs that only a newer program understands, as far as they were met since ``leftOutSince``.
    private(set) var leftOut: Set<JobID> = []
    private var leftOutSince = Date.distantPast

    init(
        rule: StopRule, started: Date, at instant: ContinuousClock.Instant,
        lastServed: [String: Space] = [:], only: Set<JobID>? = nil
    ) {
        toLeave = only
        self.rule = rule
        self.started = started
        self.lastServed = lastServed
        lastLook = started
        tidied = instant
    }

    private struct Attempt {
        let job: JobID
        let lane: Int
        let isFree: Bool
        /// Its job's quote, in millionths of a US dollar.
        let price: Int?
        let stop: AsyncStream<Never>.Continuation
    }

    var runningCount: Int { running.count }

    var runningJobs: Set<JobID> { Set(running.values.map(\.job)) }

    /// The workers that lived at the last look, of a queue on a server; `nil` if jobs without a worker are to be looked for.
    var crew: Set<WorkerID>?

    func paidCount(in lane: Int) -> Int { running.values.count { $0.lane == lane && !$0.isFree } }

    /// The paid providers of a lane in the order in which they have their turn: none waits for the jobs of another.
    func inTurn(_ paid: [PaidProvider], of lane: Int) -> [PaidProvider] {
        guard let last = paid.firstIndex(where: { $0.name == lastAsked[lane] }) else { return paid }
        return Array(paid[(last + 1)...] + paid[...last])
    }

    var isOver: Bool { ending != nil && running.isEmpty }

    /// When the rule's time is over; nil if it has no limit.
    var end: Date? {
        guard case .whenDone(_, let maxTime?, _) = rule else { return nil }
        return started + maxTime / .seconds(1)
    }

    /// Claims nothing more; the first reason and the first failure are kept.
    mutating func end(_ ending: WorkEnding, failure: (any Error)? = nil) {
        self.ending = self.ending ?? ending
        self.failure = self.failure ?? failure
        if ending == .stopped { sendsNoMore = true }
    }

    /// Leaves out jobs that the worker does not understand; forgets those from more than ten minutes ago, which are found again
    /// if they still wait.
    ///
    /// - Returns: Whether there was none before.
    mutating func leaveOut(_ jobs: [JobID], now: Date) -> Bool {
        let isNews = leftOut.isEmpty
        if abs(now.timeIntervalSince(leftOutSince)) > 600 {
            leftOut = []
            leftOutSince = now
        }
        leftOut.formUnion(jobs)
        return isNews
    }

    /// Whether a while has passed since this was last true.
    mutating func isTimeToTidy(
        every pause: Duration, at instant: ContinuousClock.Instant
    ) -> Bool {
        guard instant - tidied >= pause else { return false }
        tidied = instant
        return true
    }

    /// Whether the clock was set back since the last look; the rule's time limit moves with it.
    mutating func wasClockSetBack(to now: Date) -> Bool {
        defer { lastLook = now }
        guard now < lastLook else { return false }
        started -= lastLook.timeIntervalSince(now)
        return true
    }

    /// Whether there is room for another paid job, within the rule's limits.
    ///
    /// Free jobs take nothing of it.
    ///
    /// - Parameters:
    ///   - slots: How many requests may be in flight.
    ///   - ahead: How many more jobs may be prepared meanwhile.
    ///   - saving: How many jobs have their answers; at most `slots` of them make room, lest answers fill the memory.
    mutating func mayClaim(
        in lane: Int, atMost slots: Int, ahead: Int, saving: Int, now: Date
    ) -> Bool {
        isWithinRule(now: now) && paidCount(in: lane) < slots + ahead + min(saving, slots)
    }

    /// Whether there is room for another free job, within the rule's limits.
    ///
    /// - Parameter slots: How many free jobs may run at once: as many as the decoders can do, so that a paid job waits for
    ///   at most one of each decoder.
    mutating func mayClaimFree(in lane: Int, atMost slots: Int, now: Date) -> Bool {
        isWithinRule(now: now) && running.values.count { $0.lane == lane && $0.isFree } < slots
    }

    private mutating func isWithinRule(now: Date) -> Bool {
        if case .whenDone(let maxJobs, _, _) = rule {
            let isLate = end.map { $0 <= now } ?? false
            let isEnough = maxJobs.map { claimed >= $0 } ?? false
            if isLate { sendsNoMore = true }
            if isLate || isEnough { end(.limit) }
        }
        return ending == nil
    }

    /// Adds an attempt, and returns a stream that ends when the attempt must stop.
    ///
    /// - Parameter isFree: Whether the job asks no provider.
    mutating func add(_ claim: Claim, in lane: Int, isFree: Bool) -> AsyncStream<Never> {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        running[claim.token] = Attempt(
            job: claim.job.id, lane: lane, isFree: isFree,
            price: claim.job.quote?.price, stop: continuation)
        claimed += 1
        lastServed[claim.job.provider] = claim.job.person.space
        if !isFree { lastAsked[lane] = claim.job.provider }
        reportedGate = nil
        return stream
    }

    mutating func remove(_ claim: Claim) {
        running[claim.token] = nil
        toLeave?.remove(claim.job.id)
        if toLeave?.isEmpty == true { end(.done) }
    }

    /// The requests of some jobs.
    func requests(of jobs: Set<JobID>) -> RequestsUnderWay {
        let prices = running.values.filter { jobs.contains($0.job) }.map(\.price)
        let isKnown = !prices.contains(nil)
        return RequestsUnderWay(
            count: prices.count, price: isKnown ? prices.compactMap(\.self).reduce(0, +) : nil)
    }

    /// Stops the attempts of some jobs only.
    func stop(_ jobs: Set<JobID>) {
        for attempt in running.values where jobs.contains(attempt.job) { attempt.stop.finish() }
    }

    /// Notes that no job is due.
    ///
    /// A job that was set back would be due now without that death, so every drain waits for it.
    mutating func foundNothing(nextDue: Date?, nextSetBack: Date?) {
        reportedGate = nil
        guard case .whenDone(_, _, let waits) = rule, running.isEmpty, nextSetBack == nil else {
            return
        }
        if nextDue == nil || !waits { end(.done) }
    }

    /// Notes that the gate is closed; returns whether that is new.
    mutating func foundHeld(by gate: Gate) -> Bool {
        let isNews = reportedGate != gate
        reportedGate = gate
        if case .whenDone(_, _, let waits) = rule, running.isEmpty {
            if gate.isHalted { end(.halted) } else if !waits { end(.held) }
        }
        return isNews
    }
}
