import Foundation
import Ground
import Testing

/// A secret has no printed form, and none of its forms stays in what others say.
struct SecretFormTests {
    private static let text = "sk-proj-7f/3+Q0?a b"
    private static let secret = Secret(text)

    /// A type that knows nothing of secrets has one.
    private struct Settings {
        let key = SecretFormTests.secret
        let keys = ["a": SecretFormTests.secret]
        let maybe: Secret? = SecretFormTests.secret
    }

    @Test func `whatever has a secret prints nothing of it`() {
        let settings = Settings()
        var dumped = ""
        dump(settings, to: &dumped)
        dump(Self.secret, to: &dumped)
        let texts = [
            "\(Self.secret)", String(reflecting: Self.secret), "\(settings)",
            String(reflecting: settings), "\([Self.secret])", dumped,
            "\(Mirror(reflecting: Self.secret).children.map(\.value))",
        ]
        for text in texts { #expect(!text.contains("proj"), "\(text)") }
    }

    private static let forms = [
        text, text.replacing("/", with: "\\/"), "sk-proj-7f%2F3%2BQ0%3Fa%20b",
        "sk-proj-7f%2f3%2bQ0%3fa%20b", "sk%2Dproj-7f/3%2BQ0?a%20b",
        text.utf8.map { "%" + String($0, radix: 16) }.joined(),
        text.utf8.map { "\\u00" + String($0, radix: 16) }.joined(),
        text.utf8.map { "%25" + String($0, radix: 16) }.joined(), "sk%252dproj-7f/3+Q0?a%252520b",
        text.utf8.map { "&#\($0);" }.joined(),
        text.utf8.map { "&#x0" + String($0, radix: 16).uppercased() + ";" }.joined(),
        text.utf8.hexadecimal, text.utf8.hexadecimal.uppercased(),
        Data(text.utf8).base64EncodedString(),
        Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: ""),
    ]

    @Test(arguments: forms)
    func `a form of a secret is taken out of texts and bytes, wherever it is`(form: String) {
        for (before, after) in [
            ("", ""), ("key ", " is wrong"), ("%\\", "%2"), ("\"", "\u{301}\""), ("sk-proj-", "=="),
        ] {
            let removed = Self.secret.removed(from: before + form + after, leaving: "*")
            #expect(Self.withoutPadding(removed) == Self.withoutPadding("\(before)*\(after)"))
        }
        var bytes = Data([0xFF, 0x00, 0x80]) + Data("\(form) \(form)".utf8)
        bytes = Self.secret.removed(from: bytes.dropFirst(), leaving: "*")
        let rest = String(decoding: bytes.dropFirst(2), as: UTF8.self)
        #expect(Self.withoutPadding(rest) == "* *")
    }

    /// Within the base64 of more, what stays of a secret is less than a character at either end.
    @Test(arguments: 0..<3, 0..<3)
    func `a secret within the base64 of a header or a body is taken out`(
        before: Int, after: Int
    ) throws {
        let ends = [before, after].map { String(repeating: "|", count: $0) }
        let whole = Data((ends[0] + Self.text + ends[1]).utf8)
        for isForURLs in [false, true] {
            var coded = whole.base64EncodedString()
            if isForURLs { coded = coded.replacing("+", with: "-").replacing("/", with: "_") }
            let removed = Self.withoutPadding(
                Self.secret.removed(from: "Basic \(coded) x", leaving: "*"))
            let rest = try #require(removed.wholeMatch(of: /Basic (.*)\*(.*) x/))
            #expect(rest.1.count <= 3 && rest.2.count <= 4, "\(removed)")
        }
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
    func `a secret in UTF-16 is taken out of bytes`(encoding: String.Encoding) throws {
        let bytes = try #require("é \(Self.text).".data(using: encoding))
        let removed = Self.secret.removed(from: bytes, leaving: "*")
        #expect(removed.count < 12)
    }

    @Test func `signs of markup in a secret are found as entities`() {
        let secret = Secret("<a>&\"b'c-0123")
        let text = "key &lt;a&gt;&amp;&quot;b&apos;c-0123, <a>&#38;&#x22;b&#39;c-0123"
        #expect(secret.removed(from: text, leaving: "*") == "key *, *")
    }

    /// The equals signs at the end of base64 may stay.
    private static func withoutPadding(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "=" }))
    }

    @Test(arguments: ["", "sk-proj-7f/3+Q0?a c", "sk-proj-", "%73", "\\u0073k-proj", "%%%%", "\\"])
    func `what is no secret stays as it is`(text: String) {
        #expect(Self.secret.removed(from: text) == text)
        #expect(Self.secret.removed(from: Data(text.utf8)) == Data(text.utf8))
    }

    @Test func `a secret that repeats itself, or is short, does no harm`() {
        let repeated = Secret(String(repeating: "a", count: 8))
        let text = "%61" + String(repeating: "a", count: 8)
        #expect(!repeated.removed(from: text).contains("aaaaaaaa"))
        #expect(Secret("a").removed(from: "a sentence") == "a sentence")
        #expect(Secret("").removed(from: "a sentence") == "a sentence")
    }
}
