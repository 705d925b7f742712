import Ground
import Answers
import Foundation
import JobQueue

/// A live state as lines of a terminal; pure, so that the display can be tested.
struct LiveView {
    let state: LiveState
    let now: Date
    /// Counts up with every drawing, to turn the spinner.
    let frame: Int
    /// The number of lines that fit.
    var rows = Int.max
    var timeZone = TimeWords.zone

    var lines: [StyledLine] {
        let footer = footer
        let room = max(rows - footer.count, 1)
        guard state.jobs.count > room else { return state.jobs.map(line) + footer }
        // Running jobs come first, since users look for them.
        let visible = state.jobs.filter { $0.state == .running }.prefix(room - 1)
        let others = state.jobs.filter { $0.state != .running }.prefix(room - 1 - visible.count)
        let shown = Array(visible + others)
        let more = StyledLine("  and \(state.jobs.count - shown.count) more", .quiet)
        return shown.map(line) + [more] + footer
    }

    private func line(of job: LiveJob) -> StyledLine {
        let (mark, tint) = mark(of: job)
        var line = StyledLine(mark + " ", tint)
        line.add(job.id + "  ")
        line.add(job.style.padded(to: LiveColumns.style) + "  ")
        line.add(job.photo.fitted(to: LiveColumns.photo) + "  ", .quiet)
        switch job.state {
        case .running: addProgress(of: job, to: &line)
        case .succeeded: line.add(job.result ?? job.sentence, .good)
        case .waiting: line.add(job.sentence, .quiet)
        case .rejected, .failed, .uncertain:
            line.add("\(job.state.rawValue): \(job.sentence)", .bad)
        case .cancelled: line.add(job.sentence, .quiet)
        }
        return line
    }

    private func addProgress(of job: LiveJob, to line: inout StyledLine) {
        guard let progress = job.progress else { return line.add("running") }
        line.add(progress.phase.words)
        if progress.phase == .uploading, let sent = progress.sentBytes,
            let total = progress.totalBytes, total > 0
        {
            let share = min(max(Double(sent) / Double(total), 0), 1)
            line.add("  ")
            line.add(Self.bar(share), .busy)
            line.add("  \(Int(clamping: share * 100)) %")
        } else if let started = job.started {
            line.add("  \(TimeWords.span(now.timeIntervalSince(started)))", .quiet)
        }
    }

    /// The lines below the jobs: what delays them, and how many are in each state.
    private var footer: [StyledLine] {
        var lines = state.gates.compactMap { $0.words(now: now, timeZone: timeZone) }
            .map { StyledLine("\($0.headline) \($0.advice)", .bad) }
        if state.isWorkerMissing {
            lines.append(StyledLine(LiveState.noWorker, .bad))
        }
        if !state.counts.isEmpty { lines.append(StyledLine(state.countsLine)) }
        return lines
    }

    private func mark(of job: LiveJob) -> (String, Tint) {
        switch job.state {
        case .running: (Self.spinner[frame % Self.spinner.count], .busy)
        case .succeeded: ("✓", .good)
        case .waiting, .cancelled: ("·", .quiet)
        case .rejected, .failed: ("✗", .bad)
        case .uncertain: ("?", .bad)
        }
    }

    static func bar(_ share: Double) -> String {
        let full = Int(clamping: share * Double(LiveColumns.bar))
        return String(repeating: "█", count: full)
            + String(repeating: "░", count: LiveColumns.bar - full)
    }

    private static let spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
}

/// Widths in columns.
private enum LiveColumns {
    /// The longest style is `front-professional`.
    static let style = 18
    static let photo = 20
    static let bar = 20
}

extension String {
    /// Exactly `width` columns: cut with an ellipsis, or padded.
    fileprivate func fitted(to width: Int) -> String {
        (columns > width ? prefix(columns: width - 1) + "…" : self).padded(to: width)
    }
}
