import Foundation
import TestSupport
import Testing

/// One headshot of a person: made again in other styles, and deleted.
@Suite(.timeLimit(.minutes(10)))
struct HeadshotLifeTests {
    private static let anna = "81f3"

    /// A server that works, and a headshot that it has made.
    private func withHeadshot(
        _ body: (ServerProcess, _ token: String, _ photo: String, _ job: String) async throws ->
            Void
    ) async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox, "--work") { server in
                let photo = try await server.upload(
                    DrawnFace.photo(), token: token, person: Self.anna)
                let order = try await server.post(
                    "/v1/jobs", #"{"photo_id":"\#(photo)","styles":["front-professional"]}"#,
                    token: token, person: Self.anna)
                let jobs = try #require(try order.json["jobs"] as? [[String: Any]])
                let job = try #require(jobs.first?["id"] as? String)
                try await end(job, server, token)
                try await body(server, token, photo, job)
            }
        }
    }

    private func end(_ job: String, _ server: ServerProcess, _ token: String) async throws {
        let ended = try await server.send(
            "GET", "/v1/jobs/\(job)", token: token, person: Self.anna,
            headers: ["prefer": "wait=60"])
        #expect(try ended.json["state"] as? String == "succeeded", "\(ended.text)")
        #expect(try ended.json["took_ms"] is Int)
    }

    @Test func `each style is made again once, and once more for another key`() async throws {
        try await withHeadshot { server, token, _, job in
            func retry(_ json: String, key: String? = nil) async throws -> ServerProcess.Answer {
                try await server.post(
                    "/v1/jobs/\(job)/retry", json, token: token, person: Self.anna,
                    headers: key.map { ["idempotency-key": $0] } ?? [:])
            }
            func id(_ answer: ServerProcess.Answer) throws -> String {
                try #require(try answer.json["id"] as? String, "\(answer.text)")
            }
            var made: [String] = []
            let styles = [
                "{}", #"{"style":"front-casual"}"#, #"{"style":"right-casual"}"#,
            ]
            for style in styles {
                let new = try await retry(style)
                #expect(new.status == 202, "\(new.text)")
                let again = try await retry(style)
                #expect(again.status == 200)
                #expect(try id(again) == id(new))
                made.append(try id(new))
            }
            // The job's own style is the same, named or not.
            let own = try await retry(#"{"style":"front-professional"}"#)
            #expect(own.status == 200)
            #expect(try id(own) == made.first)
            #expect(Set(made).count == styles.count)

            let keyed = try await retry(styles[1], key: "again")
            #expect(keyed.status == 202)
            #expect(try !made.contains(id(keyed)))
            let replayed = try await retry(styles[1], key: "again")
            #expect(replayed.status == 200)
            #expect(replayed.header("idempotency-replayed") == "true")
            #expect(try id(replayed) == id(keyed))
            #expect(try await retry(styles[2], key: "again").problem == "key_reused")
            let another = try await retry(styles[1], key: "once-more")
            #expect(another.status == 202, "\(another.text)")
        }
    }

    @Test func `a headshot is deleted with its photo, once nothing else needs it`() async throws {
        try await withHeadshot { server, token, photo, job in
            func send(
                _ method: String, _ path: String, as person: String = Self.anna
            ) async throws -> ServerProcess.Answer {
                try await server.send(method, path, token: token, person: person)
            }
            let kept = try await send("DELETE", "/v1/photos/\(photo)")
            #expect(kept.status == 202)
            #expect(try kept.json["jobs"] as? [String] == [job])
            #expect(try await send("GET", "/v1/photos/\(photo)").status == 404)
            #expect(try await send("GET", "/v1/jobs/\(job)/photo").status == 200)
            #expect(try await send("DELETE", "/v1/jobs/\(job)", as: "other").status == 404)
            #expect(try await send("DELETE", "/v1/jobs/\(job)").status == 204)
            for path in ["", "/headshot", "/photo"] {
                #expect(try await send("GET", "/v1/jobs/\(job)\(path)").status == 404, "\(path)")
            }
            #expect(try await send("DELETE", "/v1/jobs/\(job)").status == 404)
        }
    }

    @Test func `an order that is sent late does not make a deleted headshot again`() async throws {
        try await withHeadshot { server, token, photo, job in
            func order(_ key: String, _ styles: [String]) async throws -> ServerProcess.Answer {
                let names = styles.map { "\"\($0)\"" }.joined(separator: ",")
                return try await server.post(
                    "/v1/jobs", #"{"photo_id":"\#(photo)","styles":[\#(names)]}"#, token: token,
                    person: Self.anna, headers: ["idempotency-key": key])
            }
            func retry() async throws -> ServerProcess.Answer {
                try await server.post(
                    "/v1/jobs/\(job)/retry", "{}", token: token, person: Self.anna,
                    headers: ["idempotency-key": "again"])
            }
            /// Waits for a job's end and deletes it.
            func delete(_ job: Any?) async throws {
                let job = try #require(job as? String)
                try await end(job, server, token)
                let deleted = try await server.send(
                    "DELETE", "/v1/jobs/\(job)", token: token, person: Self.anna)
                #expect(deleted.status == 204, "\(deleted.text)")
            }
            let orders = [
                ("one", ["front-professional"]), ("two", ["front-professional", "front-casual"]),
            ]
            for (key, styles) in orders {
                let first = try await order(key, styles)
                #expect(first.status == 202, "\(first.text)")
                let jobs = try #require(try first.json["jobs"] as? [[String: Any]])
                try await delete(jobs.first?["id"])
            }
            try await delete(try await retry().json["id"])
            let kept = try await server.send("GET", "/v1/jobs", token: token, person: Self.anna)
            let gone = try await server.send(
                "DELETE", "/v1/photos/\(photo)", token: token, person: Self.anna)
            #expect(gone.status == 202)
            for (key, styles) in orders {
                #expect(try await order(key, styles).problem == "deleted", "\(key)")
            }
            #expect(try await order("one", ["front-casual"]).problem == "deleted")
            #expect(try await retry().problem == "deleted")
            let after = try await server.send("GET", "/v1/jobs", token: token, person: Self.anna)
            #expect(
                (try after.json["jobs"] as? [Any])?.count
                    == (try kept.json["jobs"] as? [Any])?.count)
            // A new key is a new order, whose photo is not there any more.
            #expect(try await order("three", ["front-casual"]).status == 404)
        }
    }
}
