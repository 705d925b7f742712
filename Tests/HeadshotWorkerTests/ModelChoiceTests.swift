import Companion
import Foundation
import Generation
import JobQueue
import TestSupport
import Testing

@testable import HeadshotWorker

/// Which model is asked where none is named.
@Suite(.timeLimit(.minutes(10)))
struct ModelChoiceTests {
    private static let cheapest = "gemini-nano-banana-2.1"
    private static let old = "gemini-2.5-flash-image"
    private static let expensive = "gemini-3.1-flash-image"

    /// What a submitter is told who expects the cheapest of all models.
    private static let quote = Quote(model: cheapest, price: 33_600)
    /// What a submitter is told who expects the old model.
    private static let oldQuote = Quote(model: old, price: 39_000)

    private func scenario(_ models: [String], rules: String = "") -> String {
        let names = models.map { "\"\($0)\"" }.joined(separator: ",")
        return #"{"models":[\#(names)],"rules":[\#(rules)]}"#
    }

    @Test func `the list is asked for once, and its cheapest model makes all headshots`()
        async throws
    {
        let scenario = scenario([Self.expensive, Self.cheapest])
        try await TestHome.withEmulator(scenario: scenario) { test, emulator in
            for seed in 0..<3 {
                try await test.submit(PhotoFixture.landscape(seed: seed), quote: Self.oldQuote)
            }
            let summary = try await test.drain(asking: emulator.baseURL, model: nil)
            #expect(summary.jobs == [.succeeded: 3])
            #expect(try await emulator.listRequests() == 1)
            #expect(Set(try await emulator.ledger().map(\.model)) == [Self.cheapest])
            let known = try await test.store.models(of: "gemini")
            #expect(known == KnownModels(chosen: Self.cheapest, chosenAt: test.clock.now))
            let jobs = try await test.store.jobs(JobFilter())
            for job in jobs {
                let charges = try await test.charges(of: job.id)
                #expect(charges.map(\.model) == [Self.cheapest])
                #expect(charges.map(\.estimate) == [33_600])
                #expect(job.quote == Self.oldQuote)
            }
            // The next worker finds it in the queue.
            try await test.submit(PhotoFixture.landscape(seed: 9), quote: Self.oldQuote)
            _ = try await test.drain(asking: emulator.baseURL, model: nil)
            #expect(try await emulator.listRequests() == 1)
        }
    }

    @Test func `a named model is asked without a look at the list`() async throws {
        try await TestHome.withEmulator { test, emulator in
            try await test.submit(quote: Self.quote)
            let summary = try await test.drain(asking: emulator.baseURL, model: Self.expensive)
            #expect(summary.jobs == [.succeeded: 1])
            #expect(try await emulator.listRequests() == 0)
            #expect(try await test.store.models(of: "gemini") == KnownModels())
        }
    }

    @Test func `without a paid job the list is not asked for`() async throws {
        try await TestHome.withEmulator { test, emulator in
            let summary = try await test.drain(asking: emulator.baseURL, model: nil)
            #expect(summary.ending == .done)
            #expect(try await emulator.listRequests() == 0)
        }
    }

    @Test
    func `a model that costs more than was told is not asked, and the gate names both prices`()
        async throws
    {
        try await TestHome.withEmulator(scenario: scenario([Self.expensive])) { test, emulator in
            let job = try #require(try await test.submit(quote: Self.quote).first)
            let summary = try await test.drain(asking: emulator.baseURL, model: nil)
            #expect(summary.ending == .halted)
            #expect(try await emulator.ledger().isEmpty)
            #expect(try await test.charges(of: job).isEmpty)
            #expect(try await test.job(job).waitReason == .providerHalted)
            let gate = try #require(try await test.gate())
            #expect(gate.reason == GateReason.priceAboveQuote.rawValue)
            let rise = try #require(PriceRise(detail: gate.detail))
            #expect(rise.model == Self.expensive)
            #expect(rise.price == 67_000)
            #expect(rise.quotedModel == Self.cheapest)
            #expect(rise.quotedPrice == 33_600)
            // What the key offers is known to the next submit; and whoever names it pays for it.
            #expect(try await test.store.models(of: "gemini").chosen == Self.expensive)
            _ = try await test.store.clearGate(of: "gemini", now: test.clock.now)
            let named = try await test.drain(asking: emulator.baseURL, model: Self.expensive)
            #expect(named.jobs == [.succeeded: 1])
        }
    }

    @Test func `a job that was told the higher price is made at it`() async throws {
        try await TestHome.withEmulator(scenario: scenario([Self.expensive])) { test, emulator in
            try await test.submit(quote: Quote(model: Self.expensive, price: 67_000))
            let summary = try await test.drain(asking: emulator.baseURL, model: nil)
            #expect(summary.jobs == [.succeeded: 1])
        }
    }

    @Test func `before a higher price halts, the list is asked whether a cheaper model is back`()
        async throws
    {
        try await TestHome.withEmulator { test, emulator in
            _ = try await test.store.choose(
                model: Self.expensive, of: "gemini", now: test.clock.now)
            try await test.submit(quote: Self.quote)
            let summary = try await test.drain(asking: emulator.baseURL, model: nil)
            #expect(summary.jobs == [.succeeded: 1])
            #expect(try await emulator.ledger().map(\.model) == [Self.cheapest])
        }
    }

    @Test func `after a 404 another model is chosen, and the job is made`() async throws {
        // Listed, and not served: the first request finds no model.
        let scenario = scenario(
            [Self.cheapest, Self.old], rules: #"{"answer":"404","times":1}"#)
        try await TestHome.withEmulator(scenario: scenario) { test, emulator in
            let job = try #require(try await test.submit(quote: Self.oldQuote).first)
            let summary = try await test.drain(asking: emulator.baseURL, model: nil)
            // Back in the queue after the 404, and then made.
            #expect(summary.jobs == [.waiting: 1, .succeeded: 1])
            #expect(
                try await emulator.ledger().map(\.model) == [Self.cheapest, Self.old])
            #expect(try await emulator.listRequests() == 2)
            #expect(try await test.charges(of: job).map(\.state) == [.free, .paid])
            #expect(try await test.job(job).attempts == 1)
            let known = try await test.store.models(of: "gemini")
            #expect(known.chosen == Self.old)
            #expect(known.gone == [Self.cheapest])
        }
    }

    @Test func `models that all answer 404 halt the gate, each asked once`() async throws {
        let scenario = scenario([Self.cheapest, Self.old], rules: #"{"answer":"404"}"#)
        try await TestHome.withEmulator(scenario: scenario) { test, emulator in
            try await test.submit(quote: Self.oldQuote)
            let summary = try await test.drain(asking: emulator.baseURL, model: nil)
            #expect(summary.ending == .halted)
            #expect(
                try await emulator.ledger().map(\.model) == [Self.cheapest, Self.old])
            #expect(try await test.gate()?.reason == GateReason.noModelOffered.rawValue)
        }
    }

    @Test func `a list without a known model halts the gate and names what it has`() async throws {
        let body = """
            {"models":[{"name":"models/x-image","supportedGenerationMethods":["generateContent"]},
            {"name":"models/words","supportedGenerationMethods":["generateContent"]}]}
            """
        let server = try ScriptedServer([
            .readRequest, .write(ScriptedServer.answer(200, Data(body.utf8))),
        ])
        try await TestHome.with { test in
            let job = try #require(try await test.submit(quote: Self.quote).first)
            let summary = try await test.drain(asking: server.url, model: nil)
            #expect(summary.ending == .halted)
            #expect(try await test.job(job).waitReason == .providerHalted)
            let gate = try #require(try await test.gate())
            #expect(gate.reason == GateReason.noModelOffered.rawValue)
            #expect(gate.detail == "The list has: x-image.")
        }
    }

    /// An answer to the request for the list, and what becomes of job and gate.
    struct BadList: Sendable, CustomTestStringConvertible {
        let status: Int
        let body: String
        let reason: WaitReason
        let gate: GateReason
        let isHalted: Bool
        /// Seconds until the gate opens.
        var opensAfter: TimeInterval = 0

        var testDescription: String { "\(status)" }

        static func error(_ status: Int, _ name: String, details: String = "") -> String {
            #"{"error":{"code":\#(status),"message":"No.","status":"\#(name)","details":[\#(details)]}}"#
        }
    }

    @Test(arguments: [
        BadList(
            status: 400,
            body: BadList.error(
                400, "INVALID_ARGUMENT",
                details: """
                    {"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}
                    """), reason: .providerHalted, gate: .keyInvalid, isHalted: true),
        BadList(
            status: 404, body: BadList.error(404, "NOT_FOUND"), reason: .providerHalted,
            gate: .unexpectedStatus, isHalted: true),
        BadList(
            status: 429, body: BadList.error(429, "RESOURCE_EXHAUSTED"), reason: .cooldown,
            gate: .tooManyRequests, isHalted: false, opensAfter: 300),
        BadList(
            status: 503, body: BadList.error(503, "UNAVAILABLE"), reason: .cooldown,
            gate: .unreachable, isHalted: false, opensAfter: 5),
        BadList(
            status: 200, body: "<html>", reason: .cooldown, gate: .notTheService, isHalted: false,
            opensAfter: 30),
        BadList(
            status: 302, body: "<html>", reason: .cooldown, gate: .notTheService, isHalted: false,
            opensAfter: 30),
        BadList(
            status: 403, body: BadList.error(403, "PERMISSION_DENIED"), reason: .providerHalted,
            gate: .permissionDenied, isHalted: true),
    ])
    func `a list that cannot be read loses no job`(_ list: BadList) async throws {
        let answer = ScriptedServer.answer(list.status, Data(list.body.utf8))
        let server = try ScriptedServer([.readRequest, .write(answer)])
        try await TestHome.with { test in
            for seed in 0..<3 {
                try await test.submit(PhotoFixture.landscape(seed: seed), quote: Self.quote)
            }
            let worker = try test.worker(asking: server.url, concurrency: 1, model: nil)
            try await worker.run()
            let summary = worker.summary
            #expect(summary.ending == (list.isHalted ? .halted : .held))
            for job in try await test.store.jobs(JobFilter()) {
                #expect(job.state == .waiting)
                #expect(job.attempts == 0)
                #expect(try await test.charges(of: job.id).isEmpty)
            }
            // How many were claimed ahead of the one that asked for the list is the worker's matter.
            let waiting = try await test.store.waiting()
            #expect(waiting.values.reduce(0, +) == 3)
            #expect(Set(waiting.keys).subtracting([.new]) == [list.reason])
            let gate = try #require(try await test.gate())
            #expect(gate.reason == list.gate.rawValue)
            #expect(gate.isHalted == list.isHalted)
            #expect(
                gate.opens
                    == (list.isHalted
                        ? Date(timeIntervalSince1970: 0)
                        : test.clock.now + list.opensAfter))
        }
    }

    @Test func `a service that is away for the list is asked again, and the jobs are made`()
        async throws
    {
        try await TestHome.withEmulator { test, emulator in
            try await test.submit(quote: Self.quote)
            let away = try ScriptedServer()
            let held = try await test.drain(asking: away.url, model: nil)
            #expect(held.ending == .held)
            test.clock.advance(by: 5)
            let summary = try await test.drain(asking: emulator.baseURL, model: nil)
            #expect(summary.jobs == [.succeeded: 1])
        }
    }

    @Test func `the budget counts the model that is asked`() async throws {
        try await TestHome.withEmulator(scenario: scenario([Self.old])) { test, emulator in
            for seed in 0..<2 {
                try await test.submit(PhotoFixture.landscape(seed: seed), quote: Self.oldQuote)
            }
            // Enough for two at the price that was expected first, and for one at the price of the model that is there.
            try await test.limit(spend: 70_000)
            let worker = try test.worker(asking: emulator.baseURL, concurrency: 1, model: nil)
            try await worker.run()
            #expect(worker.summary.jobs[.succeeded] == 1)
            #expect(try await test.store.waiting()[.budget] == 1)
        }
    }
}
