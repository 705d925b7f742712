import Foundation
import JobQueue

/// What a worker's loop knows from one look at the queue to the next.
struct Shift {
    let rule: StopRule
    private var started: Date
    private var lastLook: Date
    /// The running attempts by the tokens of their claims.
    ///
    /// Not by job: one that was put back can be claimed again before its last attempt is seen to end.
    private var running: [String: Attempt] = [:]
    /// Why nothing more is claimed, once that is so.
    private(set) var ending: WorkEnding?
    /// What the machine did wrong, if anything.
    private(set) var failure: (any Error)?
    /// Whether what was not sent yet is to wait for another worker.
    private(set) var sendsNoMore = false
    private var claimed = 0
    private var reportedGate: Gate?

    init(rule: StopRule, started: Date) {
        self.rule = rule
        self.started = started
        lastLook = started
    }

    private struct Attempt {
        let job: JobID
        let stop: AsyncStream<Never>.Continuation
    }

    /// How many jobs run.
    var runningCount: Int { running.count }

    /// Whether the loop can end.
    var isOver: Bool { ending != nil && running.isEmpty }

    /// When the rule's time is over; nil if it has no bound.
    var end: Date? {
        guard case .whenDone(_, let maxTime?, _) = rule else { return nil }
        return started + maxTime / .seconds(1)
    }

    /// Claims nothing more; the first reason stays, and the first failure.
    mutating func end(_ ending: WorkEnding, failure: (any Error)? = nil) {
        self.ending = self.ending ?? ending
        self.failure = self.failure ?? failure
        if ending == .stopped { sendsNoMore = true }
    }

    /// Whether the clock was set back since the last look; the rule's bound of time moves with it.
    mutating func wasClockSetBack(to now: Date) -> Bool {
        defer { lastLook = now }
        guard now < lastLook else { return false }
        started -= lastLook.timeIntervalSince(now)
        return true
    }

    /// Whether there is room for another job, within the rule's bounds.
    ///
    /// - Parameters:
    ///   - places: How many requests may be on their way.
    ///   - ahead: How many more jobs may be prepared meanwhile.
    ///   - saving: How many jobs have their answers; no more than `places` make room, so that answers do not pile up in
    ///     memory.
    mutating func mayClaim(
        atMost places: Int, ahead: Int, saving: Int, now: Date
    ) -> Bool {
        if case .whenDone(let maxJobs, _, _) = rule {
            let isLate = end.map { $0 <= now } ?? false
            let isEnough = maxJobs.map { claimed >= $0 } ?? false
            if isLate { sendsNoMore = true }
            if isLate || isEnough { end(.limit) }
        }
        return ending == nil && running.count < places + ahead + min(saving, places)
    }

    /// Takes note of an attempt that starts, and returns what ends when it is to stop.
    mutating func add(_ claim: Claim) -> AsyncStream<Never> {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        running[claim.token] = Attempt(job: claim.job.id, stop: continuation)
        claimed += 1
        reportedGate = nil
        return stream
    }

    /// Takes note that an attempt has ended.
    mutating func remove(_ claim: Claim) {
        running[claim.token] = nil
    }

    /// Stops the attempts at some jobs, without the others.
    func stop(_ jobs: Set<JobID>) {
        for attempt in running.values where jobs.contains(attempt.job) { attempt.stop.finish() }
    }

    /// Takes note that no job is due.
    ///
    /// A job that was set back is due now but for a mishap: even a drain that does not wait for others waits for it.
    mutating func foundNothing(nextDue: Date?, nextSetBack: Date?) {
        reportedGate = nil
        guard case .whenDone(_, _, let waits) = rule, running.isEmpty, nextSetBack == nil else {
            return
        }
        if nextDue == nil || !waits { end(.done) }
    }

    /// Takes note that the gate is closed; returns whether that is news.
    mutating func foundHeld(by gate: Gate) -> Bool {
        let isNews = reportedGate != gate
        reportedGate = gate
        if case .whenDone(_, _, let waits) = rule, running.isEmpty {
            if gate.isHalted { end(.halted) } else if !waits { end(.held) }
        }
        return isNews
    }
}
