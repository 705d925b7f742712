import Foundation
import TestSupport
import Testing

/// The built program with OpenAI as the provider: one payment for a headshot, and nothing sent in doubt.
@Suite(.timeLimit(.minutes(10)))
struct OpenAITests {
    @Test func `with both keys, each job is made by its own provider and paid once`() async throws {
        try await Sandbox.withBothKeys { sandbox, emulator in
            let usual = try await sandbox.submitOne()
            let other = try await sandbox.submitToOpenAI(seed: 1)
            #expect(try await sandbox.drain() == 0)
            let entries = try await emulator.ledger()
            for (job, prefix) in [(usual, "gemini-"), (other, "gpt-image-")] {
                let shown = try await sandbox.job(job)
                #expect(shown.state == "succeeded")
                #expect(shown.charges.map(\.state) == ["paid"])
                let own = entries.filter { $0.requestID?.hasPrefix(job) == true }
                #expect(own.count == 1 && own.allSatisfy { $0.model.hasPrefix(prefix) })
            }
            let text = try await sandbox.run("show", other).output
            #expect(text.contains("openai") && text.contains("gpt-image-1-mini"))
            // What a question to the provider's support needs.
            let json = try await sandbox.run("show", other, "--json").output
            let sidecar = try #require(try await sandbox.job(other).result).replacing(
                /\.[a-z]+$/, with: ".json")
            for text in [json, try String(contentsOfFile: sidecar, encoding: .utf8)] {
                #expect(text.contains(#""req_"#))
            }
            try expectNoKey(in: sandbox)
            try await sandbox.expectPromises(printed: [usual, other], emulator)
        }
    }

    @Test func `with only its key, OpenAI is asked, and what is another provider's waits`()
        async throws
    {
        try await Sandbox.withBothKeys { sandbox, emulator in
            let gemini = try await sandbox.submitOne()
            var keyed = sandbox
            keyed.variables["GEMINI_API_KEY"] = nil
            let submit = try await keyed.run("submit", "--force", keyed.photo(seed: 1))
            #expect(submit.errors.contains("Provider openai (an API key is set): 1 headshot"))
            let drain = try await keyed.run("drain")
            #expect(drain.exit == .status(78))
            #expect(drain.errors.contains("Jobs of the provider 'gemini' wait for its key"))
            #expect(try await emulator.ledger().map(\.model) == ["gpt-image-1-mini"])
            #expect(try await keyed.job(gemini).state == "waiting")
            let doctor = try await keyed.run("doctor")
            #expect(doctor.output.contains("openai's service's list"))
            #expect(doctor.output.contains("gpt-image-1-mini is there"))
        }
    }

    /// A rule of the emulator, and what becomes of the job, its charge and the gate.
    struct Case: Sendable, CustomTestStringConvertible {
        let answer: String
        let state: String
        let charge: String
        var gate: String?
        var testDescription: String { answer }
    }

    @Test(arguments: [
        Case(answer: "blocked-prompt", state: "failed", charge: "free"),
        Case(answer: "400-invalid-argument", state: "failed", charge: "free"),
        Case(answer: "empty", state: "failed", charge: "paid"),
        Case(answer: "html", state: "uncertain", charge: "unknown", gate: "not_the_service"),
        Case(answer: "drop-mid-body", state: "failed", charge: "paid"),
        Case(answer: "502-gateway", state: "uncertain", charge: "unknown"),
        Case(answer: "drop-before-headers", state: "uncertain", charge: "unknown"),
        Case(answer: "hang", state: "uncertain", charge: "unknown"),
        Case(
            answer: "429-per-minute", state: "waiting", charge: "free", gate: "quota_per_minute"),
        Case(answer: "429-no-credit", state: "waiting", charge: "free", gate: "out_of_credit"),
        Case(answer: "key-invalid", state: "waiting", charge: "free", gate: "key_invalid"),
        Case(answer: "401", state: "waiting", charge: "free", gate: "unauthenticated"),
        Case(answer: "403", state: "waiting", charge: "free", gate: "permission_denied"),
        Case(answer: "404", state: "waiting", charge: "free", gate: "no_model_offered"),
    ])
    func `an answer decides about job, charge and gate, and nothing is sent again`(
        _ a: Case
    ) async throws {
        try await Sandbox.withBothKeys(rule: #"{"answer":"\#(a.answer)","times":1}"#) {
            sandbox, emulator in
            let job = try await sandbox.submitToOpenAI()
            _ = try await sandbox.run("drain", "--request-timeout", "2")
            let shown = try await sandbox.job(job)
            #expect(shown.state == a.state)
            #expect(shown.charges.map(\.state) == [a.charge])
            let gates = try await sandbox.run("gate", "--json").output
            if let gate = a.gate {
                #expect(gates.contains(#""\#(gate)""#), "\(gates)")
                // Who looks at both providers is told whose gate it is.
                #expect(try await sandbox.run("status").output.contains("openai: "))
            }
            // The emulator would answer well now.
            _ = try await sandbox.run("drain")
            #expect(try await emulator.ledger().count == 1)
            // Gemini's gate is another: its jobs go on.
            let usual = try await sandbox.submit([sandbox.photo(seed: 7)])[0]
            _ = try await sandbox.run("drain")
            #expect(try await sandbox.job(usual).state == "succeeded")
        }
    }

    @Test func `a model without a known price is refused under a budget`() async throws {
        try await Sandbox.withBothKeys { sandbox, emulator in
            let job = try await sandbox.submitToOpenAI()
            var named = sandbox
            named.variables["HEADSHOT_OPENAI_MODEL"] = "gpt-image-2.5-flare"
            let drain = try await named.run("drain", "--max-spend-per-day", "5")
            #expect(drain.exit == .status(78))
            #expect(drain.errors.contains("The price of gpt-image-2.5-flare is unknown"))
            #expect(try await emulator.ledger().isEmpty)
            // Without a budget, a model that is named is paid for.
            _ = try await named.run("queue", "limits", "--no-budget")
            #expect(try await named.drain() == 0)
            #expect(try await emulator.ledger().map(\.model) == ["gpt-image-2.5-flare"])
            #expect(try await sandbox.job(job).state == "succeeded")
        }
    }

    @Test(arguments: ["gpt-image-2.5-sunburst", "gpt-5.6-luna", "gemini-3-pro-image"])
    func `a model that is not said to answer in time is refused by name`(
        _ model: String
    ) async throws {
        try await Sandbox.withBothKeys { sandbox, emulator in
            let submit = try await sandbox.run(
                "submit", "--force", "--provider", "openai", "--model", model, sandbox.photo())
            #expect(submit.exit == .status(78))
            #expect(submit.errors.contains("\(model) is not offered"))
            var named = sandbox
            named.variables["HEADSHOT_OPENAI_MODEL"] = model
            let drain = try await named.run("drain")
            #expect(drain.exit == .status(78))
            #expect(drain.errors.contains("gpt-image-1-mini"))
            #expect(try await sandbox.jobs().isEmpty)
            #expect(try await emulator.ledger().isEmpty)
        }
    }

    @Test func `a model of another provider is refused with its provider's name`() async throws {
        try await Sandbox.withBothKeys { sandbox, _ in
            let drain = try await sandbox.run("drain", "--model", "gpt-image-2")
            #expect(drain.exit == .status(78))
            #expect(drain.errors.contains("a model of the provider 'openai'"))
        }
    }

    @Test func `a space may have OpenAI make its headshots`() async throws {
        try await Sandbox.withBothKeys { sandbox, emulator in
            let add = try await sandbox.run("space", "add", "shop", "--provider", "openai")
            #expect(add.exit == .status(0), "\(add.errors)")
            let jobs = try await sandbox.submit([
                "--space", "shop", "--person", "anna", sandbox.photo(),
            ])
            #expect(try await sandbox.drain() == 0)
            #expect(try await emulator.ledger().map(\.model) == ["gpt-image-1-mini"])
            let retry = try await sandbox.run("retry", try #require(jobs.first), "--by", "gemini")
            #expect(retry.exit == .status(0), "\(retry.errors)")
            let again = try await sandbox.run("retry", try #require(jobs.first), "--by", "openai")
            #expect(again.errors.contains("by gpt-image-1-mini, about $0.015"))
        }
    }

    /// No file of the home holds a key.
    private func expectNoKey(in sandbox: Sandbox) throws {
        let files = FileManager.default.enumerator(atPath: sandbox.home)
        while let name = files?.nextObject() as? String {
            guard let bytes = FileManager.default.contents(atPath: "\(sandbox.home)/\(name)") else {
                continue
            }
            #expect(bytes.range(of: Data(Sandbox.openAIKey.utf8)) == nil, "\(name)")
        }
    }
}
