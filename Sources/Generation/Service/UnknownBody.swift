internal import Foundation

/// Describes in a few words a body that is not the provider's JSON.
enum UnknownBody {
    /// Such as `a page of HTML, "Sign in"`; no decision may depend on it.
    static func description(of body: Data, key: APIKey) -> String {
        guard !body.isEmpty else { return "an empty body" }
        let start = start(of: body)
        let text = key.redacted(from: start)
        if text.contains(/<(!doctype )?html/.ignoresCase()) {
            let title = text.firstMatch(of: /<title[^>]*>([^<]*)</.ignoresCase())?.output.1
            return "a page of HTML" + quoted(title ?? "")
        }
        if body.starts(with: [0x1F, 0x8B]) { return "compressed bytes, which were not asked for" }
        if JSONValue(body) != nil { return "JSON of another service" + quoted(text[...]) }
        return start.contains("\u{FFFD}") ? "bytes that are not text" : "text" + quoted(text[...])
    }

    /// Whether something else than the service wrote a body: it is empty, markup in any encoding, or other text that is not JSON.
    ///
    /// Other bytes may be an answer that a gateway has compressed, or a picture without its JSON.
    static func isForeign(_ body: Data) -> Bool {
        let start = start(of: body)
        let first = start.first { !$0.isWhitespace && $0 != "\u{FEFF}" }
        if first == "<" { return true }
        guard !start.contains("\u{FFFD}"), !start.contains("\0") else { return false }
        return first != "{" && first != "[" && JSONValue(answer: body) == nil
    }

    /// Enough for the head of a page, and never half a letter; the whole may be many megabytes.
    private static func start(of body: Data) -> String {
        let text = String(decoding: body.prefix(longestStart), as: UTF8.self)
        return body.count > longestStart ? String(text.dropLast()) : text
    }

    private static func quoted(_ text: Substring) -> String {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? "" : ", \"\(words.prefix(longestQuote))\""
    }

    /// In bytes.
    private static let longestStart = 16_384
    /// In characters: a line or two.
    private static let longestQuote = 200
}

extension JSONValue {
    /// The first names of an object's fields, to tell one shape from another.
    var fieldNames: String {
        guard case .object(let fields) = self, !fields.isEmpty else { return "" }
        return ": \(fields.keys.sorted().prefix(5).map { $0.prefix(40) }.joined(separator: ", "))"
    }
}
