import Foundation
import TestSupport
import Testing

/// A queue on a PostgreSQL server with its files in a store, as a test looks at both from outside.
struct ServerView: Sendable {
    let database: PostgresClient
    let store: StoreView
    /// What stands before the store.
    let proxy: LoopbackProxy
}

extension Trait where Self == ConditionTrait {
    /// Leaves a test out where there is no PostgreSQL or no S3 server.
    static var needsServers: Self {
        .needs("PostgreSQL and SeaweedFS (make setup-s3)") {
            PostgresServer.isInstalled && S3Server.isInstalled
        }
    }
}

extension Sandbox {
    /// The variable that names the queue's server.
    static let queueVariable = "HEADSHOT_QUEUE"

    /// Makes a sandbox whose queue is on a server and whose files are in a store, for as long as `body` runs.
    ///
    /// - Parameters:
    ///   - rule: What the services' models do.
    ///   - database: Where the queue is; nil for a schema of its own.
    static func withServer(
        rule: String = #"{"answer":"instant"}"#, database: PostgresClient? = nil,
        _ body: (Sandbox, EmulatorProcess, ServerView) async throws -> Void
    ) async throws {
        let server = try #require(S3Server.current)
        let proxy = try LoopbackProxy(before: server.port)
        let database =
            if let database { database } else { try await PostgresClient.newSchema() }
        try await withBothKeys(rule: rule) { sandbox, emulator in
            let store = StoreView(server: server, prefix: UUID().uuidString)
            var served = sandbox
            served.keepFiles(in: store.url, at: proxy.url)
            served.variables[queueVariable] = database.url
            _ = try await served.expect(0, "queue", "migrate")
            let view = ServerView(database: database, store: store, proxy: proxy)
            try await body(served, emulator, view)
            try await database.dropSchema()
        }
    }

    /// The same queue and store on another machine: a home of its own.
    func onAnotherMachine(_ name: String) throws -> Sandbox {
        let folder = "\(folder)/\(name)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        var other = Sandbox(folder: folder, variables: variables)
        other.variables["HEADSHOT_HOME"] = other.home
        other.otherHomes = [home] + otherHomes
        return other
    }

    /// Changes the queue behind the program's back, wherever it is.
    func tamper(_ sql: String) async throws {
        if let url = variables[Self.queueVariable] {
            try await PostgresClient(url: url).run(sql)
        } else {
            try TestSupport.tamper(withQueueOf: home, sql)
        }
    }
}
