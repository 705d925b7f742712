import Mustache

/// Text made safe for HTML and SVG, between tags and inside of quoted attributes.
struct Markup: MustacheContentType {
    /// The name under which templates ask for it, in their first line.
    static let contentType = "MARKUP"

    func escapeText(_ text: String) -> String { Self.escaped(text) }

    /// The text with each scalar escaped that means something to a parser; names of files and people
    /// come from strangers.
    ///
    /// Mustache's own escaping goes by characters, to which a quotation mark with an accent on it is
    /// another one: it would end an attribute.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        escaped.unicodeScalars.reserveCapacity(text.unicodeScalars.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar.isShown ? scalar : "\u{FFFD}")
            }
        }
        return escaped
    }
}

extension Unicode.Scalar {
    /// Whether it stands for itself: no control, which XML forbids, and nothing that reverses a text.
    fileprivate var isShown: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            false
        default: true
        }
    }
}
