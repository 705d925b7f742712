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

@Suite(.timeLimit(.minutes(10)))
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

    /// Most problems of a route follow from its declaration; only the other half of the document is written by hand.
    @Test func `the document is what is written by hand and what the routes declare`() async throws
    {
        let folder = "\(repository)/Tests/HeadshotServerTests/Document"
        let written = try String(contentsOfFile: "\(folder)/openapi.json", encoding: .utf8)
        let composed = ComposedDocument(written, try await declarations()).text
        if isRecordingGolden {
            try composed.write(
                toFile: "\(repository)/Sources/HeadshotServer/Resources/openapi.json",
                atomically: true, encoding: .utf8)
        } else {
            let served = String(decoding: PackageResources.openapi_json, as: UTF8.self)
            #expect(composed == served, "RECORD_GOLDEN=1 writes the document")
        }
    }

    @Test func `the document states the access that each route declares`() async throws {
        let paths = try #require(try document()["paths"] as? [String: [String: Any]])
        var limited = Self.limited
        for declaration in try await declarations() {
            let (path, rules) = (declaration.path, declaration.rules)
            let method = declaration.method.rawValue.lowercased()
            let what: Comment = "\(method) \(path)"
            let operation = try #require(paths[path]?[method] as? [String: Any], what)
            let responses = try #require(operation["responses"] as? [String: [String: Any]], what)
            func response(_ status: Int) -> String? {
                let reference = responses["\(status)"].map { $0["$ref"] as? String ?? "inline" }
                return reference?.split(separator: "/").last.map(String.init)
            }
            let isOpen = rules.holders.isEmpty
            #expect((operation["security"] as? [Any])?.isEmpty == (isOpen ? true : nil), what)
            #expect(response(401) == (isOpen ? nil : "Unauthenticated"), what)
            guard !isOpen, rules.holders != [.store] else {
                // The events of a store are not limited: many may come at once.
                #expect(response(429) == nil, what)
                continue
            }
            #expect(response(410) == "Gone", what)
            let text = operation["description"] as? String ?? ""
            let scopes = text.matches(of: /Scope ([a-z]+)/).map { String($0.1) }
            #expect(scopes == (rules.scope.map { [$0.rawValue] } ?? []), what)
            if rules.feature != nil {
                #expect(["Off", "NotFoundOrOff"].contains(response(404)), what)
            }
            if rules.plan != nil { #expect(["Plan", "inline"].contains(response(403)), what) }
            var limits: Set = ["rate"]
            if rules.effect == .creates { limits.insert("too_many_persons") }
            limits.formUnion(limited.removeValue(forKey: "\(declaration.method) \(path)") ?? [])
            #expect(try problemCodes(of: responses["429"]) == limits, what)
        }
        #expect(limited.isEmpty)
    }

    /// The limits of routes besides those of requests and of new persons, by their codes.
    private static let limited: [String: Set<String>] = [
        "POST /v1/photos": ["too_many_open", "free_limit"],
        "POST /v1/scans": ["too_many_open", "free_limit"],
        "POST /v1/live": ["too_many_open", "free_limit", "too_soon"],
        "POST /v1/jobs": ["free_limit", "daily_cap"],
        "POST /v1/jobs/{id}/retry": ["free_limit"],
        "POST /v1/bulk": ["free_limit"],
        "POST /v1/moments": ["free_limit"],
        "GET /v1/jobs/{id}": ["too_many_open"],
        "GET /v1/jobs/{id}/events": ["too_many_open"],
        "GET /v1/events": ["too_many_open"],
        "GET /v1/archive.zip": ["too_many_open"],
    ]

    @Test func `docs/http.md states the access that each route declares`() async throws {
        let text = try String(contentsOfFile: "\(repository)/docs/http.md", encoding: .utf8)
        let rows = text.split(separator: "\n").map(String.init)
        for declaration in try await declarations() where declaration.path.hasPrefix("/v1/") {
            let row = declaration.documentation
            #expect(rows.contains(row), "\(row)")
        }
    }

    @Test func `a route that is not read with GET changes something`() async throws {
        let reading = try await declarations().filter {
            $0.method != .get && $0.rules.effect == .reads
        }
        #expect(reading.map(\.path) == ["/v1/estimates"])
    }

    @Test func `each operation has a name of its own`() throws {
        let names = try operations().map { try #require($0["operationId"] as? String) }
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.wholeMatch(of: /[a-z][A-Za-z]*/) != nil })
    }

    /// What is not named gets names such as `InlineObject4` in the clients that others generate.
    @Test func `every object of the document has a name`() throws {
        let document = try document()
        var nameless: [String] = []
        func look(_ value: Any, _ path: [String]) {
            if let list = value as? [Any] {
                for item in list { look(item, path + ["[]"]) }
            }
            guard let object = value as? [String: Any] else { return }
            let isNamed = path.count == 3 && path.starts(with: ["components", "schemas"])
            let isObject = object["type"] as? String == "object" && object["properties"] != nil
            let isComposed = ["allOf", "anyOf", "oneOf"].contains { object[$0] != nil }
            if isObject || isComposed, !isNamed {
                nameless.append(path.joined(separator: "/"))
            }
            for (key, value) in object { look(value, path + [key]) }
        }
        look(document, [])
        #expect(nameless.isEmpty, "\(nameless)")
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

    /// The codes of the problems that a response may have.
    private func problemCodes(of response: [String: Any]?) throws -> Set<String> {
        var response = response
        if let name = (response?["$ref"] as? String)?.split(separator: "/").last {
            let components = try document()["components"] as? [String: [String: Any]]
            response = components?["responses"]?[String(name)] as? [String: Any]
        }
        let content = response?["content"] as? [String: [String: Any]]
        let schema = content?["application/problem+json"]?["schema"] as? [String: Any]
        let properties = schema?["properties"] as? [String: [String: Any]]
        return Set(properties?["code"]?["enum"] as? [String] ?? [])
    }

    private func operations() throws -> [[String: Any]] {
        let paths = try #require(try document()["paths"] as? [String: [String: Any]])
        return paths.values.flatMap { item in item.values.compactMap { $0 as? [String: Any] } }
    }

    /// The routes of both listeners.
    private func routes() async throws -> [String] { try await server().served }

    private func declarations() async throws -> [RouteDeclaration] {
        try await server().declarations
    }

    private func server() async throws -> RoutesInProcess {
        try await withTemporaryFolder { folder in
            var routes: RoutesInProcess?
            try await Session.run(Configuration(.process), home: folder) { session in
                routes = try RoutesInProcess(session)
            }
            return try #require(routes)
        }
    }
}

extension RouteDeclaration {
    /// Its row in the table of the documentation.
    fileprivate var documentation: String {
        let scope = rules.scope.map { "`\($0.rawValue)`" } ?? "any"
        let token = rules.holders.isEmpty ? "no token" : "a store's token"
        let about =
            switch rules.subject {
            case .person: "person"
            case .jobs: "person or space"
            case .space: "space"
            case .server: "—"
            }
        let needs = [
            rules.feature.map { "`\($0.rawValue)`" },
            rules.plan.map { "a plan with `\($0.rawValue)`" },
            rules.asksModel ? "may ask a model" : nil,
        ].compactMap(\.self).joined(separator: ", ")
        let isForApps = rules.holders.contains(.server)
        return "| `\(method) \(path)` | \(isForApps ? scope : token) | \(about) | \(needs) |"
    }
}

/// The repository's root.
private let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .path(percentEncoded: false)
