import Foundation
import TestSupport
import Testing

/// Every member of every route of the server, with values at the ends of what a program can read.
///
/// The members are those of the server's own document, so a new one is tried too.
@Suite(.timeLimit(.minutes(10)))
struct ServeEndsTests {
    @Test func `no value from outside is a fault of the server, at once or when it is read again`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            try await withSpaces(sandbox) { server, spaces in
                let tour = EndsTour(server: server, spaces: spaces)
                let document = try await server.send("GET", "/v1/openapi.json").json
                let paths = try #require(document["paths"] as? [String: [String: Any]])
                var sent = 0
                for (path, item) in paths.sorted(by: { $0.key < $1.key })
                where path.hasPrefix("/v1") {
                    for (method, operation) in item.sorted(by: { $0.key < $1.key }) {
                        guard let operation = operation as? [String: Any],
                            operation["operationId"] != nil
                        else { continue }
                        sent += try await tour.visit(
                            method.uppercased(), path, operation, in: document)
                    }
                }
                #expect(sent > 2000)
                #expect(try await server.send("GET", "/healthz", at: server.admin).status == 200)
            }
        }
    }

    @Test func `a moment of the year 2000 does not end the server`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("journal", "--preset", "great")
            try await ServerProcess.with(sandbox) { server in
                for (year, status) in [
                    ("0001", 400), ("1899", 400), ("1900", 400), ("1969", 400), ("2000", 400),
                    ("2001", 201), ("9998", 400), ("10000", 400),
                ] {
                    let answer = try await server.post(
                        "/v1/moments",
                        #"{"client_id":"y\#(year)","text":"Photo","happened_at":"\#(year)-06-01T12:00:00Z"}"#,
                        token: token, person: "anna")
                    #expect(answer.status == status, "\(year): \(answer.text)")
                }
                let days = try await server.send("GET", "/v1/days", token: token, person: "anna")
                #expect(days.status == 200)
                let told = try #require(try days.json["days"] as? [[String: Any]])
                #expect(told.compactMap { $0["day"] as? String } == ["2001-06-01"])
                let other = try await server.send("GET", "/v1/days", token: token, person: "ben")
                #expect(other.status == 200)
            }
        }
    }

    /// Starts a server with a space of each preset, in which everything is on.
    private func withSpaces(
        _ sandbox: Sandbox, _ body: (ServerProcess, [EndsSpace]) async throws -> Void
    ) async throws {
        var spaces: [EndsSpace] = []
        for preset in ["headshots", "glowup", "great", "routine"] {
            let first = try await sandbox.addSpace(
                preset, "--preset", preset, "--provider", "local", "--scope", "submit", "--scope",
                "read", "--scope", "operate", "--new-persons", "1000000")
            var space = EndsSpace(name: preset, tokens: [first])
            for _ in 0..<9 {
                let made = try await sandbox.run(
                    "space", "token", preset, "--scope", "submit", "--scope", "read", "--scope",
                    "operate")
                space.tokens.append(made.output.trimmingCharacters(in: .whitespacesAndNewlines))
            }
            let store = try await sandbox.run("space", "token", preset, "--kind", "store")
            space.storeToken = store.output.trimmingCharacters(in: .whitespacesAndNewlines)
            // No plan of a preset keeps a route from being tried.
            try sandbox.write(#"{"free":{},"trial":{},"pro":{}}"#, to: "plans.json")
            let limits = [
                "free-jobs", "orders", "uploads", "frames", "moments", "space-free-jobs",
                "space-orders", "space-uploads", "space-frames", "space-moments",
            ].flatMap { ["--limit", "\($0)=1000000"] }
            let set = try await sandbox.run(
                ["space", "set", preset, "--plans", "plans.json"] + limits)
            #expect(set.exit == .status(0), "\(set)")
            spaces.append(space)
        }
        try await ServerProcess.with(sandbox) { server in try await body(server, spaces) }
    }
}

/// A space of the tour; more than one token, since each may be used only so often.
struct EndsSpace: Sendable {
    let name: String
    var tokens: [String]
    var storeToken = ""
}

/// Sends values to the members of routes, and looks at every answer.
private struct EndsTour {
    let server: ServerProcess
    let spaces: [EndsSpace]

    private struct Call: Sendable {
        let method: String
        /// With its values in it.
        var path: String
        let space: EndsSpace
        var person: String
        var headers: [String: String]
        var body: Data?
    }

    /// An operation of the document.
    private struct Operation {
        let method: String
        let path: String
        let parameters: [(name: String, place: String)]
        /// The type of its body; `nil` if it takes none.
        let type: String?
        /// Makes its body for a person; `nil` for one that is not JSON.
        var sample: ((String) throws -> OpenAPISample)?

        var isStream: Bool { path.hasSuffix("/events") }
        var isPhoto: Bool { type == "image/jpeg" }
    }

    /// Sends all values to an operation; returns how many requests that were.
    func visit(
        _ method: String, _ path: String, _ operation: [String: Any], in document: [String: Any]
    ) async throws -> Int {
        let content = (operation["requestBody"] as? [String: Any])?["content"] as? [String: Any]
        let schema = (content?["application/json"] as? [String: Any])?["schema"] as? [String: Any]
        var visited = Operation(
            method: method, path: path,
            parameters: try OpenAPISample.parameters(operation, in: document),
            type: content == nil ? nil : schema == nil ? "image/jpeg" : "application/json")
        guard let schema else {
            let count = try await visit(visited)
            #expect(count != nil, "No space offers \(method) \(path).")
            return count ?? 0
        }
        func sample(_ person: String) throws -> OpenAPISample {
            try OpenAPISample(schema, in: document, known: Self.knownMembers(person))
        }
        visited.sample = sample
        if let count = try await visit(visited) { return count }
        // Members that belong to several features are tried apart, each in a space that offers it.
        var sent = 0
        for (index, member) in try sample("anna").members.enumerated() {
            visited.sample = { try sample($0).members[index] }
            let count = try await visit(visited)
            #expect(count != nil, "No space offers \(member.json) of \(method) \(path).")
            sent += count ?? 0
        }
        #expect(sent > 0, "No space offers \(method) \(path).")
        return sent
    }

    /// So few requests that the rate limit of a person refuses none.
    private static let requestsOfPerson = 20

    /// Sends all values in the first space that offers an operation; returns `nil` if there is none.
    private func visit(_ operation: Operation) async throws -> Int? {
        for space in spaces {
            if !operation.isStream {
                let (call, _) = try await newCall(operation, in: space)
                if try await send(call).problem == "feature_off" { continue }
            }
            var sent = 0
            var count = 0
            repeat {
                let (call, known) = try await newCall(operation, in: space)
                let calls = try self.calls(of: operation, like: call, known)
                count = calls.count
                let next = min(sent + Self.requestsOfPerson, count)
                try await sendAll(Array(calls[sent..<next]))
                sent = next
                if operation.method != "GET" { try await readAgain(space, call.person) }
            } while sent < count
            return count
        }
        return nil
    }

    /// A call of an operation for a person whom the space has just met, with the values in its path.
    private func newCall(
        _ operation: Operation, in space: EndsSpace
    ) async throws -> (call: Call, known: [String: String]) {
        let person = UUID().uuidString.lowercased()
        let met = try await send(
            Call(
                method: "PATCH", path: "/v1/me", space: space, person: person,
                headers: ["content-type": "application/json"],
                body: Data(#"{"onboarded":true}"#.utf8)))
        #expect(met.status == 200, "\(met.text)")
        let known = try await knownValues(operation.path, space, person)
        var call = Call(
            method: operation.method, path: operation.path, space: space, person: person,
            headers: operation.type.map { ["content-type": $0] } ?? [:],
            body: operation.isPhoto
                ? Data("no photo".utf8)
                : try operation.sample.map { Data(try $0(person).json.utf8) })
        for (name, value) in known { call.path = call.path.replacing("{\(name)}", with: value) }
        return (call, known)
    }

    /// The calls with every value in every place.
    private func calls(
        of operation: Operation, like call: Call, _ known: [String: String]
    ) throws -> [Call] {
        var calls: [Call] = []
        if let sample = try operation.sample?(call.person) {
            for (index, end) in Ends.json.enumerated() {
                for (place, json) in sample.replacing(by: end).enumerated() {
                    var next = call
                    // A name of a moment is used once.
                    next.body = Data(
                        json.replacing("\"fresh\"", with: "\"f\(index)-\(place)\"").utf8)
                    calls.append(next)
                }
            }
        }
        for parameter in operation.parameters {
            calls += Ends.texts.compactMap { end in
                changed(
                    call, operation.method, operation.path, parameter, end, known,
                    isStream: operation.isStream)
            }
        }
        return calls
    }

    private func changed(
        _ call: Call, _ method: String, _ path: String, _ parameter: (name: String, place: String),
        _ end: String, _ known: [String: String], isStream: Bool
    ) -> Call? {
        var call = call
        let escaped = end.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        switch parameter.place {
        case "path":
            guard !escaped.isEmpty else { return nil }
            call.path = path.replacing("{\(parameter.name)}", with: escaped)
            for (name, value) in known { call.path = call.path.replacing("{\(name)}", with: value) }
        case "query":
            guard !isStream else { return nil }
            call.path += "?\(parameter.name)=\(escaped)"
        default:
            guard !isStream, end.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
            if parameter.name == "x-user-id" {
                call.person = end
            } else {
                call.headers[parameter.name] = parameter.name == "Prefer" ? "wait=\(end)" : end
            }
        }
        return call
    }

    /// Values of members that a route needs before it looks at others.
    private static func knownMembers(_ person: String) -> [String: String] {
        [
            "client_id": "\"fresh\"", "person": "\"\(person)\"", "app_user_id": "\"\(person)\"",
            "time_zone": "\"Europe/Berlin\"", "day": "\"2026-11-20\"",
        ]
    }

    /// Values in the path that a route needs before it looks at others.
    private func knownValues(
        _ path: String, _ space: EndsSpace, _ person: String
    ) async throws -> [String: String] {
        var known = ["space": space.name, "task": "none"]
        if path.contains("/moments/{id}") {
            let moment = try await server.post(
                "/v1/moments", #"{"client_id":"first","text":"Tea"}"#, token: space.tokens[0],
                person: person)
            known["id"] = try? moment.json["id"] as? String
        } else if path.contains("/tips/{id}") {
            let tips = try await server.send(
                "GET", "/v1/tips?type=short", token: space.tokens[0], person: person)
            known["id"] = (try? tips.json["tips"] as? [[String: Any]])?.first?["id"] as? String
        } else if path.contains("/people/{id}") {
            known["id"] = person
        } else if path.hasPrefix("/v1/routine/{task}") {
            let routine = try await server.send(
                "GET", "/v1/routine", token: space.tokens[0], person: person)
            known["task"] =
                (try? routine.json["tasks"] as? [[String: Any]])?.first?["id"] as? String
        }
        known["id"] = known["id"] ?? "0000000000"
        return known
    }

    private func sendAll(_ calls: [Call]) async throws {
        let next = Observed(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    while true {
                        let index = next.next()
                        guard index < calls.count else { return }
                        let call = calls[index]
                        let answer = try await send(call)
                        // A request that is refused for its rate tries nothing.
                        if answer.status >= 500 || answer.problem == "rate" {
                            Issue.record(
                                """
                                \(call.method) \(call.path.prefix(200)) \(call.headers) \
                                \(String(decoding: call.body?.prefix(300) ?? Data(), as: UTF8.self)): \
                                \(answer.status) \(answer.text)
                                """)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Sends a request with the first token that may be used now.
    private func send(_ call: Call) async throws -> (status: Int, problem: String?, text: String) {
        let tokens =
            call.path.hasPrefix("/v1/webhooks")
            ? [call.space.storeToken] : call.space.tokens.shuffled()
        var answer: ServerProcess.Answer?
        for token in tokens {
            answer = try await server.send(
                call.method, call.path, token: token, person: call.person, headers: call.headers,
                body: call.body)
            if try answer?.problem != "rate" { break }
        }
        let last = try #require(answer)
        return (last.status, try last.problem, last.text)
    }

    /// Reads what the values have left behind.
    private func readAgain(_ space: EndsSpace, _ person: String) async throws {
        for path in [
            "/v1/days", "/v1/moments", "/v1/me", "/v1/me/export", "/v1/routine", "/v1/turns",
            "/v1/scans", "/v1/jobs", "/v1/people", "/v1/reminders", "/v1/usage", "/v1/metrics",
        ] {
            let call = Call(
                method: "GET", path: path, space: space, person: person, headers: [:], body: nil)
            let answer = try await send(call)
            #expect(answer.status < 500, "\(path): \(answer.text)")
        }
    }
}
