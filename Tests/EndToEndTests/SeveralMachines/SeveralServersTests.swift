import Foundation
import TestSupport
import Testing

/// Several servers of one queue and one store.
extension SeveralMachinesTests {
    @Test func `what is ordered at one server is seen at the other, with all that happens to it`()
        async throws
    {
        try await Sandbox.withServer(rule: #"{"answer":"hold"}"#) { sandbox, emulator, _ in
            let other = try sandbox.onAnotherMachine("other")
            let token = try await sandbox.addSpace("shop")
            try await ServerProcess.with(sandbox) { first in
                try await ServerProcess.with(other, "--work") { second in
                    let photo = try await first.upload(
                        PhotoFixture.landscape(), token: token, person: "81f3")
                    let order =
                        #"{"photo_id":"\#(photo)","styles":["front-professional"],"force":true}"#
                    func place(at server: ServerProcess) async throws -> ServerProcess.Answer {
                        try await server.post(
                            "/v1/jobs", order, token: token, person: "81f3",
                            headers: ["idempotency-key": photo])
                    }
                    let answers = try await [place(at: second), place(at: first)]
                    let ids = try answers.map { answer in
                        let jobs = try answer.json["jobs"] as? [[String: Any]]
                        return try #require(jobs?.first?["id"] as? String, "\(answer.text)")
                    }
                    #expect(ids[0] == ids[1])
                    async let told = withThrowingTaskGroup(of: String.self) { group in
                        for server in [first, second] {
                            group.addTask {
                                try await server.send(
                                    "GET", "/v1/jobs/\(ids[0])/events", token: token, person: "81f3"
                                ).text
                            }
                        }
                        return try await group.reduce(into: []) { $0.append($1) }
                    }
                    try await emulator.waitForRequests(atLeast: 1)
                    let running = try await first.send(
                        "GET", "/v1/jobs/\(ids[0])", token: token, person: "81f3")
                    #expect(try running.json["state"] as? String == "running")
                    try await emulator.release()
                    for events in try await told {
                        #expect(events.contains(#""state":"succeeded""#), "\(events)")
                    }
                    let headshots = try await [first, second].asyncMap { server in
                        try await server.send(
                            "GET", "/v1/jobs/\(ids[0])/headshot", token: token, person: "81f3"
                        ).body
                    }
                    #expect(headshots[0] == headshots[1] && !headshots[0].isEmpty)
                }
            }
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test func `each event is told by one server, and by the other once that is killed`()
        async throws
    {
        let answer: [ScriptedServer.Step] = [
            .readRequest, .write(ScriptedServer.answer(200, Data())),
        ]
        let receiver = try ScriptedServer(scripts: Array(repeating: answer, count: 8))
        try await Sandbox.withServer { sandbox, _, view in
            let other = try sandbox.onAnotherMachine("other")
            _ = try await sandbox.addSpace(
                "shop", "--provider", "local", "--webhook", receiver.url)
            func endJob(_ seed: Int) async throws -> String {
                let ids = try await sandbox.submit(
                    [sandbox.photo(seed: seed), "--space", "shop", "--person", "81f3"])
                _ = try await sandbox.expect(0, "cancel", ids[0])
                return ids[0]
            }
            // What was told and not yet written down is told again.
            func waitForTold() async throws {
                try await view.database.wait(
                    for: "SELECT count(*) = 0 FROM delivery WHERE state <> 'delivered'")
            }
            var ended: [String] = []
            try await ServerProcess.with(other) { second in
                try await ServerProcess.with(sandbox) { first in
                    for seed in 0..<2 { ended.append(try await endJob(seed)) }
                    try await waitForTold()
                    first.program.kill()
                    _ = try await first.program.waitForExit()
                }
                ended.append(try await endJob(2))
                try await waitForTold()
                second.program.kill()
                _ = try await second.program.waitForExit()
                try await ServerProcess.with(sandbox) { _ in
                    ended.append(try await endJob(3))
                    try await waitForTold()
                }
            }
            let names = receiver.requests.compactMap { request in
                String(decoding: request, as: UTF8.self)
                    .firstMatch(of: /webhook-id: msg_([0-9a-z]+)/).map { String($0.1) }
            }
            #expect(names == ended)
        }
    }

    @Test func `of two frames that a person shows to two servers, one is looked at`() async throws {
        try await Sandbox.withServer { sandbox, emulator, _ in
            let token = try await sandbox.addSpace(
                "glow", "--preset", "glowup", "--provider", "gemini", "--scope", "operate")
            let other = try sandbox.onAnotherMachine("other")
            try await ServerProcess.with(sandbox) { first in
                try await ServerProcess.with(other) { second in
                    let coach = PaidCoach(
                        sandbox: sandbox, emulator: emulator, server: first, token: token)
                    try await coach.pay()
                    async let one = coach.show("frame-1")
                    async let two = coach.show("frame-2", on: second)
                    let statuses = try await [one.status, two.status].sorted()
                    #expect(statuses == [201, 429])
                    #expect(try await coach.turns().count == 1)
                }
            }
        }
    }
}

extension Sequence {
    /// Does something with each element, one after another.
    fileprivate func asyncMap<Value>(
        _ body: (Element) async throws -> Value
    ) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
