import Mustache

/// Text escaped for HTML and SVG, between tags and inside quoted attributes.
struct Markup: MustacheContentType {
    /// The name by which templates request it, in their first line.
    static let contentType = "MARKUP"

    func escapeText(_ text: String) -> String { Self.escaped(text) }

    /// The text with every scalar escaped that a parser interprets; names of files and people come from strangers.
    ///
    /// Mustache's own escaping works by characters: a quotation mark with an accent on it is a different
    /// character, but would end an attribute.
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
    /// Whether it may appear as it is: not a control character, which XML forbids, nor one that reverses text.
    fileprivate var isShown: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            false
        default: true
        }
    }
}
