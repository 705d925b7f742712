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
                    ("0001", 400), ("1899", 400), ("1900", 201), ("1969", 201), ("2000", 201),
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
                #expect(
                    told.compactMap { $0["day"] as? String } == [
                        "2001-06-01", "2000-06-01", "1969-06-01", "1900-06-01",
                    ])
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
                "free-jobs", "uploads", "frames", "moments", "space-free-jobs", "space-uploads",
                "space-frames", "space-moments",
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

    /// Sends all values to an operation; returns how many requests that were.
    func visit(
        _ method: String, _ path: String, _ operation: [String: Any], in document: [String: Any]
    ) async throws -> Int {
        let parameters = try OpenAPISample.parameters(operation, in: document)
        let person = UUID().uuidString.lowercased()
        let content = (operation["requestBody"] as? [String: Any])?["content"] as? [String: Any]
        let schema = (content?["application/json"] as? [String: Any])?["schema"] as? [String: Any]
        let isStream = path.hasSuffix("/events")
        for (number, space) in spaces.enumerated() {
            let known = try await knownValues(path, space, person)
            let sample = try schema.map { try OpenAPISample($0, in: document, known: known.json) }
            let isPhoto = content != nil && schema == nil
            var call = Call(
                method: method, path: path, space: space, person: person,
                headers: content == nil
                    ? [:] : ["content-type": isPhoto ? "image/jpeg" : "application/json"],
                body: isPhoto ? Data("no photo".utf8) : sample.map { Data($0.json.utf8) })
            for (name, value) in known.path {
                call.path = call.path.replacing("{\(name)}", with: value)
            }
            // A route that the space does not offer is tried where it is offered; one whose members belong to several
            // features may be offered nowhere as a whole, and is tried in the last space.
            let isLast = number == spaces.count - 1
            if !isStream, !isLast, try await send(call).problem == "feature_off" { continue }
            var calls: [Call] = []
            if let sample {
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
            for parameter in parameters {
                calls += Ends.texts.compactMap { end in
                    changed(call, method, path, parameter, end, known.path, isStream: isStream)
                }
            }
            try await sendAll(calls)
            try await readAgain(space, person)
            return calls.count
        }
        return 0
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

    /// Values that a route needs before it looks at others.
    private func knownValues(
        _ path: String, _ space: EndsSpace, _ person: String
    ) async throws -> (path: [String: String], json: [String: String]) {
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
        return (
            known,
            [
                "client_id": "\"fresh\"", "person": "\"\(person)\"", "app_user_id": "\"\(person)\"",
                "time_zone": "\"Europe/Berlin\"", "day": "\"2026-11-20\"",
            ]
        )
    }

    private func sendAll(_ calls: [Call]) async throws {
        let next = Shared(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    while true {
                        let index = next.next()
                        guard index < calls.count else { return }
                        let call = calls[index]
                        let answer = try await send(call)
                        if answer.status >= 500 {
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
            ? [call.space.storeToken] : Array(call.space.tokens.shuffled().prefix(3))
        var answer: ServerProcess.Answer?
        for token in tokens {
            answer = try await server.send(
                call.method, call.path, token: token, person: call.person, headers: call.headers,
                body: call.body)
            if answer?.status != 429 { break }
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
