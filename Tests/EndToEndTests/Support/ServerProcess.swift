import Foundation
import FoundationNetworking
import TestSupport
import Testing

/// A running `headshot serve` and a client of one of its spaces.
struct ServerProcess: Sendable {
    let program: RunningProgram
    /// Where apps reach it, such as `http://127.0.0.1:40123`.
    let url: String
    /// Where health and metrics are.
    let admin: String

    /// Starts the server of a sandbox on free ports for as long as `body` runs.
    @discardableResult
    static func with<Result>(
        _ sandbox: Sandbox, _ options: String..., body: (ServerProcess) async throws -> Result
    ) async throws -> Result {
        // Decoders behind all fences are tested where the kernel has them.
        let arguments =
            ["serve", "--listen", "127.0.0.1:0", "--isolation", "best"] + options
        return try await sandbox.running(arguments) { program in
            try await body(await started(program))
        }
    }

    /// A server that is being started, when it listens.
    static func started(_ program: RunningProgram) async throws -> ServerProcess {
        func address(_ who: String) async throws -> String {
            let line = try await program.waitForErrors("\(who): http")
            return try #require(line.split(separator: " ").last.map(String.init))
        }
        return ServerProcess(
            program: program, url: try await address("Apps"),
            admin: try await address("Health and metrics"))
    }

    /// The port of the apps' address.
    var port: UInt16 {
        get throws { try #require(URL(string: url)?.port.flatMap(UInt16.init(exactly:))) }
    }

    /// Sends a request and returns the answer.
    func send(
        _ method: String, _ path: String, token: String? = nil, person: String? = nil,
        headers: [String: String] = [:], body: Data? = nil, at base: String? = nil
    ) async throws -> Answer {
        var request = URLRequest(url: try #require(URL(string: (base ?? url) + path)))
        request.httpMethod = method
        request.httpBody = body
        if let token {
            request.setValue("Bearer \(token)", forHTTPHeaderField: "authorization")
        }
        if let person { request.setValue(person, forHTTPHeaderField: "x-user-id") }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await Self.client.data(for: request)
        let http = try #require(response as? HTTPURLResponse)
        return Answer(status: http.statusCode, body: data, response: http)
    }

    /// Sends JSON.
    func post(
        _ path: String, _ json: String, token: String, person: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        let type = ["content-type": "application/json"]
        return try await send(
            "POST", path, token: token, person: person,
            headers: headers.merging(type) { first, _ in first }, body: Data(json.utf8))
    }

    /// What a request is answered once its person's rate allows it.
    static func patiently(_ send: () async throws -> Answer) async throws -> Answer {
        var answer = try await send()
        while try answer.problem == "rate",
            let pause = answer.header("retry-after").flatMap({ Int($0) })
        {
            // Waits as the server says: its rates go by a clock that no test sets.
            try await Task.sleep(for: .seconds(pause))
            answer = try await send()
        }
        return answer
    }

    /// Hands a photo in, and returns its id.
    func upload(_ photo: Data, token: String, person: String) async throws -> String {
        let answer = try await send(
            "POST", "/v1/photos", token: token, person: person,
            headers: ["content-type": "image/jpeg"], body: photo)
        #expect(answer.status == 201, "\(answer.text)")
        return try #require(try answer.json["id"] as? String)
    }

    /// Hands a photo in, orders a headshot of it, whatever is seen in it, and returns the job's id.
    func queueOne(
        _ photo: Data? = nil, token: String, person: String = "81f3"
    ) async throws -> String {
        let photo = try await upload(
            photo ?? PhotoFixture.landscape(), token: token, person: person)
        let queued = try await post(
            "/v1/jobs", #"{"photo_id":"\#(photo)","styles":["front-professional"],"force":true}"#,
            token: token, person: person, headers: ["idempotency-key": photo])
        #expect(queued.status == 202, "\(queued.text)")
        let jobs = try #require(try queued.json["jobs"] as? [[String: Any]])
        return try #require(jobs.first?["id"] as? String)
    }

    /// Sends a GET over a connection that a test holds, and keeps it open.
    func open(
        _ path: String, token: String, person: String? = nil, headers: [String] = [],
        method: String = "GET"
    ) throws -> RawConnection {
        let connection = try RawConnection(port: port)
        var lines = [
            "\(method) \(path) HTTP/1.1", "Host: localhost", "Authorization: Bearer \(token)",
        ]
        if let person { lines.append("X-User-Id: \(person)") }
        connection.send((lines + headers + ["", ""]).joined(separator: "\r\n"))
        return connection
    }

    /// Waits until a request that began before would have been answered if it did not wait: another that waits for a
    /// second is sent and answered.
    func passASecond(of job: String, token: String, person: String) async throws {
        let start = ContinuousClock.now
        let answer = try await send(
            "GET", "/v1/jobs/\(job)", token: token, person: person,
            headers: ["prefer": "wait=1"])
        #expect(answer.status == 200, "\(answer.text)")
        #expect(start.duration(to: .now) >= .milliseconds(990))
    }

    /// The milliseconds that each answer of a route took, by the log.
    func times(of route: String) -> [Int] {
        program.errorsSoFar.split(separator: "\n").filter { $0.contains("route=\(route) ") }
            .compactMap { $0.firstMatch(of: /ms=(\d+)/).flatMap { Int($0.1) } }
    }

    /// Keeps nothing between requests.
    private static let client: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = 64
        return URLSession(configuration: configuration)
    }()

    /// An answer.
    struct Answer: Sendable {
        let status: Int
        let body: Data
        let response: HTTPURLResponse

        var text: String { String(decoding: body, as: UTF8.self) }

        /// The members of a JSON object.
        var json: [String: Any] {
            get throws {
                try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
            }
        }

        /// The code of a problem; nil for other answers.
        var problem: String? {
            get throws {
                guard header("content-type") == "application/problem+json" else { return nil }
                return try json["code"] as? String
            }
        }

        func header(_ name: String) -> String? { response.value(forHTTPHeaderField: name) }
    }
}

extension Sandbox {
    /// Adds a space that makes headshots here, and returns its token.
    func addSpace(_ name: String, _ options: String...) async throws -> String {
        try await addSpace(name, options)
    }

    /// Makes a space and returns its first token.
    func addSpace(_ name: String, _ options: [String]) async throws -> String {
        let added = try await run(["space", "add", name] + options)
        #expect(added.exit == .status(0), "\(added.errors)")
        return added.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
