import Foundation
import Setup

/// The progress bar of a submit of many photos, on standard error if that is a terminal.
struct IntakeBar {
    private let step: String
    private let total: Int
    private var done = 0
    private var screen: Screen

    /// - Parameter step: The step that it shows: "looked at", "queued".
    init(_ step: String, total: Int, environment: Environment) {
        self.step = step
        self.total = total
        screen = Screen(.standardError, environment: environment)
    }

    /// Advances the bar by one photo.
    mutating func advance() {
        done += 1
        draw([line])
    }

    /// Removes the bar while lines are written that stay.
    mutating func makeRoom(for lines: () throws -> Void) rethrows {
        draw([])
        try lines()
        if done < total { draw([line]) }
    }

    private mutating func draw(_ lines: [StyledLine]) {
        // A single photo is done before anyone could read the bar. Standard error never throws.
        if screen.isTerminal, total > 1 { try? screen.draw(lines, isLast: false) }
    }

    private var line: StyledLine {
        var line = StyledLine(LiveView.bar(Double(done) / Double(total)), .busy)
        line.add("  \(step) \(done) of \(total) photos", .quiet)
        return line
    }
}
