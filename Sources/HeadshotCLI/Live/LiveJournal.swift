import Answers
import Foundation
import JobQueue

/// A live state as plain lines, one for each change: for pipes and logs.
enum LiveJournal {
    /// The lines that lead from one state to the next; all of a first state.
    static func lines(from old: LiveState?, to new: LiveState, now: Date) -> [String] {
        let (jobs, gates) = news(from: old, to: new, now: now)
        var lines = jobs.map(line) + gates.map { "\($0.sentence) \($0.advice)" }
        if new.isWorkerMissing, old?.isWorkerMissing != true { lines.append(LiveState.noWorker) }
        if !new.counts.isEmpty, old?.counts != new.counts { lines.append(new.countsLine) }
        return lines
    }

    /// The same as lines of JSON.
    static func jsonLines(
        from old: LiveState?, to new: LiveState, now: Date
    ) throws -> [String] {
        let (jobs, gates) = news(from: old, to: new, now: now)
        return try jobs.map { try AnswerJSON.line(["job": JobLine($0)]) }
            + gates.map { try AnswerJSON.line(["gate": $0]) }
    }

    private static func news(
        from old: LiveState?, to new: LiveState, now: Date
    ) -> ([LiveJob], [StatusAnswer.ClosedGate]) {
        let before = Dictionary((old?.jobs ?? []).map { ($0.id, $0) }) { first, _ in first }
        return (
            new.jobs.filter { job in before[job.id].map { isNews(job, after: $0) } ?? true },
            new.gates.filter { old?.gates.contains($0) != true }
                .compactMap { StatusAnswer.ClosedGate($0, now: now) }
        )
    }

    /// Whether a job moved on; values that count up or down all the time are ignored.
    private static func isNews(_ job: LiveJob, after old: LiveJob) -> Bool {
        job.state != old.state || job.progress?.phase != old.progress?.phase
            || job.reason != old.reason
    }

    private static func line(of job: LiveJob) -> String {
        let end =
            switch job.state {
            case .running: job.progress?.phase.words ?? "running"
            case .succeeded: job.result ?? job.sentence
            case .waiting, .rejected, .failed, .cancelled, .uncertain: job.sentence
            }
        return "\(job.id)  \(job.style)  \(job.photo)  \(job.state.rawValue): \(end)"
    }
}

/// A job in a line of JSON.
private struct JobLine: Encodable {
    let id: String
    let style: String
    let photo: String
    let state: String
    let phase: JobPhase?
    let reason: String
    let sentence: String
    let result: String?

    init(_ job: LiveJob) {
        id = job.id
        style = job.style
        photo = job.photo
        state = job.state.rawValue
        phase = job.progress?.phase
        reason = job.reason
        sentence = job.sentence
        result = job.result
    }
}
