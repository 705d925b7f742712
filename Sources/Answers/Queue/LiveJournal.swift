package import Foundation
import JobQueue

/// A live state as plain lines, one for each change: for pipes and logs.
package enum LiveJournal {
    /// The lines that lead from one state to the next; all of a first state.
    package static func lines(
        from old: LiveState?, to new: LiveState, now: Date, wording: Wording
    ) -> [String] {
        var lines: [String] = []
        let before = Dictionary(
            (old?.jobs ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for job in new.jobs where before[job.id].map({ isNews(job, after: $0) }) ?? true {
            lines.append(line(of: job))
        }
        for gate in new.gates where old?.gates.contains(gate) != true {
            if let words = gate.words(now: now) {
                lines.append("\(words.headline) \(words.advice(wording))")
            }
        }
        if new.isWorkerMissing, old?.isWorkerMissing != true {
            lines.append(LiveState.noWorker(wording))
        }
        if !new.counts.isEmpty, old?.counts != new.counts { lines.append(new.countsLine) }
        return lines
    }

    /// The same as lines of JSON.
    package static func jsonLines(
        from old: LiveState?, to new: LiveState, now: Date, wording: Wording
    ) throws -> [String] {
        let before = old.map(\.jobs) ?? []
        let known = Dictionary(before.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let jobs = new.jobs.filter { job in known[job.id].map { isNews(job, after: $0) } ?? true }
        let gates = new.gates.filter { old?.gates.contains($0) != true }
        return try jobs.map { try AnswerJSON.line(["job": JobLine($0)]) }
            + gates.compactMap { StatusAnswer.ClosedGate($0, now: now, wording: wording) }
            .map { try AnswerJSON.line(["gate": $0]) }
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
