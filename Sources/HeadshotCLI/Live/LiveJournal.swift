import Foundation
import JobQueue

/// A live state as plain lines, one for each thing that changed: for pipes and logs.
enum LiveJournal {
    /// The lines that lead from one state to the next; all of a first state.
    static func lines(from old: LiveState?, to new: LiveState, now: Date) -> [String] {
        var lines: [String] = []
        let before = Dictionary(
            (old?.jobs ?? []).map { ($0.id, line(of: $0)) }, uniquingKeysWith: { first, _ in first }
        )
        for job in new.jobs {
            let line = line(of: job)
            if before[job.id] != line { lines.append(line) }
        }
        for gate in new.gates where old?.gates.contains(gate) != true {
            if let words = gate.words(now: now) {
                lines.append("\(words.sentence) \(words.advice)")
            }
        }
        if !new.counts.isEmpty, old?.counts != new.counts { lines.append(new.countsLine) }
        return lines
    }

    /// A job without what changes many times a second.
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
