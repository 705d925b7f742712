import Foundation
import TestSupport
import Testing

/// The quiz as an app sees it.
@Suite(.timeLimit(.minutes(10)))
struct ServeQuizTests {
    private static let anna = "81f3a1c2-0b5d-4e6f-8a9b-0c1d2e3f4a5b"

    @Test func `answers are kept with the preview that they lead to, also for who pays nothing`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("glow", "--preset", "glowup")
            try await ServerProcess.with(sandbox) { server in
                func put(_ json: String) async throws -> ServerProcess.Answer {
                    try await server.send(
                        "PUT", "/v1/me/quiz", token: token, person: Self.anna,
                        body: Data(json.utf8))
                }
                for (path, status) in [
                    ("/v1/quiz", 200), ("/v1/quiz?count=5", 200), ("/v1/quiz?count=4", 400),
                    ("/v1/quiz?count=8", 400), ("/v1/me/quiz", 404),
                ] {
                    let answer = try await server.send(
                        "GET", path, token: token, person: Self.anna)
                    #expect(answer.status == status, "\(path)")
                    guard status == 200 else { continue }
                    let questions = try #require(
                        try answer.json["questions"] as? [[String: Any]])
                    #expect(questions.count == (path.hasSuffix("5") ? 5 : 7))
                }
                for json in [
                    #"{"answers":{"flying":"Yes"}}"#, #"{"answers":{"main_goal":7}}"#, "{}",
                ] {
                    #expect(try await put(json).problem == "malformed")
                }
                let kept = try await put(
                    #"{"answers":{"color_preferences":["Warm"],"do_you_know_your_undertone":"No"}}"#
                )
                #expect(kept.status == 200, "\(kept.text)")
                let preview = try #require(try kept.json["preview"] as? [String: Any])
                #expect(preview["colour_family"] is String)
                #expect(preview["face_shape"] == nil)
                let again = try await server.send(
                    "GET", "/v1/me/quiz", token: token, person: Self.anna)
                #expect(again.text == kept.text)

                let shape = try await server.send(
                    "PATCH", "/v1/me", token: token, person: Self.anna,
                    body: Data(#"{"face_shape":"oval","theme":"Classic"}"#.utf8))
                #expect(shape.status == 200, "\(shape.text)")
                let named = try await server.send(
                    "GET", "/v1/me/quiz", token: token, person: Self.anna)
                let told = try #require(try named.json["preview"] as? [String: Any])
                #expect(told["face_shape"] as? String == "oval")
                let wrong = try await server.send(
                    "PATCH", "/v1/me", token: token, person: Self.anna,
                    body: Data(#"{"face_shape":"perfect"}"#.utf8))
                #expect(try wrong.problem == "malformed")

                let export = try await server.send(
                    "GET", "/v1/me/export", token: token, person: Self.anna)
                #expect(try export.json["quiz"] is [String: Any])
                let left = try await server.send(
                    "DELETE", "/v1/me", token: token, person: Self.anna)
                #expect(left.status == 204)
                let gone = try await server.send(
                    "GET", "/v1/me/quiz", token: token, person: Self.anna)
                #expect(gone.status == 404)
            }
        }
    }
}
