import Foundation
import JobQueue

/// What a worker's loop knows from one look at the queue to the next.
struct Shift {
    let rule: StopRule
    let started: Date
    /// The running jobs, each with the means to stop it alone.
    var running: [JobID: AsyncStream<Never>.Continuation] = [:]
    /// Why nothing more is claimed, once that is so.
    private(set) var ending: WorkEnding?
    /// What the machine did wrong, if anything.
    private(set) var failure: (any Error)?
    private var claimed = 0
    private var reportedGate: Gate?

    init(rule: StopRule, started: Date) {
        self.rule = rule
        self.started = started
    }

    /// Whether the loop can end.
    var isOver: Bool { ending != nil && running.isEmpty }

    /// Claims nothing more; the first reason stays, and the first failure.
    mutating func end(_ ending: WorkEnding, failure: (any Error)? = nil) {
        self.ending = self.ending ?? ending
        self.failure = self.failure ?? failure
    }

    /// Whether there is room for another job, within the rule's bounds.
    mutating func mayClaim(atMost concurrency: Int, now: Date) -> Bool {
        if case .whenDone(let maxJobs, let maxTime, _) = rule {
            let isLate = maxTime.map { now.timeIntervalSince(started) >= $0 / .seconds(1) } ?? false
            let isEnough = maxJobs.map { claimed >= $0 } ?? false
            if isLate || isEnough { end(.limit) }
        }
        return ending == nil && running.count < concurrency
    }

    /// Takes note of a job that starts, and returns what ends when it is to stop.
    mutating func add(_ job: JobID) -> AsyncStream<Never> {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        running[job] = continuation
        claimed += 1
        reportedGate = nil
        return stream
    }

    /// Takes note that no job is due.
    mutating func foundNothing(nextDue: Date?) {
        reportedGate = nil
        guard case .whenDone(_, _, let waits) = rule, running.isEmpty else { return }
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
