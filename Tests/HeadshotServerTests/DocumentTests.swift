import Foundation
import HeadshotWorker
import Hummingbird
import JobQueue
import Logging
import PromptFactory
import Setup
import TestSupport
import Testing

@testable import HeadshotServer

struct DocumentTests {
    @Test func `the document has all routes, and no others`() async throws {
        let paths = try #require(try document()["paths"] as? [String: [String: Any]])
        let methods: Set = ["get", "put", "post", "delete", "patch"]
        let told = paths.flatMap { path, item in
            methods.intersection(item.keys).map { "\($0.uppercased()) \(path)" }
        }
        let served = try await routes()
        #expect(told.sorted() == served.sorted())
    }

    @Test func `each operation has a name of its own`() throws {
        let names = try operations().map { try #require($0["operationId"] as? String) }
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.wholeMatch(of: /[a-z][A-Za-z]*/) != nil })
    }

    @Test func `styles and states are those of the queue`() throws {
        let components = try #require(try document()["components"] as? [String: [String: Any]])
        let schemas = try #require(components["schemas"] as? [String: [String: Any]])
        #expect(schemas["Style"]?["enum"] as? [String] == Style.all.map(\.name))
        #expect(schemas["JobState"]?["enum"] as? [String] == JobState.allCases.map(\.rawValue))
    }

    private func document() throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: Data(PackageResources.openapi_json))
        return try #require(json as? [String: Any])
    }

    private func operations() throws -> [[String: Any]] {
        let paths = try #require(try document()["paths"] as? [String: [String: Any]])
        return paths.values.flatMap { item in item.values.compactMap { $0 as? [String: Any] } }
    }

    /// The routes of both listeners, such as `GET /v1/jobs/{id}`.
    private func routes() async throws -> [String] {
        try await withTemporaryFolder { folder in
            var routes: [String] = []
            try await Session.run(Configuration(.process), home: folder) { session in
                let addresses = ServerAddresses(
                    listen: try #require(ListenAddress("127.0.0.1:0")), admin: nil, names: [],
                    proxies: [])
                let server = Server(
                    session, addresses, ServerBuild(version: "0", commit: nil),
                    decoders: DecoderPool(DecoderProgram()), logger: Logger(label: "test")
                ) { _ in }
                routes =
                    server.apiRoutes(
                        QueueFeed(JobReader(session: session), logger: Logger(label: "test"))
                    ).router.routes.map(\.description)
                    + server.adminRoutes(
                        Readiness(session),
                        ServerMetrics(
                            session, ServerBuild(version: "0", commit: nil), HTTPMetrics())
                    ).router.routes.map(\.description)
            }
            return routes
        }
    }
}
