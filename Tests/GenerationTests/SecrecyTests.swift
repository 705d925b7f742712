import Foundation
import Generation
import TestSupport
import Testing

/// The key leaves through one header, to one place.
struct SecrecyTests {
    @Test func `a key shows itself in no description`() throws {
        let key = try APIKey(testKey)
        let configuration = try GeminiConfiguration(
            apiKey: key, baseURL: BaseURL("https://example.com"))
        let provider = try GeminiProvider(configuration: configuration)
        var dumped = ""
        dump(key, to: &dumped)
        dump(configuration, to: &dumped)
        dump(provider, to: &dumped)
        let texts = [
            "\(key)", String(reflecting: key), "\(configuration)",
            String(reflecting: configuration), "\(provider)", String(reflecting: provider), dumped,
        ]
        for text in texts { #expect(!text.contains(testKey)) }
    }

    @Test func `a key that the service repeats is taken out of its message`() async throws {
        let body = #"{"error":{"message":"The key \#(testKey) is bad.","status":"X"}}"#
        let expected = ProviderMessage(text: "The key [key] is bad.", status: "X")
        #expect(try await ask(400, body) == .invalidRequest(expected))
    }

    @Test(arguments: ["", "  \n", "a b", "a\nx-header: 1", "é", "a\u{0}"])
    func `a key that no header may carry is refused`(_ text: String) {
        #expect(throws: GenerationError.invalidAPIKey) { try APIKey(text) }
    }

    @Test func `white space around a key is dropped`() throws {
        #expect(try APIKey("  \(testKey)\r\n") == APIKey(testKey))
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
            "", "example.com", "ftp://example.com", "https://", "https://a b", "https://a\nb",
            "https://a.com/?x=1", "https://a.com/#x", "file:///etc/passwd",
        ])
    func `what is no base URL is refused`(_ url: String) {
        #expect(throws: GenerationError.invalidBaseURL(url)) { try BaseURL(url) }
    }

    @Test func `a password in a base URL is refused and not repeated`() {
        #expect(throws: GenerationError.invalidBaseURL("https://example.com")) {
            try BaseURL("https://me:secret@example.com")
        }
    }
}
