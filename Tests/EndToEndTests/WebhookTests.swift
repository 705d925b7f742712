import Foundation
import TestSupport
import Testing

/// Webhooks as an operator sets them, and as an app gets them.
@Suite(.timeLimit(.minutes(10)))
struct WebhookTests {
    private static func status(_ code: Int) -> [ScriptedServer.Step] {
        [.readRequest, .write(ScriptedServer.answer(code, Data()))]
    }

    /// Ends a job of the shop, as its app is told of it.
    private func endJob(_ sandbox: Sandbox, seed: Int = 0) async throws -> String {
        let photo = try sandbox.photo(seed: seed)
        let ids = try await sandbox.submit([photo, "--space", "shop", "--person", "81f3"])
        #expect(try await sandbox.run("cancel", ids[0]).exit == .status(0))
        return ids[0]
    }

    private func secrets(_ text: String) -> [String] {
        text.matches(of: /whsec_[A-Za-z0-9+\/=]{44}/).map { String($0.0) }
    }

    @Test func `a secret is shown once, and in no file but as its key`() async throws {
        let receiver = try ScriptedServer(Self.status(200))
        try await Sandbox.offline { sandbox in
            let added = try await sandbox.addSpace(
                "shop", "--provider", "local", "--webhook", receiver.url)
            let lines = added.split(separator: "\n")
            #expect(lines.count == 2 && lines[0].hasPrefix("hs_shop_"))
            let first = try #require(secrets(added).first)
            let rotated = try await sandbox.run("space", "rotate", "shop", "--webhook")
            let second = try #require(secrets(rotated.output).first)
            #expect(rotated.output == second + "\n" && second != first)
            #expect(rotated.errors.contains("signs, too, until"))

            let id = try await endJob(sandbox)
            try await ServerProcess.with(sandbox) { _ in try await receiver.wait(forClosed: 0) }
            let request = String(decoding: try #require(receiver.requests.first), as: UTF8.self)
            let signatures = try #require(
                request.firstMatch(of: /webhook-signature: (v1,\S{44} v1,\S{44})\r\n/))
            #expect(Set(signatures.1.split(separator: " ")).count == 2)
            #expect(request.contains(#""data":{"charged":"no","id":"\#(id)""#), "\(request)")

            _ = try await sandbox.run("backup", "--queue-only", "backup.sqlite")
            let shown = try await sandbox.run("space", "show", "shop", "--json")
            #expect(secrets(shown.output).isEmpty)
            #expect(shown.output.contains(#""url" : "\#(receiver.url)""#), "\(shown.output)")
            for secret in [first, second] {
                let key = try #require(Data(base64Encoded: String(secret.dropFirst(6))))
                for bytes in [Data(secret.utf8), key] {
                    for file in try files(in: sandbox.folder) {
                        let content = try Data(contentsOf: URL(filePath: file))
                        #expect(content.range(of: bytes) == nil, "\(file)")
                    }
                }
            }
        }
    }

    private func files(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
            .filter { path in
                let type = try FileManager.default.attributesOfItem(atPath: path)[.type]
                return type as? FileAttributeType == .typeRegular
            }
    }

    @Test func `a webhook is set, kept, rotated and ended`() async throws {
        try await Sandbox.offline { sandbox in
            _ = try await sandbox.addSpace("shop", "--provider", "local")
            let none = try await sandbox.run("space", "rotate", "shop", "--webhook")
            #expect(none.exit == .status(64) && none.errors.contains("--webhook URL"))
            let url = "https://shop.example.com/hook"
            let set = try await sandbox.run("space", "set", "shop", "--webhook", url)
            #expect(secrets(set.output).count == 1 && set.output.contains(url))
            let again = try await sandbox.run("space", "set", "shop", "--webhook", url + "/2")
            #expect(secrets(again.output).isEmpty && again.output.contains(url + "/2"))
            let atOnce = try await sandbox.run(
                "space", "rotate", "shop", "--webhook", "--at-once", "--json")
            #expect(atOnce.output.contains("\"webhook_secret\""))
            let ended = try await sandbox.run("space", "set", "shop", "--no-webhook")
            #expect(ended.exit == .status(0) && !ended.output.contains("Webhook"))
            for bad in ["http://shop.example.com", "", "shop", "https://a:b@shop.example.com"] {
                let refused = try await sandbox.run("space", "set", "shop", "--webhook", bad)
                #expect(refused.exit == .status(64), "\(bad)")
            }
        }
    }

    @Test func `who operates a space sees what did not arrive, and sends it again`() async throws {
        let receiver = try ScriptedServer(Self.status(410), Self.status(204))
        try await Sandbox.offline { sandbox in
            let server = try await sandbox.addSpace("shop", "--provider", "local")
            let app = try await sandbox.run("space", "token", "shop", "--kind", "app")
            let other = try await sandbox.addSpace("team", "--scope", "operate")
            let operate = try await sandbox.run("space", "token", "shop", "--scope", "operate")
                .output.trimmingCharacters(in: .whitespacesAndNewlines)
            _ = try await sandbox.run("space", "set", "shop", "--webhook", receiver.url)
            _ = try await sandbox.run("space", "set", "shop", "--budget", "5")
            let id = try await endJob(sandbox)
            try await ServerProcess.with(sandbox) { http in
                try await receiver.wait(forClosed: 0)
                _ = try await http.program.waitForErrors("wants no more")
                let name = try await failedDelivery(http, operate, id)
                let path = "/v1/deliveries/\(name)/send"
                let appToken = app.output.trimmingCharacters(in: .whitespacesAndNewlines)
                let uuid = "81f3a1c2-0b5d-4e6f-8a9b-0c1d2e3f4a5b"
                for (token, person) in [(server, nil), (appToken, uuid)] {
                    for (method, route) in [("GET", "/v1/deliveries"), ("POST", path)] {
                        let refused = try await http.send(
                            method, route, token: token, person: person)
                        #expect(try refused.problem == "forbidden", "\(method)")
                    }
                }
                let theirs = try await http.send("POST", path, token: other)
                #expect(theirs.status == 404)
                let empty = try await http.send("GET", "/v1/deliveries", token: other)
                #expect(empty.text == #"{"deliveries":[]}"#)
                let off = try await http.send("POST", path, token: operate)
                #expect(try off.status == 409 && off.problem == "webhook_missing")

                try await expectTold(sandbox)
                _ = try await sandbox.run("space", "set", "shop", "--webhook", receiver.url)
                let sent = try await http.send("POST", path, token: operate)
                #expect(try sent.status == 202 && sent.json["state"] as? String == "pending")
                try await receiver.wait(forClosed: 1)
                http.program.send(SIGTERM)
                _ = try await http.program.waitForExit()
            }
            let shown = try await sandbox.run("space", "show", "shop").output
            #expect(shown.contains("Deliveries that wait: 0; given up: 0."), "\(shown)")
            let metrics = try await sandbox.run("metrics").output
            for line in [
                "headshot_deliveries_pending 0",
                #"headshot_webhook_attempts_total{outcome="succeeded"} 1"#,
                #"headshot_webhook_attempts_total{outcome="failed"} 1"#,
            ] { #expect(metrics.contains(line), "\(metrics)") }
        }
    }

    /// The name of the only delivery, which is of a job.
    private func failedDelivery(
        _ http: ServerProcess, _ token: String, _ job: String
    ) async throws -> String {
        let list = try await http.send("GET", "/v1/deliveries", token: token)
        let all = try #require(try list.json["deliveries"] as? [[String: Any]])
        let delivery = try #require(all.first)
        #expect(all.count == 1 && delivery["job"] as? String == job)
        #expect(delivery["state"] as? String == "failed")
        #expect(delivery["last_status"] as? Int == 410)
        #expect(delivery["sentence"] as? String == "It answered 410.")
        return try #require(delivery["id"] as? String)
    }

    /// Each command that tells of trouble tells of a webhook that was switched off.
    private func expectTold(_ sandbox: Sandbox) async throws {
        for command in [["status"], ["space", "show", "shop"], ["doctor", "--offline"]] {
            let told = try await sandbox.run(command).output
            #expect(told.contains("ts receiver wants no more since"), "\(told)")
            #expect(told.contains("--webhook URL"), "\(told)")
        }
        let json = try await sandbox.run("status", "--json").output
        #expect(json.contains(#""space" : "shop""#), "\(json)")
    }

    @Test func `of two servers of a home one tells, and the other when that is gone`()
        async throws
    {
        let receiver = try ScriptedServer(Self.status(200), Self.status(200))
        try await Sandbox.offline { sandbox in
            _ = try await sandbox.addSpace(
                "shop", "--provider", "local", "--webhook", receiver.url)
            try await ServerProcess.with(sandbox) { first in
                _ = try await endJob(sandbox)
                try await receiver.wait(forClosed: 0)
                try await ServerProcess.with(sandbox) { _ in
                    first.program.kill()
                    _ = try await first.program.waitForExit()
                    _ = try await endJob(sandbox, seed: 1)
                    try await receiver.wait(forClosed: 1)
                }
            }
            let names = receiver.requests.compactMap { request in
                String(decoding: request, as: UTF8.self)
                    .firstMatch(of: /webhook-id: (\S+)/).map { String($0.1) }
            }
            #expect(Set(names).count == 2)
        }
    }
}
