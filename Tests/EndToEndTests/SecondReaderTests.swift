import Foundation
import TestSupport
import Testing

/// Which moments a model reads, too, and what its answer changes.
@Suite(.timeLimit(.minutes(10)))
struct SecondReaderTests {
    /// A moment of each tone.
    private static let moments = [
        "crisis": "I want to be dead", "neutral": "Ölmek istiyorum", "gentle": "Cried all day",
        "recovery": "40 days without self harm", "cheer": "Took a short walk",
    ]
    private static let openly = ["--hard-moments", "models"]
    private static let prompts = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "prompts")

    /// Writes a moment of each tone, by a person who pays; returns the praise by tone.
    private func writeAll(
        _ journal: PaidJournal, _ mark: String = ""
    ) async throws -> [String: [String: Any]] {
        try await journal.pay()
        var told: [String: [String: Any]] = [:]
        for (tone, text) in Self.moments {
            told[tone] = try await journal.write(tone + mark, text)
            #expect(told[tone]?["tone"] as? String == tone)
        }
        return told
    }

    /// The tones whose moments a model is asked about.
    private func asked(_ told: [String: [String: Any]]) -> Set<String> {
        Set(told.filter { $0.value["job"] is String }.keys)
    }

    /// The prompt that a job was sent with.
    private func prompt(_ praise: [String: Any]?, _ sandbox: Sandbox) async throws -> String {
        let job = try #require(praise?["job"] as? String)
        return try await sandbox.run("show", job, "--json").output
    }

    @Test func `a journal's hard moments stay here unless its operator lets a model read them`()
        async throws
    {
        try await PaidJournal.with { journal in
            let (sandbox, emulator, _, _) = journal.parts
            #expect(try await asked(writeAll(journal, "-1")) == ["cheer"])
            for (rule, tones) in [
                ("models", Set(["neutral", "gentle", "recovery", "cheer"])), ("local", ["cheer"]),
            ] {
                let set = try await sandbox.run("space", "set", "journal", "--hard-moments", rule)
                #expect(set.exit == .status(0), "\(set.errors)")
                let shown = try await sandbox.run("space", "show", "journal", "--json").output
                let space = try JSONSerialization.jsonObject(with: Data(shown.utf8))
                #expect((space as? [String: Any])?["hard_moments"] as? String == rule)
                #expect(try await asked(writeAll(journal, rule)) == tones)
            }
            #expect(try await sandbox.drain() == 0)
            #expect(try await emulator.ledger().count == 6)
        }
    }

    @Test func `hard moments stay here in a space without a preset, too`() async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            let token = try await sandbox.addSpace(
                "journal", "--feature", "moments", "--provider", "gemini", "--scope", "operate")
            try await ServerProcess.with(sandbox) { server in
                let journal = PaidJournal(
                    sandbox: sandbox, emulator: emulator, server: server, token: token)
                let told = try await writeAll(journal)
                #expect(asked(told) == ["cheer"])
            }
        }
    }

    @Test func `a moment with a single sign of danger goes to no model either`() async throws {
        try await PaidJournal.with(options: Self.openly) { journal in
            for (text, goes) in [
                ("the thing from yesterday", true), ("goodbye", false), ("nobody is home", false),
            ] {
                let told = try await journal.write("\(text.count)", text)
                #expect(told["tone"] as? String == "neutral", "\(text)")
                #expect((told["job"] is String) == goes, "\(text)")
            }
        }
    }

    @Test func `words of danger go to no model, and each other moment with the prompt of its tone`()
        async throws
    {
        try await PaidJournal.with(options: Self.openly) { journal in
            let sandbox = journal.sandbox
            let told = try await writeAll(journal)
            #expect(asked(told) == ["neutral", "gentle", "recovery", "cheer"])
            #expect(try await sandbox.drain() == 0)
            func words(_ file: String) throws -> String {
                let text = try String(
                    contentsOf: Self.prompts.appending(path: "words/\(file).txt"), encoding: .utf8)
                return try #require(text.split(separator: "\n").last.map(String.init))
            }
            let (praise, gentle) = try (words("praise"), words("gentle"))
            for (tone, isPraised) in [
                ("neutral", false), ("gentle", false), ("recovery", true), ("cheer", true),
            ] {
                let sent = try await prompt(told[tone], sandbox).replacing("\\\"", with: "\"")
                #expect(sent.contains(isPraised ? praise : gentle), "\(tone)")
                #expect(!sent.contains(isPraised ? gentle : praise), "\(tone)")
            }
        }
    }

    /// What each answer of a model makes of a moment: the tone, and whether the text is the model's.
    private static let answers: [(choice: String, first: String, tone: String, isModels: Bool)] = [
        ("cheer", "cheer", "cheer", true), ("cheer", "recovery", "recovery", true),
        ("cheer", "gentle", "gentle", true), ("cheer", "neutral", "neutral", true),
        ("gentle", "cheer", "gentle", false), ("gentle", "recovery", "gentle", false),
        ("gentle", "gentle", "gentle", true), ("gentle", "neutral", "neutral", true),
        ("concern", "cheer", "neutral", false), ("concern", "recovery", "neutral", false),
        ("concern", "gentle", "neutral", false), ("concern", "neutral", "neutral", false),
    ]

    @Test(arguments: ["gemini", "openai"])
    func `a model raises the tone and never lowers it, and no text of another tone is shown`(
        provider: String
    ) async throws {
        try await PaidJournal.with(provider, options: Self.openly) { journal in
            let (sandbox, emulator, _, _) = journal.parts
            for choice in ["cheer", "gentle", "concern"] {
                try await emulator.setScenario(
                    #"{"rules":[{"answer":"instant","choice":"\#(choice)"}]}"#)
                let local = try await writeAll(journal, choice)
                #expect(try await sandbox.drain() == 0)
                for (of, first, tone, isModels) in Self.answers where of == choice {
                    let told = try await journal.told(first + choice)
                    let place: Comment = "\(choice) of \(first): \(told)"
                    #expect(told["tone"] as? String == tone, place)
                    #expect(told["state"] as? String == "final", place)
                    #expect(told["note"] == nil, place)
                    #expect((told["source"] as? String == "\(provider)-words") == isModels, place)
                    let isEmulated = (told["text"] as? String)?.hasPrefix("Emulated") == true
                    #expect(isEmulated == isModels, place)
                    // What a tone of danger or doubt names stays named.
                    let hasHelp = tone == "neutral" || local[first]?["help"] != nil
                    #expect((told["help"] != nil) == hasHelp, place)
                }
                let crisis = try await journal.told("crisis" + choice)
                #expect(crisis["text"] as? String == local["crisis"]?["text"] as? String)
            }
            #expect(try await emulator.ledger().count == 12)
        }
    }

    @Test(arguments: [("concern", "neutral"), ("gentle", "gentle")])
    func `a model's doubt counts whatever it wrote, and what it wrote is not kept`(
        doubt: String, tone: String
    ) async throws {
        try await PaidJournal.with { journal in
            let (sandbox, emulator, _, _) = journal.parts
            try await emulator.setScenario(
                ModelWords.scenario(
                    #"{"tone":"\#(doubt)","text":"See a doctor about your symptoms.","tags":[]}"#))
            let local = try await journal.write("walk")
            #expect(local["tone"] as? String == "cheer")
            #expect(try await sandbox.drain() == 0)
            let told = try await journal.told("walk")
            #expect(told["tone"] as? String == tone)
            #expect(told["text"] as? String != local["text"] as? String)
            #expect(told["source"] as? String == "local")
            #expect(told["note"] == nil)
            #expect((told["help"] != nil) == (doubt == "concern"))
            let job = try #require(local["job"] as? String)
            let shown = try await sandbox.run("show", job, "--json").output
            #expect(!shown.contains("symptoms"))
            // The day is not a bright one any more.
            let day = try #require(try await journal.days().first)
            #expect(day["label"] == nil && day["emoji"] == nil)
        }
    }

    @Test func `a model sums up a day's wins alone, and no day that has something hard`()
        async throws
    {
        try await PaidJournal.with { journal in
            let (sandbox, emulator, server, token) = journal.parts
            try await journal.pay()
            func write(aMomentOf tone: String) async throws {
                let text = try #require(Self.moments[tone])
                let body = try JSONSerialization.data(
                    withJSONObject: [
                        "client_id": tone, "text": text, "time_zone": "GMT",
                        "happened_at": "2026-10-01T12:00:00Z",
                    ])
                let answer = try await server.post(
                    "/v1/moments", String(decoding: body, as: UTF8.self), token: token,
                    person: PaidJournal.anna)
                #expect(answer.status == 201, "\(answer.text)")
            }
            for tone in ["neutral", "recovery", "cheer"] {
                try await write(aMomentOf: tone)
            }
            // A request with any other words would fail.
            try await emulator.setScenario(
                """
                {"rules":[{"when":{"promptContains":"istiyorum"},"answer":"400-invalid-argument"},
                {"when":{"promptContains":"40 days without"},"answer":"400-invalid-argument"},
                {"answer":"instant"}]}
                """)
            let local = try #require(try await journal.days().first)
            #expect(local["label"] is String)
            for _ in 0..<2 { #expect(try await sandbox.drain() == 0) }
            let bright = try #require(try await journal.days().first)
            let summary = try #require(bright["summary"] as? [String: Any])
            #expect(summary["source"] as? String == "gemini-words")

            // Written down later, of the same day.
            try await write(aMomentOf: "crisis")
            let dark = try #require(try await journal.days().first)
            #expect(dark["label"] == nil && dark["emoji"] == nil)
            let told = try #require(dark["summary"] as? [String: Any])
            #expect(told["source"] as? String == "local")
            #expect(told["text"] as? String != summary["text"] as? String)
        }
    }
}
