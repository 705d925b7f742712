import Foundation
import Glibc
import Setup

/// Where a live display is drawn: a terminal, redrawn in place, or anything else, line by line.
struct Screen {
    private let output: StandardStream
    let isTerminal: Bool
    private let isColoured: Bool
    private var drawn: [String] = []

    init(_ output: StandardStream, environment: Environment) {
        self.output = output
        isTerminal = output.isTerminal && environment[.terminal] != "dumb"
        isColoured = isTerminal && environment[.noColour] == nil
    }

    /// How many lines and columns there are.
    var size: (rows: Int, columns: Int) {
        var size = winsize()
        guard unsafe ioctl(output.descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 1,
            size.ws_col > 0
        else { return (24, 80) }
        return (Int(size.ws_row), Int(size.ws_col))
    }

    /// Replaces what was drawn before, unless nothing changed.
    ///
    /// - Parameter isLast: Whether nothing follows, so that lines may wrap and are not cut.
    mutating func draw(_ lines: [StyledLine], isLast: Bool) throws(CommandError) {
        let columns = isLast ? Int.max : size.columns
        let texts = lines.map { $0.text(width: columns, isColoured: isColoured) }
        guard texts != drawn else { return }
        // A line that wraps would throw the way back up out of step, so wrapping is off while drawing.
        var frame = isLast ? "" : Self.wrappingOff
        if !drawn.isEmpty { frame += "\u{1B}[\(drawn.count)F" }
        for text in texts { frame += text + Self.clearToEndOfLine + "\n" }
        frame += Self.clearBelow + Self.wrappingOn
        drawn = texts
        try output.write(frame)
    }

    /// Writes lines that stay, in place of what was drawn; the next drawing comes below them.
    mutating func insert(_ lines: [StyledLine]) throws(CommandError) {
        try draw([], isLast: true)
        for line in lines { try output.write(line.text(isColoured: isColoured) + "\n") }
    }

    /// Writes plain lines below what was written before.
    func write(_ lines: [String]) throws(CommandError) {
        for line in lines { try output.write(line + "\n") }
    }

    /// Ends a display of answers that has no reader left.
    func mustHaveReader() throws(CommandError) {
        try output.mustHaveReader()
    }

    private static let wrappingOff = "\u{1B}[?7l"
    private static let wrappingOn = "\u{1B}[?7h"
    private static let clearToEndOfLine = "\u{1B}[K"
    private static let clearBelow = "\u{1B}[J"
}
