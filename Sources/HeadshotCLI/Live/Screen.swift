import Ground
import Foundation
import Glibc
import Setup

/// The target of a live display: a terminal, redrawn in place, or anything else, line by line.
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

    var size: (rows: Int, columns: Int) {
        var size = winsize()
        guard unsafe ioctl(output.descriptor, UInt(clamping: TIOCGWINSZ), &size) == 0,
            size.ws_row > 1,
            size.ws_col > 0
        else { return (24, 80) }
        return (Int(clamping: size.ws_row), Int(clamping: size.ws_col))
    }

    /// Replaces what was drawn before, unless nothing changed.
    ///
    /// - Parameter isLast: Whether this is the final drawing, so that lines may wrap and are not cut.
    mutating func draw(_ lines: [StyledLine], isLast: Bool) throws(UserMessage) {
        let columns = isLast ? Int.max : size.columns
        let texts = lines.map { $0.text(width: columns, isColoured: isColoured) }
        guard texts != drawn else { return }
        // A line that wraps would break the count of lines to move up, so wrapping is off while drawing.
        var frame = isLast ? "" : Self.wrappingOff
        if !drawn.isEmpty { frame += "\u{1B}[\(drawn.count)F" }
        for text in texts { frame += text + Self.clearToEndOfLine + "\n" }
        frame += Self.clearBelow + Self.wrappingOn
        drawn = texts
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

    mutating func add(_ text: String, _ tint: Tint = .plain) {
        if !text.isEmpty { pieces.append((text, tint)) }
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
