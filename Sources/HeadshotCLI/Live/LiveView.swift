import Answers
import Foundation
import Glibc
import Ground
import JobQueue
import Setup

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
        line.add(progress.words)
        if progress.phase == .uploading, let sent = progress.sentBytes,
            let total = progress.totalBytes, total > 0
        {
            let share = min(max(Double(sent) / Double(total), 0), 1)
            line.add("  ")
            line.add(Self.bar(share), .busy)
            line.add("  \(Int(clamping: share * 100)) %")
        } else if progress.isReady != true, let started = job.started {
            line.add("  \(TimeWords.span(now.timeIntervalSince(started)))", .quiet)
        }
    }

    /// The lines below the jobs: what delays them, and how many are in each state.
    private var footer: [StyledLine] {
        var lines = state.gates.compactMap { $0.words(now: now, timeZone: timeZone) }
            .map { StyledLine($0.line, .bad) }
        if state.isWorkerMissing {
            lines.append(StyledLine(LiveState.noWorker, .bad))
        }
        if !state.counts.isEmpty {
            let pace = state.pace?.words.map { " (\($0))" } ?? ""
            lines.append(StyledLine(state.countsLine + pace))
        }
        if let money = state.money {
            let workers = "\(state.workers) \(state.workers == 1 ? "worker" : "workers")"
            lines.append(StyledLine("\(workers), today \(money)", .quiet))
        }
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
    /// With a phase, and its seconds or its bar, a line has 80.
    static let photo = 16
    static let bar = 10
}

extension String {
    /// Exactly `width` columns: cut with an ellipsis, or padded.
    fileprivate func fitted(to width: Int) -> String { cut(to: width).padded(to: width) }

    /// At most `width` columns: cut with an ellipsis.
    func cut(to width: Int) -> String {
        columns > width ? prefix(columns: width - 1) + "…" : self
    }
}

/// The target of a live display: a terminal, redrawn in place, or anything else, line by line.
struct Screen {
    private let output: StandardStream
    let isTerminal: Bool
    private let isColoured: Bool
    private var drawn: [String] = []
    /// The columns that each of them takes.
    private var widths: [Int] = []

    init(_ output: StandardStream, environment: Environment) {
        self.output = output
        isTerminal = output.isTerminal && environment[.terminal] != "dumb"
        isColoured = isTerminal && environment[.noColour] == nil
    }

    var size: (rows: Int, columns: Int) {
        var size = winsize()
        guard unsafe ioctl(output.descriptor, UInt(clamping: TIOCGWINSZ), &size) == 0,
            size.ws_row > 1, size.ws_col > 0
        else { return (24, 80) }
        return (Int(clamping: size.ws_row), Int(clamping: size.ws_col))
    }

    /// Replaces what was drawn before, unless nothing changed.
    ///
    /// - Parameter isLast: Whether this is the final drawing, so that lines may wrap and are not cut.
    mutating func draw(_ lines: [StyledLine], isLast: Bool) throws(UserMessage) {
        let room = size.columns
        let columns = isLast ? Int.max : room
        let texts = lines.map { $0.text(width: columns, isColoured: isColoured) }
        guard texts != drawn else { return }
        // A line that wraps would break the count of lines to move up, so wrapping is off while drawing.
        var frame = isLast ? "" : Self.wrappingOff
        // A terminal that became narrower since has broken the lines that no longer fit.
        let rows = widths.reduce(0) { $0 + max(1, ($1 + room - 1) / room) }
        if rows > 0 { frame += "\u{1B}[\(rows)F" }
        for text in texts { frame += text + Self.clearToEndOfLine + "\n" }
        frame += Self.clearBelow + Self.wrappingOn
        drawn = texts
        widths = isLast ? [] : lines.map { $0.text(width: room).columns }
        try output.write(frame)
    }

    /// Replaces what was drawn by lines that stay; the next drawing comes below them.
    mutating func insert(_ lines: [StyledLine]) throws(UserMessage) {
        try draw([], isLast: true)
        for line in lines { try output.write(line.text(isColoured: isColoured) + "\n") }
    }

    func write(_ lines: [String]) throws(UserMessage) {
        for line in lines { try output.write(line + "\n") }
    }

    /// Throws if a display of answers has no reader left.
    func mustHaveReader() throws(UserMessage) {
        try output.mustHaveReader()
    }

    private static let wrappingOff = "\u{1B}[?7l"
    private static let wrappingOn = "\u{1B}[?7h"
    private static let clearToEndOfLine = "\u{1B}[K"
    private static let clearBelow = "\u{1B}[J"
}

/// The colour of a piece of text on a terminal.
enum Tint: Equatable, Sendable {
    case plain, good, bad, busy, quiet

    /// The SGR parameter; `nil` for the terminal's own colour.
    fileprivate var code: Int? {
        switch self {
        case .plain: nil
        case .good: 32
        case .bad: 31
        case .busy: 36
        case .quiet: 2
        }
    }
}

/// One line of a display, made of coloured pieces.
struct StyledLine: Sendable {
    private var pieces: [(text: String, tint: Tint)] = []

    init(_ text: String = "", _ tint: Tint = .plain) {
        add(text, tint)
    }

    /// Adds a text; what a terminal would act on is shown as another character.
    mutating func add(_ text: String, _ tint: Tint = .plain) {
        if !text.isEmpty { pieces.append((text.printable, tint)) }
    }

    /// The line cut to a width in columns, coloured or not.
    func text(width: Int = .max, isColoured: Bool = false) -> String {
        var left = width
        var line = ""
        for (text, tint) in pieces where left > 0 {
            let visible = text.prefix(columns: left)
            left -= visible.columns
            if isColoured, let code = tint.code {
                line += "\u{1B}[\(code)m\(visible)\u{1B}[0m"
            } else {
                line += visible
            }
        }
        return line
    }
}
