import Ground
import Mustache

/// Text escaped for HTML and SVG, between tags and inside quoted attributes.
struct Markup: MustacheContentType {
    /// The name by which every template requests it.
    static let contentType = "MARKUP"

    func escapeText(_ text: String) -> String { Self.escaped(text) }

    /// The text with every scalar escaped that a parser interprets; names of files and people come from strangers.
    ///
    /// Mustache's own escaping works by characters, and would let a quotation mark with an accent through.
    static func escaped(_ text: String) -> String {
        text.replacingScalars { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            default: scalar.isShown ? nil : "\u{FFFD}"
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether it may appear as it is: not a control character, which XML forbids, nor one that reverses text.
    fileprivate var isShown: Bool {
        // A picture in the page has millions of these, and the properties of scalars take long to look up.
        if isASCII { return (0x20..<0x7F).contains(value) }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            false
        default: true
        }
    }
}
