import Testing

@testable import Pages

/// What strangers may call their photos without getting into a page.
struct MarkupTests {
    static let texts: [(text: String, escaped: String)] = [
        ("a & b", "a &amp; b"), ("<script>", "&lt;script&gt;"),
        (#"" onload=""#, "&quot; onload=&quot;"),
        ("it's", "it&#39;s"),
        // With an accent on it, a quotation mark is another character, and ends an attribute all the same.
        ("\"\u{301}", "&quot;\u{301}"), ("<\u{338}b", "&lt;\u{338}b"),
        // Controls are no XML, and marks of direction show another name than the one there is.
        ("a\nb\u{0}c", "a\u{FFFD}b\u{FFFD}c"), ("gpj.\u{202E}exe", "gpj.\u{FFFD}exe"),
        ("Zoë 写真 🙂.jpg", "Zoë 写真 🙂.jpg"),
    ]

    @Test(arguments: texts)
    func `text of strangers is escaped by its scalars`(_ text: String, _ escaped: String) {
        #expect(Markup.escaped(text).unicodeScalars.elementsEqual(escaped.unicodeScalars))
    }
}
