import Foundation
import Generation
import Ground
import HeadshotWorker
import ObjectStore
import TestSupport
import Testing

@testable import Setup

/// Keys with what no key has, wherever they are read.
struct SecretTests {
    /// Bytes of a variable or a file, and what is wrong with them.
    private static let faults: [(bytes: Data, fault: SecretText.Fault)] = [
        (Data(#""abc""#.utf8), .quoted), (Data("'abc'\n".utf8), .quoted),
        (Data("GEMINI_API_KEY=abc".utf8), .assignment), (Data("a b".utf8), .whiteSpace),
        (Data("abc\ndef".utf8), .whiteSpace), (Data("schlüssel".utf8), .notPrintableASCII),
    ]
    /// Only files can be so.
    private static let faultsOfFiles: [(bytes: Data, fault: SecretText.Fault)] = [
        (Data([0xFF, 0xFE]) + Data("abc".utf16.flatMap { [UInt8($0), 0] }), .utf16),
        (Data([0xFE, 0xFF]) + Data("abc".utf16.flatMap { [0, UInt8($0)] }), .utf16),
        (Data("abc".utf16.flatMap { [UInt8($0), 0] }), .utf16),
        (Data([0x61, 0xFC]), .notText), (Data("  \n".utf8), .empty),
    ]

    /// The place of a key: its variable, or that of its file, or a credential of systemd's.
    enum Place: Sendable {
        case variable(String)
        case file(String)
        case credential(String)
    }

    @Test(arguments: [
        (ProviderKind.gemini, Place.variable("GEMINI_API_KEY")),
        (.gemini, .file("HEADSHOT_API_KEY_FILE")), (.gemini, .credential("gemini-api-key")),
        (.openai, .variable("OPENAI_API_KEY")), (.openai, .file("HEADSHOT_OPENAI_API_KEY_FILE")),
        (.openai, .credential("openai-api-key")),
    ])
    func `a provider's key is refused with its place and what is wrong`(
        provider: ProviderKind, place: Place
    ) async throws {
        try await each(place) { variables, shown, fault in
            let configuration = Configuration(Environment(variables: variables))
            #expect(
                throws: SetupError.badSecret(what: "The API key", place: shown, fault)
            ) { try configuration.apiKey(ProviderOverrides(of: provider)) }
        }
    }

    @Test(arguments: [
        Place.variable("AWS_SECRET_ACCESS_KEY"), .variable("AWS_ACCESS_KEY_ID"),
        .variable("AWS_SESSION_TOKEN"),
    ])
    func `a store's key is refused with its place and what is wrong`(place: Place) async throws {
        try await each(place) { variables, shown, fault in
            let usual = ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b+/=="]
            let configuration = Configuration(
                Environment(variables: usual.merging(variables) { $1 }))
            #expect(
                throws: SetupError.badSecret(what: "The store's key", place: shown, fault)
            ) { try configuration.storeCredentials() }
        }
    }

    @Test(arguments: [#""secret""#, "'secret'", "NAME=secret"])
    func `a file with a store's keys is refused with the line that is wrong`(
        secret: String
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/keys"
            let text = "AWS_ACCESS_KEY_ID=a\nAWS_SECRET_ACCESS_KEY=\(secret)\n"
            try Data(text.utf8).write(to: URL(filePath: path))
            let configuration = Configuration(
                Environment(variables: ["HEADSHOT_STORE_KEY_FILE": path]))
            let error = #expect(throws: SetupError.self) { try configuration.storeCredentials() }
            guard case .badSecret(_, "\(path), AWS_SECRET_ACCESS_KEY", _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            try Data(text.utf16.flatMap { [UInt8($0), 0] }).write(to: URL(filePath: path))
            #expect(
                throws: SetupError.badSecret(what: "The keys of the store", place: path, .utf16)
            ) { try configuration.storeCredentials() }
        }
    }

    @Test func `nothing that has read a secret prints it`() async throws {
        try await withTemporaryFolder { folder in
            func write(_ text: String, to name: String) throws -> String {
                try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
                return "\(folder)/\(name)"
            }
            let file = try SettingsFile(
                path: write("OPENAI_API_KEY=planted-openai\n", to: "settings"))
            let environment = try Environment(
                variables: [
                    "GEMINI_API_KEY": "planted-gemini", "AWS_ACCESS_KEY_ID": "planted-access",
                    "AWS_SECRET_ACCESS_KEY": "planted-secret",
                    "AWS_SESSION_TOKEN": "planted-session",
                    // By mistake, and where the program does not look.
                    "HEADSHOT_PERSON": "planted-unknown", "HEADSHOT_STORE": "s3://planted-store@b",
                    "https_proxy": "http://user:planted-proxy@127.0.0.1",
                    "HEADSHOT_QUEUE": "postgres://anna@127.0.0.1/queue",
                    "HEADSHOT_QUEUE_PASSWORD_FILE": write("planted-password\n", to: "password"),
                ]
            ).with(file)
            let configuration = Configuration(environment)
            let values: [Any] = [
                environment, configuration, file,
                try configuration.provider(ProviderOverrides(of: .gemini)),
                try configuration.provider(ProviderOverrides(of: .openai)),
                try configuration.storeCredentials(), try #require(try configuration.queuePlace()),
            ]
            for value in values {
                var text = "\(value)" + String(reflecting: value)
                dump(value, to: &text)
                #expect(!text.contains("planted"), "\(text)")
            }
            #expect(environment[.geminiKey] == nil)
            #expect(environment.secret(.openAIKey) == Secret("planted-openai"))
        }
    }

    /// Gives each fault at a place to a body: variables, the place as errors show it, and the fault.
    private func each(
        _ place: Place, _ body: ([String: String], String, SecretText.Fault) throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            func write(_ bytes: Data, _ name: String) throws -> String {
                let path = "\(folder)/\(name)"
                try bytes.write(to: URL(filePath: path))
                return path
            }
            switch place {
            case .variable(let name):
                for (bytes, fault) in Self.faults {
                    try body([name: String(decoding: bytes, as: UTF8.self)], name, fault)
                }
            case .file(let name):
                for (bytes, fault) in Self.faults + Self.faultsOfFiles {
                    let path = try write(bytes, "key")
                    try body([name: path], path, fault)
                }
            case .credential(let name):
                for (bytes, fault) in Self.faults + Self.faultsOfFiles {
                    let path = try write(bytes, name)
                    try body(["CREDENTIALS_DIRECTORY": folder], path, fault)
                }
            }
        }
    }
}
