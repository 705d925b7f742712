import Foundation
import Glibc
import TestSupport
import Testing

/// Every option and argument of every command, with values at the ends of what a program can read.
///
/// The options are those that the program lists, so a new one is tried too.
@Suite(.timeLimit(.minutes(10)))
struct CommandEndsTests {
    /// What runs until it is stopped; its options are tried where there is no home that could be opened.
    private static let endless: Set<String> = ["worker", "serve", "watch"]

    @Test func `no value of an option or an argument is a fault of the program`() async throws {
        try await Sandbox.offline { sandbox in
            _ = try await sandbox.submitOne()
            _ = try await sandbox.addSpace("shop", "--budget", "5")
            let runs = try await CommandListing.commands(sandbox).flatMap { words, command in
                Self.runs(words, command)
            }
            #expect(runs.count > 400)
            let next = Observed(0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for lane in 0..<3 {
                    // What a command removes is there for the others.
                    let home = "\(sandbox.folder)/home-\(lane)"
                    try FileManager.default.copyItem(atPath: sandbox.home, toPath: home)
                    group.addTask {
                        var own = sandbox
                        while true {
                            let index = next.next()
                            guard index < runs.count else { return }
                            let isEndless = Self.endless.contains(runs[index][0])
                            own.variables["HEADSHOT_HOME"] = isEndless ? "/proc/none" : home
                            let result = try await own.run(runs[index])
                            if case .status(let status) = result.exit, status != 70 { continue }
                            let words = runs[index].map { $0.prefix(100) }
                            Issue.record("\(words): \(result.exit) \(result.errors.prefix(500))")
                        }
                    }
                }
                try await group.waitForAll()
            }
            // The queue can still be read.
            _ = try await sandbox.expect(0, "list", "--json")
        }
    }

    /// A command with values in each place: with the largest number everywhere, and one other in turn.
    private static func runs(
        _ words: [String], _ command: CommandListing.Command
    ) -> [[String]] {
        let arguments = (command.arguments ?? []).filter {
            $0.names?.contains { ["help", "version"].contains($0.name) } != true
        }
        let positional = arguments.filter { $0.kind == "positional" }
        let operands =
            CommandListing.operands[words[0]]
            ?? positional.filter { $0.isOptional == false }.map { argument in
                words[0] == "space"
                    ? "shop" : argument.valueName == "file" ? "file.html" : "0000000000"
            }
        let long = String(repeating: "x", count: 100_000)
        // Home and settings decide whether there is a queue at all.
        let options = arguments.filter {
            $0.kind == "option" && !["home", "config"].contains($0.names?.first?.name)
        }.compactMap { $0.names?.first?.name }
        let others = Self.values + [long]
        var runs = options.enumerated().flatMap { index, name in
            [Self.largest, others[index % others.count]].map {
                words + operands + ["--\(name)=\($0)"]
            }
        }
        for index in positional.indices where words[0] != "restore" {
            runs += ([Self.largest] + others).map { value in
                var changed = operands
                while changed.count <= index { changed.append("x") }
                changed[index] = value
                return words + changed.filter { $0.hasPrefix("--") } + ["--"]
                    + changed.filter { !$0.hasPrefix("--") }
            }
        }
        return runs
    }

    /// Fewer than a server gets: each takes a process.
    private static let values = ["-1", "1e300", "9999-12-31T23:59:59Z"]
    private static let largest = "9223372036854775807"

    @Test func `a sheet of all jobs takes the largest number as its limit`() async throws {
        try await Sandbox.offline { sandbox in
            _ = try await sandbox.submitOne()
            let result = try await sandbox.run("sheet", "all.html", "--limit", "\(Int.max)")
            #expect(result.exit == .status(0), "\(result)")
            let refused = try await sandbox.run("sheet", "b.html", "--limit", "\(UInt64.max)")
            #expect(refused.exit == .status(64))
        }
    }

    @Test(arguments: [
        ("GMT+5", false), ("CET-1CEST", false), ("<+05>-5", false),
        ("EST5EDT,M3.2.0,M11.1.0", false),
        ("UTC-3", false), ("Mars/Phobos", false), ("Europe/Berlin", true), (":Europe/Berlin", true),
        ("/usr/share/zoneinfo/Asia/Tokyo", true), (":/etc/localtime", true), ("UTC", true),
        ("EST5EDT", true), ("Etc/GMT+5", true),
    ])
    func `a rule in place of a time zone's name is refused, unless a setting names the zone`(
        value: String, isTaken: Bool
    ) async throws {
        try await Sandbox.offline { sandbox in
            var sandbox = sandbox
            sandbox.variables["TZ"] = value
            let result = try await sandbox.run("status")
            #expect(result.exit == .status(isTaken ? 0 : 78), "\(result)")
            if !isTaken {
                #expect(result.errors.hasPrefix("headshot: TZ is '\(value)'; it must be a name"))
            }
            sandbox.variables["HEADSHOT_TIME_ZONE"] = "Europe/Berlin"
            #expect(try await sandbox.run("status").exit == .status(0))
            // The limits of the first queue begin their days in Berlin by now.
            sandbox.variables["HEADSHOT_HOME"] = "\(sandbox.folder)/other"
            sandbox.variables["HEADSHOT_TIME_ZONE"] = value
            let named = value.first?.isLetter == true
            #expect(try await sandbox.run("status").exit == .status(isTaken && named ? 0 : 78))
        }
    }

    @Test func `a backup may have a name of one letter`() async throws {
        try await Sandbox.offline { sandbox in
            let backup = try await sandbox.run("backup", "--queue-only", "b")
            #expect(backup.exit == .status(0), "\(backup.errors)")
            #expect(FileManager.default.fileExists(atPath: "\(sandbox.folder)/b"))
        }
    }

    @Test func `a time of day is one of the zone that the settings name`() async throws {
        try await Sandbox.offline { sandbox in
            var sandbox = sandbox
            sandbox.variables["TZ"] = "UTC"
            sandbox.variables["HEADSHOT_TIME_ZONE"] = "Asia/Tokyo"
            let ids = try await sandbox.submit([sandbox.photo(), "--not-before", "09:00"])
            let shown = try await sandbox.run("show", try #require(ids.first), "--json").output
            let job = try JSONSerialization.jsonObject(with: Data(shown.utf8)) as? [String: Any]
            // There is no summer time in Tokyo: nine o'clock is midnight in UTC.
            #expect((job?["due"] as? String)?.hasSuffix("T00:00:00Z") == true, "\(shown)")
            let spaces = try await sandbox.addSpace("shop")
            #expect(!spaces.isEmpty)
            let json = try await sandbox.run("space", "--json").output
            let created = try #require(json.firstMatch(of: /"created" : "([^"]+)"/)?.1)
            let zone = try #require(TimeZone(identifier: "Asia/Tokyo"))
            let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: zone)
                .year().month().day().time(includingFractionalSeconds: false)
            let table = try await sandbox.run("space").output
            #expect(
                table.contains(try Date(String(created), strategy: .iso8601).formatted(style)),
                "\(table)")
        }
    }

    @Test(
        .needs("root and setpriv") {
            geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")
        })
    func `a user without a name is told to name the person`() async throws {
        try await Sandbox.offline { sandbox in
            let photo = try sandbox.photo()
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o777], ofItemAtPath: sandbox.folder)
            // Whether there is a queue or not.
            for option in ["--force", "--check-only"] {
                let program = try Program.built("headshot").path
                let run = try await Program(path: "/usr/bin/setpriv").run(
                    ["--reuid=54321", "--clear-groups", program, "submit", photo, option],
                    environment: sandbox.variables, folder: sandbox.folder)
                #expect(run.exit == .status(64), "\(run)")
                #expect(run.errors.contains("has no name on this machine"), "\(run)")
                #expect(run.errors.contains("--person"))
            }
        }
    }
}
