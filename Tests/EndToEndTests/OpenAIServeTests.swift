import Foundation
import TestSupport
import Testing

/// OpenAI's headshots over HTTP.
@Suite(.timeLimit(.minutes(10)))
struct OpenAIServeTests {
    @Test func `a space's orders are made by its provider, unless one names another`() async throws
    {
        try await Sandbox.withBothKeys(rule: #"{"answer":"instant"}"#) { sandbox, emulator in
            let token = try await sandbox.addSpace("shop", "--provider", "openai")
            try await ServerProcess.with(sandbox, "--work") { server in
                let styles = try await server.send("GET", "/v1/styles", token: token).json
                #expect(styles["provider"] as? String == "openai")
                #expect((styles["model"] as? String)?.hasPrefix("gpt-image-") == true)
                let price = try #require(styles["price_micro_usd"] as? Int)
                let two = #"{"photos":2,"styles":["front-professional"]"#
                let own = try await server.post(
                    "/v1/estimates", two + "}", token: token, person: "81f3")
                #expect(try own.json["cost_micro_usd"] as? Int == 2 * price)
                let other = try await server.post(
                    "/v1/estimates", two + #","provider":"gemini"}"#, token: token, person: "81f3")
                #expect(try other.json["cost_micro_usd"] as? Int ?? 0 > 2 * price)
                let unknown = try await server.post(
                    "/v1/estimates", two + #","provider":"other"}"#, token: token, person: "81f3")
                #expect(try unknown.problem == "malformed")

                for (name, prefix) in [(nil, "gpt-image-"), ("gemini", "gemini-")] {
                    let photo = try await server.upload(
                        PhotoFixture.landscape(), token: token, person: "81f3")
                    let provider = name.map { #","provider":"\#($0)""# } ?? ""
                    let order =
                        #"{"photo_id":"\#(photo)","styles":["front-professional"],"force":true\#(provider)}"#
                    let queued = try await server.post(
                        "/v1/jobs", order, token: token, person: "81f3",
                        headers: ["idempotency-key": "order-\(prefix)"])
                    let jobs = try #require(try queued.json["jobs"] as? [[String: Any]])
                    let id = try #require(jobs.first?["id"] as? String)
                    let done = try await server.send(
                        "GET", "/v1/jobs/\(id)", token: token, person: "81f3",
                        headers: ["prefer": "wait=60"])
                    #expect(try done.json["state"] as? String == "succeeded", "\(done.text)")
                    let own = try await emulator.ledger().filter {
                        $0.requestID?.hasPrefix(id) == true
                    }
                    #expect(own.count == 1 && own.allSatisfy { $0.model.hasPrefix(prefix) })
                }
            }
        }
    }
}
