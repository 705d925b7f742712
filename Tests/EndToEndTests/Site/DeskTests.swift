import Foundation
import TestSupport
import Testing

/// The pages of an operator, in real browsers, with the built programs behind them.
@Suite(
    .needs("browsers: 'make setup-browser'", where: { BrowserCheck.isInstalled }), .serialized,
    .timeLimit(.minutes(10)))
struct DeskTests {
    /// A site whose headshots are made here, free.
    private func withDesk(_ body: (DeskSandbox) async throws -> Void) async throws {
        try await Sandbox.offline { sandbox in
            try await SiteSandbox.with(sandbox) { try await body(DeskSandbox($0)) }
        }
    }

    /// A site whose headshots are made by a model, which is an emulator, with what `prepare` has put into the queue before.
    private func withModel(
        answer: String? = nil,
        prepare: (Sandbox, EmulatorProcess) async throws -> Void = { _, _ in },
        _ body: (DeskSandbox, EmulatorProcess) async throws -> Void
    ) async throws {
        try await Sandbox.withEmulator(answer: answer) { sandbox, emulator in
            try await prepare(sandbox, emulator)
            try await SiteSandbox.with(sandbox, provider: "gemini") {
                try await body(DeskSandbox($0), emulator)
            }
        }
    }

    /// Submits photos of persons to the model, which gives no answer, until each is uncertain.
    private func uncertain(
        _ people: [String], _ sandbox: Sandbox, _ emulator: EmulatorProcess
    ) async throws -> [String] {
        var ids: [String] = []
        for (seed, person) in people.enumerated() {
            let photo = try sandbox.photo(seed: seed)
            ids += try await sandbox.submit([photo, "--person", person, "--provider", "gemini"])
        }
        while try await sandbox.jobs().contains(where: { $0.state != "uncertain" }) {
            _ = try await sandbox.run("gate", "clear")
            _ = try await sandbox.drain()
        }
        try await emulator.setScenario(#"{"rules":[]}"#)
        _ = try await sandbox.run("gate", "clear")
        return ids
    }

    // W1
    @Test func `each page of the desk is accessible, light and narrow, dark and wide`() async throws
    {
        try await withDesk { try await $0.check("pages_are_accessible") }
    }

    // W2
    @Test func `an operator does everything by keyboard, with a focus that can be seen`()
        async throws
    {
        try await withDesk { try await $0.check("way_by_keyboard") }
    }

    // W3
    @Test func `an operator does everything without script`() async throws {
        try await withDesk { try await $0.check("way_without_script") }
    }

    @Test func `an operator's way works in Firefox`() async throws {
        try await withDesk { try await $0.check("way_in_firefox") }
    }

    // W4
    @Test func `the desk obeys its policy and asks no one else`() async throws {
        try await withDesk { try await $0.check("policy") }
    }

    // W5
    @Test func `names that are markup are text at the desk`() async throws {
        try await Sandbox.offline { sandbox in
            let name = #""><script>alert(1)</script>"# + String(repeating: "x", count: 90)
            let file = #"\#u{202E}"><script>alert(2).jpg"#
            try PhotoFixture.landscape().write(to: URL(filePath: "\(sandbox.folder)/\(file)"))
            let ids = try await sandbox.submit([file, "--person", name, "--provider", "gemini"])
            try await SiteSandbox.with(sandbox) { site in
                try await DeskSandbox(site).check("hostile_names", ["job": ids[0], "person": name])
            }
        }
    }

    // W6
    @Test
    func `a refused photo shows the sentences of the command line, and orders nothing`()
        async throws
    {
        try await withDesk { desk in
            let page = try await desk.check("refused")
            let sentences = try #require(page["sentences"] as? [String])
            let checked = try await desk.site.sandbox.run(
                "submit", "--check-only", "wall.jpg", "--person", "p0", "--space",
                SiteSandbox.space)
            #expect(!sentences.isEmpty)
            for sentence in sentences {
                #expect((checked.output + checked.errors).contains(sentence), "\(checked)")
            }
            #expect(try await desk.site.sandbox.jobs().isEmpty)
        }
    }

    // W7
    @Test
    func `the price is that of the command line, and an order at another price is asked again`()
        async throws
    {
        try await withModel { desk, emulator in
            let lines = try #require(try await desk.check("price")["lines"] as? [String])
            let told = try await desk.site.sandbox.run(
                "submit", "--check-only", "good.jpg", "--person", "p0", "--space",
                SiteSandbox.space, "--provider", "gemini")
            #expect(!lines.isEmpty)
            for line in lines { #expect(told.errors.contains(line), "\(told)") }
            #expect(try await desk.site.sandbox.jobs().isEmpty)
            #expect(try await emulator.ledger().isEmpty)
        }
    }

    // W8
    @Test func `the banner of a cooldown counts down, and goes when the gate opens`()
        async throws
    {
        try await Sandbox.withEmulator { sandbox, emulator in
            try await emulator.setScenario(#"{"rules":[{"answer":"429-bare","times":1}]}"#)
            _ = try await sandbox.submit([sandbox.photo(), "--provider", "gemini"])
            let clock = try ClockInHand(in: sandbox)
            let timed = try await clock.given(to: sandbox)
            try await SiteSandbox.with(timed, provider: "gemini") { site in
                let go = "\(sandbox.folder)/go"
                try await emulator.waitForRequests(atLeast: 1)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        try await DeskSandbox(site).check("cooldown", ["go": go])
                    }
                    group.addTask {
                        while !FileManager.default.fileExists(atPath: go) {
                            // Waits: for the check, which writes the file.
                            try await Task.sleep(for: .milliseconds(50))
                        }
                        try clock.set(ahead: 301)
                    }
                    try await group.next()
                    try await group.next()
                }
            }
        }
    }

    // W9
    @Test
    func `a field keeps the focus while the page changes, and a hidden page asks for nothing`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "hang") { sandbox, _ in
            let ids = try await sandbox.submit([sandbox.photo(), "--provider", "gemini"])
            try await SiteSandbox.with(sandbox, provider: "gemini") { site in
                try await DeskSandbox(site).check("focus_and_rest", ["job": ids[0]])
            }
        }
    }

    // W10
    @Test func `a request that was not charged is sent once more, however often that is clicked`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "drop-before-headers") { sandbox, emulator in
            let ids = try await uncertain(["anna"], sandbox, emulator)
            let before = try await emulator.ledger().count
            try await SiteSandbox.with(sandbox, provider: "gemini") { site in
                try await DeskSandbox(site).check("not_charged", ["job": ids[0]])
            }
            #expect(try await emulator.ledger().count == before + 1)
            #expect(try await sandbox.job(ids[0]).charges.count { $0.state == "paid" } == 1)
        }
    }

    @Test func `on a bad day, all charges in doubt are decided with their number and their sum`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "drop-before-headers") { sandbox, emulator in
            var sandbox = sandbox
            sandbox.variables["HEADSHOT_MODEL"] = Sandbox.model
            _ = try await uncertain(["anna", "bert"], sandbox, emulator)
            let before = try await emulator.ledger().count
            try await SiteSandbox.with(sandbox, provider: "gemini") { [sandbox] site in
                try await DeskSandbox(site).check("all_charges", ["count": 2, "sum": "$0.078"])
                // Its worker makes them now.
                while try await sandbox.jobs().contains(where: { $0.state != "succeeded" }) {}
            }
            #expect(try await emulator.ledger().count == before + 2)
        }
    }

    @Test func `only the server's operator clears a gate`() async throws {
        try await Sandbox.withEmulator(answer: "key-invalid") { sandbox, emulator in
            _ = try await sandbox.submit([sandbox.photo(), "--provider", "gemini"])
            _ = try await sandbox.drain()
            try await emulator.setScenario(#"{"rules":[{"answer":"hang"}]}"#)
            try await SiteSandbox.with(sandbox, provider: "gemini") { site in
                try await DeskSandbox(site).check("halted")
            }
        }
    }

    // W11
    @Test func `the zip of what matches opens elsewhere, with names that are unique and safe`()
        async throws
    {
        try await Sandbox.withEmulator { sandbox, _ in
            let photos = try (0..<6).map { try sandbox.photo(seed: $0) }
            for person in ["../anna", #"a"<b>"#] {
                _ = try await sandbox.submit(
                    photos + ["--person", person, "--provider", "gemini", "--background", "casual"])
            }
            #expect(try await sandbox.drain() == 0)
            let made = try await sandbox.jobs().count { $0.state == "succeeded" }
            #expect(made == 12)
            try await SiteSandbox.with(sandbox) { site in
                try await DeskSandbox(site).check("archive", ["count": made])
            }
        }
    }

    @Test func `what matches is cancelled and made again, if it is still as many`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "hang") { sandbox, _ in
            var sandbox = sandbox
            sandbox.variables["HEADSHOT_MODEL"] = Sandbox.model
            for seed in 0..<2 {
                _ = try await sandbox.submit([
                    sandbox.photo(seed: seed), "--provider", "gemini", "--not-before",
                    "2040-01-01T00:00:00Z",
                ])
            }
            try await SiteSandbox.with(sandbox, provider: "gemini") { site in
                let page = try await DeskSandbox(site).check("bulk")
                #expect(page["cost"] as? String == "2 headshots by \(Sandbox.model), about $0.078")
            }
        }
    }

    @Test func `a person is asked for a new photo, and what a person chose is approved`()
        async throws
    {
        try await withDesk { try await $0.check("team") }
    }

    @Test func `a list becomes links that are shown once`() async throws {
        try await withDesk { try await $0.check("invite") }
    }

    @Test func `a person is removed once the id was typed`() async throws {
        try await Sandbox.withEmulator { sandbox, _ in
            _ = try await sandbox.submit([
                sandbox.photo(), "--person", "anna", "--provider", "gemini",
            ])
            #expect(try await sandbox.drain() == 0)
            try await SiteSandbox.with(sandbox) { site in
                try await DeskSandbox(site).check("forget", ["person": "anna"])
            }
            #expect(try await sandbox.jobs().isEmpty)
        }
    }

    @Test func `a job is made again in another style by another maker`() async throws {
        try await Sandbox.withEmulator(answer: "blocked-prompt") { sandbox, emulator in
            let ids = try await sandbox.submit([sandbox.photo(), "--provider", "gemini"])
            _ = try await sandbox.drain()
            let before = try await emulator.ledger().count
            try await SiteSandbox.with(sandbox) { site in
                try await DeskSandbox(site).check("retry_otherwise", ["job": ids[0]])
            }
            #expect(try await emulator.ledger().count == before)
        }
    }

    @Test func `what a webhook's receiver did not take is sent again`() async throws {
        try await withDesk { desk in
            let sandbox = desk.site.sandbox
            // No one listens there.
            _ = try await sandbox.expect(
                0, "space", "set", SiteSandbox.space, "--webhook", "http://127.0.0.1:9/hook")
            _ = try await sandbox.submit([
                sandbox.photo(), "--person", "p0", "--space", SiteSandbox.space, "--provider",
                "local",
            ])
            try await desk.check("deliveries")
        }
    }

    @Test func `a proxy that signs an operator in is believed only where it is named`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            for (named, status) in [(true, 200), (false, 303)] {
                let options = named ? ["--behind-proxy", "127.0.0.1"] : []
                let arguments =
                    [
                        "serve", "--listen", "127.0.0.1:0", "--isolation", "best", "--site",
                        "--desk-header", "Remote-User",
                    ] + options
                try await sandbox.running(arguments) { program in
                    let server = try await ServerProcess.started(program)
                    let answer = try await BrowserCheck.run("desk", "header", ["site": server.url])
                    #expect(answer["with"] as? Int == status)
                    #expect(answer["without"] as? Int == 303)
                }
            }
        }
    }
}

/// A site, with the tokens of operators.
struct DeskSandbox: Sendable {
    let site: SiteSandbox
    private let token: String
    private let spaceToken: String

    init(_ site: SiteSandbox) async throws {
        self.site = site
        func token(_ arguments: String...) async throws -> String {
            let made = try await site.sandbox.run(["space", "token"] + arguments)
            #expect(made.exit == .status(0), "\(made.errors)")
            return made.output.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        self.token = try await token()
        spaceToken = try await token(SiteSandbox.space, "--scope", "operate")
    }

    /// Runs a check of the operator's side.
    @discardableResult
    func check(_ name: String, _ values: [String: Any] = [:]) async throws -> [String: Any] {
        let all: [String: Any] = [
            "site": site.server.url, "links": site.links, "photos": try site.photos(),
            "token": token, "spaceToken": spaceToken,
        ]
        return try await BrowserCheck.run("desk", name, all.merging(values) { $1 })
    }
}
