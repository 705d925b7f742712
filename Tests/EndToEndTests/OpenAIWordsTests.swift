import Foundation
import TestSupport
import Testing

/// Words that a model of OpenAI's writes.
@Suite(.timeLimit(.minutes(10)))
struct OpenAIWordsTests {
    @Test func `praise and the summary of a day are OpenAI's, each asked and paid once`()
        async throws
    {
        try await PaidJournal.with("openai") { journal in
            let (sandbox, emulator, server, token) = journal.parts
            for (method, path, body) in [
                ("PATCH", "/v1/me", #"{"time_zone":"GMT"}"#),
                ("PUT", "/v1/people/\(PaidJournal.anna)/plan", #"{"plan":"pro"}"#),
            ] {
                let person = method == "PUT" ? nil : PaidJournal.anna
                let answer = try await server.send(
                    method, path, token: token, person: person, body: Data(body.utf8))
                #expect(answer.status == 200, "\(answer.text)")
            }
            let written = try await server.post(
                "/v1/moments",
                #"{"client_id":"walk","text":"Made dinner","happened_at":"2026-10-03T12:00:00Z"}"#,
                token: token, person: PaidJournal.anna)
            #expect(written.status == 201)
            func summary() async throws -> [String: Any] {
                let answer = try await server.send(
                    "GET", "/v1/days", token: token, person: PaidJournal.anna)
                let days = try #require(try answer.json["days"] as? [[String: Any]])
                return try #require(days.first?["summary"] as? [String: Any])
            }
            #expect(try await sandbox.drain() == 0)
            let local = try await summary()
            #expect(local["source"] as? String == "local")
            for _ in 0..<2 { #expect(try await sandbox.drain() == 0) }
            #expect(try await journal.told("walk")["source"] as? String == "openai-words")
            let told = try await summary()
            #expect(told["source"] as? String == "openai-words")
            #expect(told["text"] as? String != local["text"] as? String)
            let ledger = try await emulator.ledger()
            #expect(ledger.count == 2)
            #expect(ledger.allSatisfy { $0.model == "gpt-6-luna" && $0.photo == nil })
            #expect(ledger.allSatisfy { $0.charged == .yes })
        }
    }

    @Test(arguments: [
        ("openai", "HEADSHOT_OPENAI_WORDS_MODEL", "gpt-5.6-luna"),
        ("gemini", "HEADSHOT_WORDS_MODEL", "gemini-3.5-flash-lite"),
    ])
    func `a named model writes the words, also under a budget, and an unknown one is refused`(
        provider: String, variable: String, model: String
    ) async throws {
        try await PaidJournal.with(provider) { journal in
            let (sandbox, emulator, _, _) = journal.parts
            _ = try await journal.write("walk")
            var wrong = sandbox
            wrong.variables[variable] = "model-x"
            let refused = try await wrong.run("drain")
            #expect(refused.exit == .status(78))
            #expect(refused.errors.contains(variable) && refused.errors.contains(model))
            #expect(try await emulator.ledger().isEmpty)
            let warned = try await wrong.run("doctor", "--offline")
            #expect(warned.output.contains(variable), "\(warned.output)")
            var named = sandbox
            named.variables[variable] = model
            let doctor = try await named.run("doctor")
            #expect(doctor.output.contains("1, and their texts are valid"), "\(doctor.output)")
            #expect(doctor.output.contains("\(model) is there"))
            #expect(doctor.output.contains("praise, day_summary"))
            _ = try await named.run("queue", "limits", "--max-spend-per-day", "1")
            let drain = try await named.run("drain")
            #expect(drain.exit == .status(0), "\(drain.errors)")
            #expect(try await emulator.ledger().map(\.model) == [model])
        }
    }
}
