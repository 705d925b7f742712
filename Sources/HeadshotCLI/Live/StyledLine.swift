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
struct StyledLine: Equatable, Sendable {
    private var pieces: [(text: String, tint: Tint)] = []

    init(_ text: String = "", _ tint: Tint = .plain) {
        add(text, tint)
    }

    mutating func add(_ text: String, _ tint: Tint = .plain) {
        if !text.isEmpty { pieces.append((text, tint)) }
    }

    /// The line cut to a width in characters, coloured or not.
    func text(width: Int = .max, isColoured: Bool = false) -> String {
        var left = width
        var line = ""
        for (text, tint) in pieces where left > 0 {
            let visible = text.prefix(left)
            left -= visible.count
            if isColoured, let code = tint.code {
                line += "\u{1B}[\(code)m\(visible)\u{1B}[0m"
            } else {
                line += visible
            }
        }
        return line
    }

    static func == (left: StyledLine, right: StyledLine) -> Bool {
        left.pieces.elementsEqual(right.pieces, by: ==)
    }
}
