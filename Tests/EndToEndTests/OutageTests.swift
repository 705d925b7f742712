import Foundation
import TestSupport
import Testing

/// The built program against a service, or what stands in its place, that answers nothing of use.
@Suite(.timeLimit(.minutes(10)))
struct OutageTests {
    /// An outage, and what is said of it.
    struct Outage: Sendable, CustomTestStringConvertible {
        let answer: String
        let state: String
        let reason: String
        let words: String

        var testDescription: String { answer }
    }

    @Test(arguments: [
        Outage(
            answer: #""hang""#, state: "uncertain", reason: "unknown_outcomes",
            words: "no answer came"),
        Outage(
            answer: #""drop-before-headers""#, state: "uncertain", reason: "unknown_outcomes",
            words: "no answer came"),
        Outage(
            answer: #""502-gateway""#, state: "uncertain", reason: "unknown_outcomes",
            words: "no answer came"),
        Outage(
            answer: #""other-shape""#, state: "failed", reason: "no_answers", words: "--base-url"),
        Outage(
            answer: #""400-unclear""#, state: "waiting", reason: "refusals",
            words: "did not say why"),
        Outage(
            answer: #""503""#, state: "waiting", reason: "server_errors",
            words: "failed several times"),
    ])
    func `an outage costs three jobs at most, and is told`(_ outage: Outage) async throws {
        try await Sandbox.with(emulating: #"{"answer":\#(outage.answer)}"#) { sandbox, emulator in
            for seed in 0..<5 { _ = try await sandbox.submit([sandbox.photo(seed: seed)]) }
            let status = try await sandbox.drain("--concurrency", "1", "--request-timeout", "1")
            #expect(status == 75)
            #expect(try await emulator.ledger().count == 3)
            let states = try await sandbox.jobs().map(\.state)
            #expect(states.count { $0 == outage.state } >= 3)
            #expect(states.count { $0 == "waiting" } >= 2)
            let gate = try await sandbox.run("gate", "--json")
            #expect(gate.exit == .status(75))
            #expect(gate.output.contains(#""\#(outage.reason)""#))
            #expect(gate.output.contains(outage.words))
        }
    }

    @Test(arguments: [
        (402, "out_of_credit", "spending cap", 69), (407, "proxy_refused", "https_proxy", 69),
        (302, "not_the_service", "sign in", 75), (403, "not_the_service", "--base-url", 75),
        (404, "not_the_service", "--base-url", 75), (405, "not_the_service", "--base-url", 75),
    ])
    func
        `a page in place of the service halts if a person must pay or set something, and else is tried again`(
            status: Int, reason: String, words: String, exit: Int32
        ) async throws
    {
        let rule = """
            {"answer":"custom","status":\(status),"body":"<html><title>Sign in</title></html>"}
            """
        try await Sandbox.with(emulating: rule) { sandbox, emulator in
            let id = try await sandbox.submitOne()
            #expect(try await sandbox.drain() == exit)
            let gate = try await sandbox.run("gate", "--json").output
            #expect(gate.contains(#""\#(reason)""#))
            #expect(gate.contains(words))
            #expect(gate.contains("a page of HTML"))
            let job = try await sandbox.job(id)
            #expect(job.state == "waiting")
            #expect(job.charges.map(\.state) == ["free"])
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test(arguments: ["<html><title>Sign in</title></html>", "Please sign in.", ""])
    func `a login page that says 200 costs one job an answer, and is kept for inspection`(
        page: String
    ) async throws {
        let rule = #"{"answer":"custom","status":200,"body":"\#(page)","times":1}"#
        try await Sandbox.with(emulating: rule) { sandbox, emulator in
            for seed in 0..<2 { _ = try await sandbox.submit([sandbox.photo(seed: seed)]) }
            #expect(try await sandbox.drain("--concurrency", "1") == 75)
            let jobs = try await sandbox.jobs()
            #expect(jobs.map(\.state).sorted() == ["uncertain", "waiting"])
            let asked = try #require(jobs.first { $0.state == "uncertain" }).id
            let other = try #require(jobs.first { $0.state == "waiting" }).id
            let gate = try await sandbox.run("gate", "--json").output
            #expect(gate.contains(#""not_the_service""#))
            #expect(gate.contains("sign in"))
            #expect(try await sandbox.job(asked).charges.map(\.state) == ["unknown"])
            let answers = "\(sandbox.home)/answers"
            let names = (try? FileManager.default.contentsOfDirectory(atPath: answers)) ?? []
            let kept = try names.map {
                try String(contentsOfFile: "\(answers)/\($0)", encoding: .utf8)
            }
            #expect(kept == (page.isEmpty ? [] : [page]))
            // Once somebody has signed in, all goes on, and what was asked is asked again only if a person says so.
            #expect(try await sandbox.run("gate", "clear").exit == .status(0))
            _ = try await sandbox.drain()
            #expect(try await sandbox.job(other).state == "succeeded")
            #expect(try await emulator.ledger().count == 2)
            #expect(try await sandbox.run("resolve", asked, "--not-paid").exit == .status(0))
            _ = try await sandbox.drain()
            #expect(try await sandbox.job(asked).state == "succeeded")
        }
    }

    @Test(arguments: [408, 409, 421, 423, 424, 425, 449, 499, 502, 504, 524])
    func
        `a gateway that gives up on a request is asked about another job, and never again about this one`(
            status: Int
        ) async throws
    {
        let rule = #"{"answer":"custom","status":\#(status),"body":"<html>","times":1}"#
        try await Sandbox.with(emulating: rule) { sandbox, emulator in
            let lost = try await sandbox.submitOne()
            _ = try await sandbox.drain()
            let other = try await sandbox.submit([sandbox.photo(seed: 1)])
            _ = try await sandbox.drain()
            let job = try await sandbox.job(lost)
            #expect(job.state == "uncertain")
            #expect(job.charges.map(\.state) == ["unknown"])
            #expect(try await sandbox.job(other[0]).state == "succeeded")
            #expect(try await emulator.ledger().count == 2)
        }
    }

    @Test func `an error in place of a picture is told, and kept`() async throws {
        try await Sandbox.withEmulator(answer: "error-inside") { sandbox, _ in
            let id = try await sandbox.submitOne()
            #expect(try await sandbox.drain() == 1)
            let shown = try await sandbox.run("show", id).output
            #expect(shown.contains("an error in place of an answer: 503 The model is overloaded."))
            let kept = try FileManager.default.contentsOfDirectory(
                atPath: "\(sandbox.home)/answers")
            #expect(kept.count == 1)
        }
    }

    @Test func `a port that no network has is a wrong setting`() async throws {
        try await Sandbox.with(asking: "http://127.0.0.1:99999") { sandbox in
            _ = try await sandbox.submitOne()
            let result = try await sandbox.run("drain")
            #expect(result.exit == .status(78))
            // A wrong port may be a password whose host was forgotten.
            #expect(result.errors.contains("http://127.0.0.1:…"))
        }
    }

    @Test(arguments: ["nonsense://127.0.0.1:1", "http://127.0.0.1:99999"])
    func `a proxy that cannot be one halts, and nothing is sent`(proxy: String) async throws {
        let service = "https://service.invalid"
        try await Sandbox.with(asking: service, model: Sandbox.model) { sandbox in
            var sandbox = sandbox
            sandbox.variables["https_proxy"] = proxy
            let id = try await sandbox.submitOne()
            #expect(try await sandbox.drain() == 69)
            #expect(try await sandbox.run("gate", "--json").output.contains("unusable_setting"))
            #expect(try await sandbox.job(id).charges.map(\.state) == ["free"])
        }
    }
}

extension Sandbox {
    /// Makes a sandbox whose provider is an emulator with one rule, for as long as `body` runs.
    fileprivate static func with(
        emulating rule: String, _ body: (Sandbox, EmulatorProcess) async throws -> Void
    ) async throws {
        try await EmulatorProcess.with(scenario: #"{"rules":[\#(rule)]}"#) { emulator in
            try await with(asking: emulator.baseURL) { sandbox in try await body(sandbox, emulator)
            }
        }
    }
}
