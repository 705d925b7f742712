import Foundation
import TestSupport
import Testing

/// Spaces as an operator uses them at a terminal.
@Suite(.timeLimit(.minutes(10)))
struct SpaceTests {
    @Test func `two spaces share neither caps nor sight`() async throws {
        try await Sandbox.withEmulator { sandbox, emulator in
            for space in ["shop", "team"] {
                #expect(try await sandbox.run("space", "add", space).exit == .status(0))
            }
            let order = [try sandbox.photo(), "--person", "81f3", "--key", "one"]
            let inShop = try await sandbox.submit(order + ["--space", "shop"])
            let inTeam = try await sandbox.submit(order + ["--space", "team"])
            // The key is a person's own.
            #expect(inShop != inTeam)
            #expect(try await sandbox.drain("--daily-cap", "1") == 0)
            // Only now: of two jobs that are prepared at once, either may get the day's place.
            let second = try await sandbox.submit(
                [try sandbox.photo(seed: 1), "--person", "81f3", "--space", "shop"])
            #expect(try await sandbox.drain("--daily-cap", "1") == 75)

            #expect(try await emulator.ledger().count == 2)
            for id in inShop + inTeam {
                #expect(try await sandbox.job(id).state == "succeeded")
            }
            #expect(try await sandbox.job(second[0]).reason == "daily_cap")

            func ids(_ options: String...) async throws -> Set<String> {
                let listed = try await sandbox.run(["list", "--csv"] + options).output
                return Set(
                    listed.split(whereSeparator: \.isNewline).dropFirst().compactMap {
                        $0.split(separator: ",").first.map(String.init)
                    })
            }
            #expect(try await ids("--space", "shop") == Set(inShop + second))
            #expect(try await ids("--space", "team", "--person", "81f3") == Set(inTeam))
            // The command line's own 81f3 is somebody else.
            #expect(try await ids("--person", "81f3").isEmpty)
            #expect(try await ids().count == 3)

            let usage = try await sandbox.run("usage", "--space", "team").output
            #expect(usage.contains("team/81f3") && !usage.contains("shop/81f3"))
            #expect(
                try await sandbox.run("show", inTeam[0]).output.contains(
                    /space +team/))

            let forgotten = try await sandbox.run(
                "forget", "81f3", "--space", "shop", "--yes")
            #expect(forgotten.exit == .status(0), "\(forgotten.errors)")
            #expect(try await ids() == Set(inTeam))
        }
    }

    @Test func `a space says who makes its headshots, and an order may say otherwise`()
        async throws
    {
        try await Sandbox.withEmulator { sandbox, emulator in
            var sandbox = sandbox
            // What holds for the machine does not hold for the space.
            sandbox.variables["HEADSHOT_PROVIDER"] = "gemini"
            _ = try await sandbox.run("space", "add", "shop", "--provider", "local")
            try DrawnFace.photo().write(to: URL(filePath: "\(sandbox.folder)/me.jpg"))
            let ids = try await sandbox.submit(["me.jpg", "--space", "shop"])
            #expect(try await sandbox.drain() == 0)
            #expect(try await emulator.ledger().isEmpty)
            #expect(try await sandbox.job(ids[0]).state == "succeeded")

            _ = try await sandbox.run("space", "set", "shop", "--provider", "gemini")
            let orders = [
                ("left", [], 1), ("right", ["--provider", "local"], 1),
                ("front", ["--provider", "gemini"], 2),
            ]
            for (angle, options, requests) in orders {
                let order = ["me.jpg", "--space", "shop", "--angle", angle]
                _ = try await sandbox.submit(order + options)
                _ = try await sandbox.drain()
                #expect(try await emulator.ledger().count == requests)
            }
        }
    }

    @Test(arguments: [
        ["submit", "me.jpg", "--space", "shop"],
        ["submit", "me.jpg", "--space", "shop", "--check-only"],
        ["forget", "anna", "--space", "shop", "--yes"],
        ["space", "set", "shop", "--provider", "local"],
    ])
    func `a space that was never added is refused, with the way to add it`(
        _ command: [String]
    ) async throws {
        try await Sandbox.offline { sandbox in
            try DrawnFace.photo().write(to: URL(filePath: "\(sandbox.folder)/me.jpg"))
            for hasQueue in [false, true] {
                if hasQueue { _ = try await sandbox.run("space", "list") }
                let refused = try await sandbox.run(command)
                #expect(refused.exit == .status(64))
                #expect(refused.errors.contains("'headshot space add shop' makes it"))
            }
            #expect(try await sandbox.jobs().isEmpty)
        }
    }

    private static let plans: [(text: String, isTaken: Bool)] = [
        (#"{}"#, true), (#"{"free":{"scans":false}}"#, true),
        (#"{"pro":{"words":{"praise":3,"tips_long":0}},"sandbox_purchases":true}"#, true),
        (#"{"fre":{}}"#, false), (#"{"free":{"scan":false}}"#, false),
        (#"{"free":{"words":{"prase":3}}}"#, false), (#"{"free":7}"#, false), ("[]", false),
        ("", false),
    ]

    @Test(arguments: plans.indices)
    func `plans name what they change, and nothing that is misspelt`(index: Int) async throws {
        let (text, isTaken) = Self.plans[index]
        try await Sandbox.offline { sandbox in
            let file = "\(sandbox.folder)/plans.json"
            try Data(text.utf8).write(to: URL(filePath: file))
            let added = try await sandbox.run("space", "add", "shop", "--plans", file)
            #expect((added.exit == .status(0)) == isTaken, "\(added.errors)")
            if !isTaken { #expect(added.errors.contains(file)) }
        }
    }

    @Test func `a space is added once, by a name that is one, and listed`() async throws {
        try await Sandbox.offline { sandbox in
            let none = try await sandbox.run("space")
            #expect(none.exit == .status(0) && none.errors.contains("headshot space add"))
            #expect(try await sandbox.run("space", "add", "shop").exit == .status(0))
            let again = try await sandbox.run("space", "add", "shop")
            #expect(again.exit == .status(64))
            #expect(again.errors.contains("'headshot space set shop' changes it"))
            for name in ["", "Shop", "1a", "a b", String(repeating: "a", count: 33)] {
                #expect(try await sandbox.run("space", "add", name).exit == .status(64), "\(name)")
            }
            #expect(try await sandbox.run("space").output.contains("shop"))
            let json = try await sandbox.run("space", "list", "--json").output
            let listed = try JSONSerialization.jsonObject(with: Data(json.utf8))
            let spaces = (listed as? [String: Any])?["spaces"] as? [[String: Any]]
            #expect(spaces?.map { $0["name"] as? String } == ["shop"])
            #expect(spaces?.map { $0["provider"] as? String } == ["gemini"])
        }
    }

    @Test func `a token for an app is printed with a hint if its space has no budget`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let hint = "headshot space set glow --budget"
            let kinds: [(command: [String], hears: Bool)] = [
                (["add", "glow", "--kind", "app"], true),
                (["token", "glow", "--kind", "app"], true),
                (["rotate", "glow", "--kind", "app"], true), (["token", "glow"], false),
                (["set", "glow", "--budget", "5"], false),
                (["token", "glow", "--kind", "app"], false),
            ]
            for (command, hears) in kinds {
                let made = try await sandbox.run(["space"] + command)
                #expect(made.exit == .status(0), "\(made.errors)")
                #expect(made.errors.contains(hint) == hears, "\(command): \(made.errors)")
            }
        }
    }
}
