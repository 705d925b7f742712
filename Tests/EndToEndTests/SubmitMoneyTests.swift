import Foundation
import TestSupport
import Testing

/// What a submit says of money before it queues anything, and whose a key is.
@Suite(.timeLimit(.minutes(10)))
struct SubmitMoneyTests {
    private let order = ["submit", "--force", "team"]

    @Test func `a submit that would cost more than it may queues and keeps nothing`() async throws {
        try await Sandbox.offline { sandbox in
            try sandbox.folder("team", photos: ["a.jpg": 1, "b.jpg": 2])
            let refused = try await sandbox.run(order + ["--max-cost", "0.05"])
            #expect(refused.exit == .status(75))
            #expect(refused.output.isEmpty)
            #expect(refused.errors.contains("2 headshots by gemini-nano-banana-2.1, about $0.067."))
            #expect(refused.errors.contains("more than $0.05; nothing was queued."))
            #expect(try await sandbox.jobs().isEmpty)
            let photos = try FileManager.default.contentsOfDirectory(
                atPath: "\(sandbox.home)/photos")
            #expect(photos.isEmpty)
            let unknown = try await sandbox.run(order + ["--max-cost", "9", "--model", "new-1"])
            #expect(unknown.exit == .status(75))
            #expect(unknown.errors.contains("The price of new-1 is unknown"))
            #expect(try await sandbox.jobs().isEmpty)
            let taken = try await sandbox.run(order + ["--max-cost", "0.07"])
            #expect(taken.exit == .status(0))
            #expect(try await sandbox.jobs().count == 2)
        }
    }

    @Test func `what is in the queue already costs nothing`() async throws {
        try await Sandbox.offline { sandbox in
            try sandbox.folder("team", photos: ["a.jpg": 1, "b.jpg": 2, "same-as-a.jpg": 1])
            let first = try await sandbox.run(order)
            #expect(first.errors.contains("2 headshots"))
            let again = try await sandbox.run(order + ["--max-cost", "0"])
            #expect(again.exit == .status(0))
            #expect(!again.errors.contains("headshots by"))
            #expect(again.output.matches(of: /queued before/).count == 3)
            #expect(try await sandbox.jobs().count == 2)
        }
    }

    @Test func `a check ends with the forecast, and makes no queue`() async throws {
        try await Sandbox.offline { sandbox in
            try sandbox.folder("team", photos: ["a.jpg": 1, "b.jpg": 2])
            let checked = try await sandbox.run("submit", "team", "--check-only", "--force")
            #expect(checked.errors.contains("2 headshots by"))
            #expect(!FileManager.default.fileExists(atPath: sandbox.home))
            _ = try await sandbox.submit(["team"])
            try PhotoFixture.landscape(seed: 3)
                .write(to: URL(filePath: "\(sandbox.folder)/team/c.jpg"))
            let json = try await sandbox.run(
                "submit", "team", "--check-only", "--force", "--json")
            let answer = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
            let forecast = try #require((answer as? [String: Any])?["forecast"] as? [String: Any])
            #expect(forecast["jobs"] as? Int == 1)
            #expect(forecast["cost_micro_usd"] as? Int == 33_600)
            #expect(try await sandbox.jobs().count == 2)
        }
    }

    @Test func `as many photos are queued as a sum pays for, and the others are named`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let photos = ["a.jpg": 1, "b.jpg": 2, "c.jpg": 3, "d-is-c.jpg": 3]
            try sandbox.folder("team", photos: photos)
            let fitting = order + ["--as-many-as-fit", "--max-cost"]
            let some = try await sandbox.run(fitting + ["0.07"])
            // No photo was refused: there was no money for two.
            #expect(some.exit == .status(75))
            #expect(some.output.matches(of: /front-professional/).count == 2)
            #expect(some.errors.contains("Left out: team/c.jpg\nLeft out: team/d-is-c.jpg\n"))
            #expect(some.errors.contains("$0.07 pays for 2 of 4 new photos"))
            #expect(some.errors.contains("2 headshots by gemini-nano-banana-2.1, about $0.067."))
            #expect(try await sandbox.jobs().count == 2)
            // Which takes none is as without the option.
            let none = try await sandbox.run(fitting + ["0.01"])
            #expect(none.exit == .status(75))
            #expect(none.errors.contains("nothing was queued"))
            #expect(!none.errors.contains("--as-many-as-fit"), "it was used")
            let json = try await sandbox.run(
                order + ["--all-styles", "--as-many-as-fit", "--max-cost", "0.20", "--json"])
            #expect(json.exit == .status(75))
            // Of the first two photos five styles are new.
            let left = json.output.filter { !$0.isWhitespace }.replacing("\\/", with: "/")
            #expect(left.contains(#""left_out":["team/b.jpg","team/c.jpg","team/d-is-c.jpg"]"#))
            #expect(try await sandbox.jobs().count == 7)
            let rest = try await sandbox.run(fitting + ["0.07"])
            #expect(rest.exit == .status(0))
            #expect(!rest.output.isEmpty && !rest.errors.contains("Left out"))
            #expect(try await sandbox.jobs().count == 8)
        }
    }

    @Test func `a space's budget in all is forecast, kept, shown, and can be raised`() async throws
    {
        try await Sandbox.withEmulator { sandbox, emulator in
            let added = try await sandbox.run("space", "add", "shop", "--total-budget", "0.06")
            #expect(added.exit == .status(0))
            let shop = ["submit", "--force", "--space", "shop"]
            let first = try await sandbox.run(shop + [sandbox.photo(seed: 1)])
            #expect(!first.errors.contains("budget in all"))
            let second = try await sandbox.run(shop + [sandbox.photo(seed: 2)])
            #expect(
                second.errors.contains("$0.06 is left of the space's budget in all: it pays for 0")
            )
            // Another space has its own.
            let other = try await sandbox.run("submit", "--force", sandbox.photo(seed: 3))
            #expect(!other.errors.contains("budget in all"))
            let drained = try await sandbox.run("drain")
            #expect(drained.exit == .status(75))
            // No day refills it.
            #expect(
                drained.errors.contains(
                    """
                    Waiting for the budget in all of the space shop: 1 job, until 'headshot space set shop --total-budget' \
                    raises it.
                    """))
            #expect(!drained.errors.contains("daily"))
            let waiting = try #require(try await sandbox.jobs().first { $0.state == "waiting" }).id
            for look in [["list"], ["list", "--csv"], ["show", waiting], ["result", waiting]] {
                let seen = try await sandbox.run(look)
                #expect(
                    (seen.output + seen.errors).contains(
                        "The space's budget in all is spent. Waits until it is raised."), "\(look)")
            }
            let sheet = try await sandbox.run("sheet", "shop.html")
            #expect(sheet.exit == .status(0), "\(sheet.errors)")
            let page = try String(
                contentsOfFile: "\(sandbox.folder)/shop.html", encoding: .utf8)
            #expect(page.contains("budget in all is spent") && !page.contains("Waits until 2"))
            #expect(try await emulator.ledger().count == 2)
            let states = try await sandbox.jobs().map(\.state).sorted()
            #expect(states == ["succeeded", "succeeded", "waiting"])
            let shown = try await sandbox.run("space", "show", "shop").output
            #expect(shown.contains(/Budget in all: \$0\.06, of which \$0\.02\d is left\./))
            let json = try await sandbox.run("space", "show", "shop", "--json").output
            #expect(json.contains(#""total_budget_micro_usd" : 60000"#))
            let raised = try await sandbox.run("space", "set", "shop", "--no-total-budget")
            #expect(raised.exit == .status(0))
            #expect(!raised.output.contains("Budget in all"))
            #expect(try await sandbox.drain() == 0)
            #expect(try await emulator.ledger().count == 3)
        }
    }

    @Test(arguments: [
        (["a.jpg", "--angle", "left"], "left-professional of a.jpg, by gemini"),
        (["a.jpg", "--all-styles"], "6 styles of a.jpg, by gemini"),
        (["b.jpg"], "front-professional of b.jpg, by gemini"),
        (
            ["a.jpg", "--provider", "local"],
            "front-professional of a.jpg, by local with the backdrop studio"
        ),
    ])
    func `a key of another order is refused, and both orders are named`(
        arguments: [String], order: String
    ) async throws {
        try await Sandbox.offline { sandbox in
            try PhotoFixture.landscape(seed: 1).write(to: URL(filePath: "\(sandbox.folder)/a.jpg"))
            try PhotoFixture.landscape(seed: 2).write(to: URL(filePath: "\(sandbox.folder)/b.jpg"))
            let id = try #require(try await sandbox.submit(["a.jpg", "--key", "k"]).first)
            let second = try await sandbox.run(["submit", "--key", "k"] + arguments)
            #expect(second.exit == .status(65))
            #expect(second.output.isEmpty)
            #expect(second.errors.contains("the key 'k' belongs to another order, \(id)"))
            #expect(second.errors.contains("front-professional of"))
            #expect(second.errors.contains("This one is \(order)."))
            #expect(try await sandbox.jobs().count == 1)
        }
    }

    @Test func `a job that was there before is printed as the queue has it`() async throws {
        try await Sandbox.offline { sandbox in
            let photo = try PhotoFixture.landscape(seed: 1)
            for name in ["first.jpg", "copy.jpg"] {
                try photo.write(to: URL(filePath: "\(sandbox.folder)/\(name)"))
            }
            let id = try #require(
                try await sandbox.submit(["first.jpg", "--key", "k", "--angle", "left"]).first)
            let again = try await sandbox.run(
                "submit", "copy.jpg", "--key", "k", "--angle", "left")
            #expect(again.exit == .status(0))
            #expect(again.output == "\(id)  left-professional  first.jpg  (queued before)\n")
        }
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: script), "script(1) is missing"),
        arguments: [("n\n", [], 1, 0), ("y\n", [], 0, 30), ("", ["--yes"], 0, 30)])
    func `on a terminal, more than a dollar is asked about`(
        input: String, options: [String], exit: Int32, jobs: Int
    ) async throws {
        try await Sandbox.offline { sandbox in
            let photos = (1...5).map { ("\($0).jpg", $0) }
            try sandbox.folder("team", photos: Dictionary(uniqueKeysWithValues: photos))
            let program = try Program.built("headshot").path
            let words = [program] + order + ["--all-styles"] + options
            // Gives the program a terminal, and what is typed there.
            let result = try await Program(path: Self.script).run(
                ["-qec", words.joined(separator: " "), "/dev/null"],
                environment: sandbox.variables, folder: sandbox.folder, input: Data(input.utf8))
            #expect(result.exit == .status(exit))
            #expect(result.output.contains("30 headshots by"))
            #expect(
                result.output.contains("Queue 30 jobs for about $1.008? [y/N]") == options.isEmpty)
            #expect(try await sandbox.jobs().count == jobs)
        }
    }

    private static let script = "/usr/bin/script"

    @Test func `the forecast is told before the first job`() async throws {
        try await Sandbox.offline { sandbox in
            let photo = try sandbox.photo()
            // Both go to one file, in the order in which they are written.
            let program = try Program.built("headshot")
            let result = try await Program(path: "/bin/sh").run(
                ["-c", "exec \"$0\" submit --force \"$1\" 2>&1", program.path, photo],
                environment: sandbox.variables, folder: sandbox.folder)
            let forecast = try #require(result.output.range(of: "1 headshot by"))
            let job = try #require(result.output.range(of: "front-professional"))
            #expect(forecast.lowerBound < job.lowerBound)
        }
    }
}
