import Foundation
import TestSupport
import Testing

/// What the server of an app says of a person who was deleted.
@Suite(.timeLimit(.minutes(10)))
struct ServeDepartedTests {
    private static let anna = "6f1c6d1e-4b0a-4c3e-9a51-0d2f6f1c6d1e"

    @Test func `a person who was deleted is given nothing until they come back`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("glow", "--preset", "routine")
            let operating = try await sandbox.run(
                "space", "token", "glow", "--scope", "operate"
            ).output.trimmingCharacters(in: .whitespacesAndNewlines)
            let json = ["content-type": "application/json"]
            let gifts: [(method: String, path: String, body: String, status: Int)] = [
                ("PUT", "/v1/people/\(Self.anna)/plan", #"{"plan":"pro"}"#, 200),
                ("POST", "/v1/people/\(Self.anna)/freezes", #"{"id":"receipt"}"#, 204),
                ("POST", "/v1/people/bert/merge", #"{"into":"\#(Self.anna)"}"#, 200),
            ]
            try await ServerProcess.with(sandbox) { server in
                for person in [Self.anna, "bert"] {
                    let met = try await server.send(
                        "PATCH", "/v1/me", token: token, person: person, headers: json,
                        body: Data(#"{"onboarded":true}"#.utf8))
                    #expect(met.status == 200, "\(met.text)")
                }
                let gone = try await server.send(
                    "DELETE", "/v1/me", token: token, person: Self.anna)
                #expect(gone.status == 204, "\(gone.text)")
                for gift in gifts {
                    let refused = try await server.send(
                        gift.method, gift.path, token: operating, headers: json,
                        body: Data(gift.body.utf8))
                    #expect(refused.status == 410, "\(gift.path): \(refused.text)")
                    #expect(try refused.json["code"] as? String == "leaving")
                }
                let back = try await server.send(
                    "PATCH", "/v1/me", token: token, person: Self.anna, headers: json,
                    body: Data(#"{"onboarded":true}"#.utf8))
                #expect(back.status == 200, "\(back.text)")
                for gift in gifts {
                    let given = try await server.send(
                        gift.method, gift.path, token: operating, headers: json,
                        body: Data(gift.body.utf8))
                    #expect(given.status == gift.status, "\(gift.path): \(given.text)")
                }
            }
        }
    }
}
