import Foundation
import TestSupport
import Testing

/// What goes to a model before a person agrees, and what a person sees of it.
@Suite(.timeLimit(.minutes(10)))
struct ConsentTests {
    private func me(_ journal: PaidJournal, _ change: String? = nil) async throws -> [String: Any] {
        let answer = try await journal.server.send(
            change == nil ? "GET" : "PATCH", "/v1/me", token: journal.token,
            person: PaidJournal.anna, body: change.map { Data($0.utf8) })
        #expect(answer.status == 200, "\(answer.text)")
        return try answer.json
    }

    private func member(_ object: [String: Any], _ name: String) throws -> [String: Any] {
        try #require(object[name] as? [String: Any])
    }

    @Test func `nothing goes to a model before the person agrees, nor after the person objects`()
        async throws
    {
        try await PaidJournal.with(options: ["--ask-before-models"]) { journal in
            let first = try member(try await me(journal), "models")
            #expect(first["asked"] as? Bool == false)
            #expect(first["allowed"] == nil)
            #expect(first["at"] == nil)
            for (number, answer) in ["null", "false"].enumerated() {
                _ = try await me(journal, #"{"allows_models":\#(answer)}"#)
                let praise = try await journal.write("\(number)")
                #expect(praise["state"] as? String == "final")
                #expect(praise["reason"] as? String == "not_allowed")
            }
            #expect(try await journal.sandbox.drain() == 0)
            #expect(try await journal.emulator.ledger().isEmpty)
            let agreed = try await me(journal, #"{"allows_models":true}"#)
            #expect(try member(agreed, "models")["allowed"] as? Bool == true)
            #expect(try member(agreed, "models")["at"] is String)
            let praise = try await journal.write("yes")
            #expect(praise["state"] as? String == "improving")
            #expect(praise["reason"] == nil)
            // What waits has not been sent, and is not sent any more.
            _ = try await me(journal, #"{"allows_models":false}"#)
            #expect(try await journal.told("yes")["state"] as? String == "final")
            #expect(try await journal.sandbox.drain() == 0)
            #expect(try await journal.emulator.ledger().isEmpty)
        }
    }

    @Test func `a headshot is ordered of a model only once the person has agreed`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--ask-before-models")
            try await ServerProcess.with(sandbox) { server in
                let photo = try await server.upload(
                    DrawnFace.photo(), token: token, person: PaidJournal.anna)
                let order = #"{"photo_id":"\#(photo)","styles":["front-professional"]}"#
                func send(_ key: String) async throws -> ServerProcess.Answer {
                    try await server.post(
                        "/v1/jobs", order, token: token, person: PaidJournal.anna,
                        headers: ["idempotency-key": key])
                }
                func allow(_ answer: String) async throws {
                    let changed = try await server.send(
                        "PATCH", "/v1/me", token: token, person: PaidJournal.anna,
                        body: Data(#"{"allows_models":\#(answer)}"#.utf8))
                    #expect(changed.status == 200, "\(changed.text)")
                }
                #expect(try await send("false").problem == "consent_missing")
                for answer in ["false", "null"] {
                    try await allow("true")
                    let queued = try await send(answer)
                    #expect(queued.status == 202, "\(queued.text)")
                    let jobs = try #require(try queued.json["jobs"] as? [[String: Any]])
                    let id = try #require(jobs.first?["id"] as? String)
                    try await allow(answer)
                    let job = try await server.send(
                        "GET", "/v1/jobs/\(id)", token: token, person: PaidJournal.anna)
                    #expect(try job.json["state"] as? String == "cancelled", "\(job.text)")
                }
            }
        }
    }

    @Test func `a person sees what the day has left, and why a praise stays local`() async throws {
        try await PaidJournal.with { journal in
            func allowance(_ kind: String) async throws -> [String: Any] {
                try member(try member(try await me(journal), "allowances"), kind)
            }
            let fresh = try await allowance("praise")
            #expect(fresh["a_day"] as? Int == 3)
            #expect(fresh["left"] as? Int == 3)
            #expect(fresh["reason"] == nil)
            let none = try await allowance("day_summary")
            #expect(none["left"] as? Int == 0)
            #expect(none["reason"] as? String == "plan")
            let texts = [
                ("a", "Took a short walk", nil), ("b", "Made dinner", nil),
                ("c", "Called a friend", nil), ("d", "Cleaned my desk", "daily_limit"),
                ("e", "I cried all day", "tone"), ("f", "Gittim ve yürüdüm bugün", "language"),
            ]
            for (client, text, reason) in texts {
                let praise = try await journal.write(client, text)
                #expect(praise["reason"] as? String == reason, "\(text)")
            }
            let used = try await allowance("praise")
            #expect(used["left"] as? Int == 0)
            #expect(used["again_at"] is String)
            #expect(used["reason"] as? String == "daily_limit")
            // Other words get no other model's praise, whatever the person allows.
            for (allows, reason) in [("true", "changed"), ("false", "not_allowed")] {
                _ = try await me(journal, #"{"allows_models":\#(allows)}"#)
                let praise = try await journal.rewrite("a", "Took a walk for \(reason)")
                #expect(praise["reason"] as? String == reason)
            }
        }
    }
}
