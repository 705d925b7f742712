import Foundation
import TestSupport
import Testing

/// What an S3 server has of one sandbox.
struct StoreView: Sendable {
    let server: S3Server
    let prefix: String

    /// The prefix as people see it.
    var url: String { "s3://\(S3Server.bucket)/\(prefix)" }

    /// All objects by their keys, as the server's own files have them.
    func objects() async throws -> [String: Data] {
        try await server.objects(beneath: prefix).mapValues(\.bytes)
    }

    /// All that is there, for the judge.
    func sight() async throws -> StoreSight {
        StoreSight(objects: try await server.objects(beneath: prefix))
    }

    /// The keys beneath a folder.
    func keys(_ folder: String) async throws -> [String] {
        try await objects().keys.filter { $0.hasPrefix("\(folder)/") }.sorted()
    }
}

extension StoreView {
    /// The store that a program with these variables uses, on the server of the suite.
    init?(_ variables: [String: String]) {
        let bucket = "s3://\(S3Server.bucket)/"
        guard let server = S3Server.current, let name = variables["HEADSHOT_STORE"],
            name.hasPrefix(bucket)
        else { return nil }
        self.init(server: server, prefix: String(name.dropFirst(bucket.count)))
    }
}

extension Sandbox {
    /// Makes a sandbox whose files go to a store, for as long as `body` runs.
    ///
    /// - Parameter answer: What the model answers.
    @discardableResult
    static func withStore<Result>(
        answer: String = "instant",
        _ body: (Sandbox, EmulatorProcess, StoreView, LoopbackProxy) async throws -> Result
    ) async throws -> Result {
        let server = try #require(S3Server.current)
        let proxy = try LoopbackProxy(before: server.port)
        return try await withEmulator(answer: answer) { sandbox, emulator in
            let prefix = UUID().uuidString
            var stored = sandbox
            stored.keepFiles(in: "s3://\(S3Server.bucket)/\(prefix)", at: proxy.url)
            return try await body(
                stored, emulator, StoreView(server: server, prefix: prefix), proxy)
        }
    }

    /// Has the program keep its files in a store.
    mutating func keepFiles(in store: String, at endpoint: String) {
        variables["HEADSHOT_STORE"] = store
        variables["AWS_ENDPOINT_URL"] = endpoint
        variables["AWS_ACCESS_KEY_ID"] = S3Server.accessKey
        variables["AWS_SECRET_ACCESS_KEY"] = S3Server.secretKey
    }

    /// Runs a command and expects its end.
    func expect(
        _ status: Int32, _ arguments: String..., words: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let result = try await run(arguments)
        #expect(result.exit == .status(status), "\(result)", sourceLocation: sourceLocation)
        #expect(
            words.isEmpty || result.errors.contains(words) || result.output.contains(words),
            "\(result)", sourceLocation: sourceLocation)
        #expect(!"\(result)".contains(S3Server.secretKey), sourceLocation: sourceLocation)
        return result.output.trimmingCharacters(in: .newlines)
    }
}
