import Foundation
import TestSupport
import Testing

/// A coach for photos with its server.
struct GlowApp {
    let sandbox: Sandbox
    let server: ServerProcess
    let token: String

    /// Who uses it.
    static let anna = "81f3a1c2-0b5d-4e6f-8a9b-0c1d2e3f4a5b"
    /// Who uses it, too.
    static let other = "92a4b2d3-1c6e-4f70-9bac-1d2e3f4a5b6c"

    func send(
        _ method: String, _ path: String, _ json: String = "", as person: String = anna
    ) async throws -> ServerProcess.Answer {
        try await server.send(
            method, path, token: token, person: person,
            body: json.isEmpty ? nil : Data(json.utf8))
    }

    /// Sets the plan of both.
    func pay(_ plan: String = "pro") async throws {
        for person in [Self.anna, Self.other] {
            let answer = try await server.send(
                "PUT", "/v1/people/\(person)/plan", token: token,
                body: Data(#"{"plan":"\#(plan)"}"#.utf8))
            #expect(answer.status == 200, "\(answer.text)")
        }
    }

    func me() async throws -> [String: Any] { try await send("GET", "/v1/me").json }

    func scan(as person: String = anna) async throws -> [String: Any] {
        let answer = try await server.send(
            "POST", "/v1/scans", token: token, person: person,
            headers: ["content-type": "image/jpeg"], body: DrawnFace.photo())
        #expect(answer.status == 201, "\(answer.text)")
        return try answer.json
    }

    /// A day's or a week's tips, and what is told of all of them.
    func tips(_ type: String, as person: String = anna) async throws -> [[String: Any]] {
        let answer = try await send("GET", "/v1/tips?type=\(type)", as: person)
        #expect(answer.status == 200, "\(answer.text)")
        return try #require(try answer.json["tips"] as? [[String: Any]])
    }

    func complete(_ tip: String, _ isDone: Bool) async throws -> [String: Any] {
        let answer = try await send("PATCH", "/v1/tips/\(tip)", #"{"completed":\#(isDone)}"#)
        #expect(answer.status == 200, "\(answer.text)")
        return try answer.json
    }
}
