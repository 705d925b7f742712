import Foundation
import TestSupport
import Testing

/// A journal of small wins whose praise a model may improve, with its server and the service.
struct PaidJournal {
    let sandbox: Sandbox
    let emulator: EmulatorProcess
    let server: ServerProcess
    let token: String

    /// Who writes into it.
    static let anna = "81f3a1c2-0b5d-4e6f-8a9b-0c1d2e3f4a5b"

    /// Everything that a test works with.
    var parts: (Sandbox, EmulatorProcess, ServerProcess, String) {
        (sandbox, emulator, server, token)
    }

    /// Makes a journal for as long as `body` runs.
    ///
    /// - Parameters:
    ///   - provider: Whose model may improve the praise.
    ///   - options: More about the space.
    static func with(
        _ provider: String = "gemini", options: [String] = [],
        _ body: (PaidJournal) async throws -> Void
    ) async throws {
        try await Sandbox.withBothKeys(rule: #"{"answer":"instant"}"#) { sandbox, emulator in
            let token = try await sandbox.addSpace(
                "journal",
                ["--preset", "great", "--provider", provider, "--scope", "operate"] + options)
            try await ServerProcess.with(sandbox) { server in
                try await body(
                    PaidJournal(
                        sandbox: sandbox, emulator: emulator, server: server, token: token))
            }
        }
    }

    /// Writes a moment down, and returns what was said to it.
    func write(
        _ client: String, _ text: String = "Took a short walk"
    ) async throws -> [String: Any] {
        let body = try JSONSerialization.data(
            withJSONObject: ["client_id": client, "text": text])
        let answer = try await server.post(
            "/v1/moments", String(decoding: body, as: UTF8.self), token: token, person: Self.anna)
        #expect([200, 201].contains(answer.status), "\(answer.text)")
        return try #require(try answer.json["praise"] as? [String: Any])
    }

    /// Writes other words into a moment, and returns what was said to them.
    func rewrite(_ client: String, _ text: String) async throws -> [String: Any] {
        let id = try #require(try await moment(client)["id"] as? String)
        let body = try JSONSerialization.data(withJSONObject: ["text": text])
        let answer = try await server.send(
            "PATCH", "/v1/moments/\(id)", token: token, person: Self.anna, body: body)
        #expect(answer.status == 200, "\(answer.text)")
        return try #require(try answer.json["praise"] as? [String: Any])
    }

    /// Gives Anna the plan of those who pay.
    func pay() async throws {
        let paid = try await server.send(
            "PUT", "/v1/people/\(Self.anna)/plan", token: token,
            body: Data(#"{"plan":"pro"}"#.utf8))
        #expect(paid.status == 200, "\(paid.text)")
    }

    /// Anna's days, the newest first.
    func days() async throws -> [[String: Any]] {
        let answer = try await server.send("GET", "/v1/days", token: token, person: Self.anna)
        return try #require(try answer.json["days"] as? [[String: Any]], "\(answer.text)")
    }

    /// The praise as it is told now.
    func told(_ client: String) async throws -> [String: Any] {
        try #require(try await moment(client)["praise"] as? [String: Any])
    }

    private func moment(_ client: String) async throws -> [String: Any] {
        let list = try await server.send("GET", "/v1/moments", token: token, person: Self.anna)
        let moments = try #require(try list.json["moments"] as? [[String: Any]])
        return try #require(moments.first { $0["client_id"] as? String == client })
    }
}
