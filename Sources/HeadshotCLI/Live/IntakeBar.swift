import Foundation
import Setup

/// How far a submit of many photos is, on standard error if that is a terminal.
struct IntakeBar {
    private let step: String
    private let total: Int
    private var done = 0
    private var screen: Screen

    /// - Parameter step: What is done to the photos: "looked at", "queued".
    init(_ step: String, total: Int, environment: Environment) {
        self.step = step
        self.total = total
        screen = Screen(.standardError, environment: environment)
    }

    /// Moves the bar on by one photo.
    mutating func advance() {
        done += 1
        draw([line])
    }

    /// Takes the bar away while lines are written that stay.
    mutating func makeRoom(for lines: () throws -> Void) rethrows {
        draw([])
        try lines()
        if done < total { draw([line]) }
    }

    private mutating func draw(_ lines: [StyledLine]) {
        // One photo is done before anybody could read how far it is.
        // Standard error never throws.
        if screen.isTerminal, total > 1 { try? screen.draw(lines, isLast: false) }
    }

    private var line: StyledLine {
        var line = StyledLine(LiveView.bar(Double(done) / Double(total)), .busy)
        line.add("  \(step) \(done) of \(total) photos", .quiet)
        return line
    }
}
