import Foundation
import TestSupport
import Testing

/// What the server tells while a job goes on: answers that wait, and events.
@Suite(.timeLimit(.minutes(10)))
struct ServeEventTests {
    @Test func `an answer that waits ends with the server`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox) { server in
                let id = try await server.queueOne(token: token)
                let waiting = try server.open(
                    "/v1/jobs/\(id)", token: token, person: "81f3", headers: ["Prefer: wait=60"])
                try await server.passASecond(of: id, token: token, person: "81f3")
                #expect(waiting.bytes.isEmpty)
                server.program.send(SIGTERM)
                let answer = try await within(.seconds(60)) { try await waiting.waitForClose() }
                let text = String(decoding: answer, as: UTF8.self)
                #expect(text.hasPrefix("HTTP/1.1 200 "), "\(text)")
                #expect(text.contains("\"state\":\"waiting\""), "\(text)")
                #expect(try await server.program.waitForExit() == .status(0))
            }
        }
    }

    @Test func `a space tells of all its jobs, and a person's events of theirs alone`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            let token = try await sandbox.addSpace("shop")
            try await ServerProcess.with(sandbox, "--work") { server in
                let first = try await server.queueOne(token: token)
                try await emulator.waitForRequests(atLeast: 1)
                func listen(_ headers: String, _ body: (RunningProgram) async throws -> Void)
                    async throws
                {
                    let curl = "exec curl -sN -H 'authorization: Bearer \(token)' \(headers) "
                    try await sandbox.shell("\(curl) \(server.url)/v1/events", body)
                }
                try await listen("-H 'x-user-id: someone-else'") { other in
                    _ = try await other.waitForOutput("event: state")
                    try await listen("") { program in
                        let state = try await program.waitForOutput("\"counts\"")
                        #expect(state.contains(first))
                        #expect(state.contains("\"running\":1"))
                        #expect(state.contains("\"gates\""))
                        try await emulator.release()
                        let job = try await program.waitForOutput("\"state\":\"succeeded\"")
                        #expect(job.contains(first))
                        let counts = try await program.waitForOutput("\"running\":0")
                        #expect(counts.hasPrefix("data: "))
                        server.program.send(SIGTERM)
                        _ = try await program.waitForOutput("event: bye")
                    }
                    _ = try await other.waitForOutput("event: bye")
                    let told = try await other.result().output
                    #expect(!told.contains(first))
                }
            }
        }
    }

    @Test func `a job tells of itself as it goes on, its state first`() async throws {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            let token = try await sandbox.addSpace("shop")
            try await ServerProcess.with(sandbox, "--work") { server in
                let id = try await server.queueOne(token: token)
                async let events = server.send(
                    "GET", "/v1/jobs/\(id)/events", token: token, person: "81f3")
                try await emulator.waitForRequests(atLeast: 1)
                let later = try await server.send(
                    "GET", "/v1/jobs/\(id)", token: token, person: "81f3",
                    headers: ["prefer": "wait=2"])
                #expect(try later.json["state"] as? String == "running")
                try await emulator.release()
                let told = try await events
                #expect(told.header("content-type") == "text/event-stream")
                let data = told.text.split(separator: "\n").filter { $0.hasPrefix("data: ") }
                    .compactMap {
                        try? JSONSerialization.jsonObject(with: Data($0.dropFirst(6).utf8))
                            as? [String: Any]
                    }
                let states = data.compactMap { $0["state"] as? String }
                #expect(states.last == "succeeded")
                #expect(states.count { $0 == "succeeded" } == 1)
                let phases = data.compactMap { $0["phase"] as? String }
                #expect(phases.contains("processing"), "\(told.text)")
                let numbers = told.text.split(separator: "\n").filter { $0.hasPrefix("id: ") }
                #expect(numbers.map(String.init) == (1...numbers.count).map { "id: \($0)" })
            }
        }
    }

    @Test func `streams of a server that stops say so, and do not keep it`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox) { server in
                let id = try await server.queueOne(token: token)
                try await withThrowingTaskGroup(of: ServerProcess.Answer.self) { group in
                    func listen(_ person: String?) {
                        group.addTask {
                            try await server.send(
                                "GET", "/v1/events", token: token, person: person)
                        }
                    }
                    for _ in 0..<9 { listen("81f3") }
                    // One more than a person may have is refused; all others stay open, and other persons come.
                    let refused = try #require(try await group.next())
                    #expect(refused.status == 429)
                    #expect(try refused.problem == "too_many_open")
                    let seconds = refused.header("retry-after").flatMap { Int($0) }
                    #expect(seconds.map { (5..<15).contains($0) } == true)
                    // An answer that waits holds a connection, too.
                    let waiting = try await server.send(
                        "GET", "/v1/jobs/\(id)", token: token, person: "81f3",
                        headers: ["prefer": "wait=60"])
                    #expect(try waiting.problem == "too_many_open")
                    for number in 0..<17 { listen("other-\(number)") }
                    listen(nil)
                    let other = try await server.send(
                        "GET", "/v1/jobs/\(id)", token: token, headers: ["prefer": "wait=1"])
                    #expect(other.status == 200)
                    server.program.send(SIGTERM)
                    for try await answer in group {
                        #expect(answer.text.hasSuffix("event: bye\ndata: {}\n\n"))
                    }
                }
                #expect(try await server.program.waitForExit() == .status(0))
            }
        }
    }
}
