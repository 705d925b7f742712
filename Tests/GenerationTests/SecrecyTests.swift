import Foundation
import Ground
import TestSupport
import Testing
import Transfer

@testable import Generation

/// The key leaves through one header, to one place.
struct SecrecyTests {
    @Test func `a key shows itself in no description`() throws {
        let key = try APIKey(Secret(testKey))
        let configuration = try ServiceConfiguration(
            apiKey: key, baseURL: BaseURL("https://example.com"))
        let provider = try ServiceProvider.gemini(configuration)
        let request = HTTPRequest(
            url: "https://example.com/\(testKey)", headers: ["x-goog-api-key: \(testKey)"],
            body: nil, timeout: .seconds(1), answerLimit: 1, bypassesProxies: false, isAlone: true)
        var dumped = ""
        dump(request, to: &dumped)
        dump(key, to: &dumped)
        dump(configuration, to: &dumped)
        dump(provider, to: &dumped)
        let texts = [
            "\(key)", String(reflecting: key), "\(configuration)",
            String(reflecting: configuration), "\(provider)", String(reflecting: provider),
            "\(request)", String(reflecting: request), dumped,
        ]
        for text in texts { #expect(!text.contains(testKey)) }
    }

    @Test func `a key that the service repeats is taken out of its message`() async throws {
        let body = #"{"error":{"code":400,"message":"The key \#(testKey) is bad.","status":"X"}}"#
        let expected = ProviderMessage(text: "The key [key] is bad.", status: "X")
        #expect(try await ask(400, body) == .refused(expected))
    }

    /// Bodies of answers, with the key wherever a service could repeat it.
    private static let repetitions = [
        #"{"candidates":[{"content":{"parts":[{"text":"KEY"}]},"finishReason":"KEY"}],"modelVersion":"KEY","responseId":"KEY"}"#,
        #"{"promptFeedback":{"blockReason":"KEY"},"responseId":"KEY"}"#, #"{"KEY":1}"#,
        #"{"error":{"code":400,"status":"KEY","message":"KEY"}}"#, "KEY", "<title>KEY</title>",
        #"{"data":[],"id":"KEY","model":"KEY"}"#,
        #"{"models":[{"name":"models/KEY","supportedGenerationMethods":["generateContent"]}]}"#,
    ]

    @Test(arguments: repetitions, [200, 400, 403, 500])
    func `a key that the service repeats is in no part of the answer`(
        body: String, status: Int
    ) async throws {
        let escaped = testKey.utf8.map { "\\u00" + String($0, radix: 16) }.joined()
        let entities = testKey.utf8.map { "&#\($0);" }.joined()
        let twice = testKey.utf8.map { "%25" + String($0, radix: 16) }.joined()
        for form in [
            testKey, escaped, entities, twice, testKey.utf8.hexadecimal,
            Data(testKey.utf8).base64EncodedString(),
        ] {
            let repeated = body.replacing("KEY", with: form)
            let headers = ["x-request-id: \(form)"]
            let list = ScriptedServer.answer(status, Data(repeated.utf8), headers: headers)
            let server = try ScriptedServer([.readRequest, .write(list)])
            let listing = try await makeProvider(server.url).models()
            var kept = "\(listing)"
            let answers = [
                try await ask(status, repeated, headers: headers),
                try await askOpenAI(status, repeated, requestID: form),
            ]
            for answer in answers {
                kept += "\(answer)"
                switch answer {
                case .nothing(let none): kept += String(decoding: none.paid.bytes, as: UTF8.self)
                case .unreadable(let unreadable):
                    kept += String(decoding: unreadable.paid.bytes, as: UTF8.self)
                case .foreign(_, let body): kept += String(decoding: body.bytes, as: UTF8.self)
                default: break
                }
            }
            for word in [form, testKey] { #expect(!kept.contains(word), "\(kept)") }
        }
    }

    @Test func `half a key is not left where a long message is cut`() async throws {
        let start = String(repeating: "a", count: 1995)
        let body = #"{"error":{"code":400,"message":"\#(start)\#(testKey)","status":"X"}}"#
        let expected = ProviderMessage(text: start + "[key]", status: "X")
        #expect(try await ask(400, body) == .refused(expected))
    }

    @Test func `a key in a page of another service is taken out of the words for it`() async throws
    {
        let answer = try await ask(404, "<html><title>No \(testKey) here</title>")
        #expect("\(answer)".contains("No [key] here"))
        #expect(!"\(answer)".contains(testKey))
    }

    @Test(
        arguments: [
            ("", .empty), ("  \n", .empty), ("\u{FEFF}\n", .empty), ("a b", .whiteSpace),
            ("a\nx-header: 1", .whiteSpace), ("Bearer abc", .whiteSpace), ("a\u{A0}b", .whiteSpace),
            ("é", .notPrintableASCII), ("a\u{0}", .notPrintableASCII), ("\"abc\"", .quoted),
            ("'abc'", .quoted), ("abc\"", .quoted), (" “abc” ", .quoted),
            ("GEMINI_API_KEY=abc", .assignment), ("export KEY='abc'", .assignment),
            ("NAME = abc", .assignment), ("KEY=\"abc\"", .assignment),
        ] as [(String, SecretText.Fault)])
    func `a key with what no key has is refused, and the reason is named`(
        _ text: String, _ fault: SecretText.Fault
    ) {
        #expect(throws: fault) { try APIKey(Secret(text)) }
    }

    @Test(arguments: ["YWJj==", "a-b_c.d:e/f+g", "sk-proj-0123"])
    func `a key may have the signs that keys have`(_ text: String) throws {
        #expect(try APIKey(Secret("\u{FEFF} \(text)\r\n")) == APIKey(Secret(text)))
    }

    @Test func `white space around a key is dropped`() throws {
        #expect(try APIKey(Secret("  \(testKey)\r\n")) == APIKey(Secret(testKey)))
    }

    @Test(
        arguments: [
            (
                "https://generativelanguage.googleapis.com",
                "https://generativelanguage.googleapis.com"
            ),
            ("https://example.com/gateway//", "https://example.com/gateway"),
            ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"),
            ("http://127.9.9.9", "http://127.9.9.9"),
            ("http://localhost:1", "http://localhost:1"), ("http://[::1]:80", "http://[::1]:80"),
        ])
    func `HTTPS goes anywhere, plain HTTP to this machine`(_ url: String, _ kept: String) throws {
        #expect(try BaseURL(url).description == kept)
    }

    @Test(
        arguments: [
            "http://example.com", "http://127.0.0.1.example.com", "http://127.1",
            "http://localhost.example.com", "http://[::2]", "http://10.0.0.1",
        ])
    func `plain HTTP to another machine is refused`(_ url: String) {
        #expect(throws: GenerationError.insecureBaseURL(url)) { try BaseURL(url) }
    }

    @Test(
        arguments: [
            ("", "…"), ("example.com", "example.com"), ("ftp://example.com", "ftp://example.com"),
            ("https://", "https://…"), ("https://a b", "https://…"), ("https://a\nb", "https://…"),
            ("file:///etc/passwd", "file://…"),
            ("http://127.0.0.1:99999", "http://127.0.0.1:…"),
            ("http://127.0.0.1:0", "http://127.0.0.1:…"),
            ("https://a.com:65536", "https://a.com:…"), ("https://a.com:-1", "https://a.com:…"),
        ])
    func `a text that is not a base URL is refused`(_ url: String, _ shown: String) {
        #expect(throws: GenerationError.invalidBaseURL(shown)) { try BaseURL(url) }
    }

    @Test(arguments: [
        ("https://me:secret@example.com", "https://…"),
        ("https://me:sec ret@example.com", "https://…"),
        ("https://me:sec/ret@example.com", "https://…"),
        ("https://me:12/secret@example.com", "https://…"),
        ("https://me:sec@ret@example.com", "https://…"), ("me:secret@example.com", "…"),
        ("secret@\u{301}x", "…"), ("https://me:secret@\u{301}x", "https://…"),
        ("https://example.com?\u{301}secret", "https://…"),
        ("https://example.com#\u{301}secret", "https://…"),
        ("https://me%3Asecret%40example.com", "https://…"),
        ("https://me:secret%40example.com", "https://me:…"), ("https://me:secret", "https://me:…"),
        ("https://sk-proj-0123456789-secret", "https://…"), ("me:secret", "me:…"),
        ("https://example.com/?key=secret", "https://example.com/?…"),
        ("https://example.com/v1#secret", "https://example.com/v1?…"),
        ("https://example.com?secret", "https://example.com?…"),
        ("ftp://example.com/?key=secret", "ftp://example.com/?…"),
        ("example.com?secret", "example.com?…"), ("https://me:sec#ret@example.com", "https://…"),
        ("https://me:secret@example.com/?x#secret", "https://…"),
        ("https://example.com/?a@secret", "https://…"), (testKey, "…"),
        ("sk-proj-secret", "…"), ("Ns4TjA0vQ2xW9yZbK7LmP3Rd", "…"),
    ])
    func `a password or a key in a base URL is refused and not repeated`(
        _ url: String, _ shown: String
    ) {
        #expect(throws: GenerationError.invalidBaseURL(shown)) { try BaseURL(url) }
    }
}
