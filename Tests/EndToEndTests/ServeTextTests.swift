import Foundation
import TestSupport
import Testing

/// What a server tells an app of its space's words.
@Suite(.timeLimit(.minutes(10)))
struct ServeTextTests {
    /// The words of a space as an operator gets them, by place.
    private func words(_ sandbox: Sandbox, _ space: String) async throws -> [[String: Any]] {
        let printed = try await sandbox.run("space", "words", space)
        let json = try JSONSerialization.jsonObject(with: Data(printed.output.utf8))
        return try #require((json as? [String: Any])?["texts"] as? [[String: Any]])
    }

    private func lines(_ answer: ServerProcess.Answer) throws -> Set<String> {
        let places = try #require(try answer.json["texts"] as? [String: [[String: String]]])
        return Set(places.values.joined().compactMap { $0["text"] })
    }

    @Test(arguments: ["headshots", "glowup", "great", "routine"])
    func `an app gets the texts of its sort of space, byte for byte, and asks again for nothing`(
        preset: String
    ) async throws {
        try await Sandbox.offline { sandbox in
            let chosen = preset == "glowup" ? ["--feature", "scans"] : []
            let token = try await sandbox.addSpace("mine", ["--preset", preset] + chosen)
            try await ServerProcess.with(sandbox) { server in
                let answer = try await server.send("GET", "/v1/texts", token: token)
                #expect(answer.status == 200)
                let links = try #require(try answer.json["links"] as? [String: String])
                #expect(Set(links.keys) == ["privacy", "terms", "support"])
                let words = try await words(sandbox, "mine")
                let told = try lines(answer)
                let labels = try lines(
                    try await server.send("GET", "/v1/texts?labels=true", token: token))
                for group in words {
                    let texts = try #require(group["texts"] as? [[String: String]])
                    let feature = group["feature"] as? String
                    let ofFeatureThatIsOff =
                        preset == "glowup" && feature != nil && feature != "scans"
                    for text in texts.compactMap({ $0["text"] }) {
                        #expect(told.contains(text) != ofFeatureThatIsOff, "\(text)")
                    }
                    for label in (group["labels"] as? [[String: String]] ?? []) {
                        let text = try #require(label["text"])
                        #expect(labels.contains(text) != ofFeatureThatIsOff, "\(text)")
                    }
                }
                let tag = try #require(answer.header("etag"))
                let again = try await server.send(
                    "GET", "/v1/texts", token: token, headers: ["if-none-match": tag])
                #expect(again.status == 304)
                #expect(again.body.isEmpty)
            }
        }
    }

    @Test func `an operator's own words are told at once, and claims are refused`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("mine", "--preset", "great")
            let printed = try await sandbox.run("space", "words", "mine").output
            let file = "\(sandbox.folder)/words.json"
            try await ServerProcess.with(sandbox) { server in
                func told() async throws -> Set<String> {
                    try lines(try await server.send("GET", "/v1/texts", token: token))
                }
                let line = try #require(try await told().sorted().first)
                let own = "Zwei Schritte sind zwei Schritte."
                try printed.replacing(line, with: own).write(
                    toFile: file, atomically: true, encoding: .utf8)
                let set = try await sandbox.run("space", "set", "mine", "--words", file)
                #expect(set.exit == .status(0), "\(set.errors)")
                #expect(try await told().contains(own))
                #expect(try await !told().contains(line))

                try printed.replacing(line, with: "Get clear skin, guaranteed.").write(
                    toFile: file, atomically: true, encoding: .utf8)
                let checked = try await sandbox.run("space", "check", "mine", "--words", file)
                #expect(checked.exit == .status(1))
                let refused = try await sandbox.run("space", "set", "mine", "--words", file)
                #expect(refused.exit == .status(78))
                #expect(refused.errors.contains("clear skin"))
                #expect(try await told().contains(own))

                let back = try await sandbox.run("space", "set", "mine", "--no-words")
                #expect(back.exit == .status(0))
                #expect(try await told().contains(line))
                #expect(try await sandbox.run("space", "check", "mine").exit == .status(0))
            }
        }
    }

    @Test func `a file that is no words changes nothing and says where it is wrong`() async throws {
        try await Sandbox.offline { sandbox in
            let printed = try await {
                _ = try await sandbox.addSpace("mine", "--preset", "great")
                return try await sandbox.run("space", "words", "mine").output
            }()
            let file = "\(sandbox.folder)/words.json"
            try printed.replacing("\"praise\" :", with: "\"prise\" :").write(
                toFile: file, atomically: true, encoding: .utf8)
            let refused = try await sandbox.run("space", "set", "mine", "--words", file)
            #expect(refused.exit == .status(78))
            #expect(refused.errors.contains("moments.praise"))
            let missing = try await sandbox.run(
                "space", "add", "other", "--words", "\(sandbox.folder)/none.json")
            #expect(missing.exit == .status(78))
            #expect(try await sandbox.run("space", "show", "other").exit == .status(64))
        }
    }
}
