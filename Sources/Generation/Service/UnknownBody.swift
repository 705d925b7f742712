internal import Foundation

/// Describes in a few words a body that is not the provider's JSON.
enum UnknownBody {
    /// Such as `a page of HTML, "Sign in"`; no decision may depend on it.
    static func description(of body: Data, key: APIKey) -> String {
        guard !body.isEmpty else { return "an empty body" }
        // Enough for the head of a page; the whole may be many megabytes.
        let start = String(decoding: body.prefix(16_384), as: UTF8.self)
        let text = key.redacted(from: start)
        if text.contains(/<(!doctype )?html/.ignoresCase()) {
            let title = text.firstMatch(of: /<title[^>]*>([^<]*)</.ignoresCase())?.output.1
            return "a page of HTML" + quoted(title ?? "")
        }
        if body.starts(with: [0x1F, 0x8B]) { return "compressed bytes, which were not asked for" }
        if JSONValue(body) != nil { return "JSON of another service" + quoted(text[...]) }
        return start.contains("\u{FFFD}") ? "bytes that are not text" : "text" + quoted(text[...])
    }

    /// Whether a body is text of another kind than JSON, whole or cut, or nothing: then something else than the service wrote it.
    ///
    /// Other bytes may be an answer that a gateway has compressed, or a picture without its JSON.
    static func isForeign(_ body: Data) -> Bool {
        let start = String(decoding: body.prefix(16_384), as: UTF8.self)
        guard !start.contains("\u{FFFD}"), !start.contains("\0") else { return false }
        let first = start.first { !$0.isWhitespace && $0 != "\u{FEFF}" }
        return first != "{" && first != "[" && JSONValue(answer: body) == nil
    }

    private static func quoted(_ text: Substring) -> String {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? "" : ", \"\(words.prefix(longestQuote))\""
    }

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
