import Foundation
import TestSupport
import Testing

/// Limits belong to the queue: every process, in whatever time zone, counts by what it keeps.
@Suite(.s3ServerIfInstalled, .timeLimit(.minutes(10)))
struct LimitsTests {
    private static let zones = ["UTC", "Pacific/Auckland", "Pacific/Honolulu", "Asia/Kolkata"]

    /// Gives a queue of each engine to a body, which expects the same of both.
    private func withQueues(
        _ body: (Sandbox, EmulatorProcess) async throws -> Void
    ) async throws {
        try await Sandbox.withEmulator(body)
        if PostgresServer.isNeeded, S3Server.current != nil {
            try await Sandbox.withServer { sandbox, emulator, _ in try await body(sandbox, emulator)
            }
        }
    }

    private func drain(
        _ sandbox: Sandbox, in zone: String, _ options: String...
    ) async throws -> ProgramResult {
        var there = sandbox
        there.variables["TZ"] = zone
        return try await there.run(["drain"] + options)
    }

    @Test func `drains in several time zones send as many requests as the cap allows on one day`()
        async throws
    {
        try await withQueues { sandbox, emulator in
            var sandbox = sandbox
            sandbox.variables["HEADSHOT_DAILY_CAP"] = "3"
            let ids = try await sandbox.submitSome(8, person: "anna")
            let others = try await sandbox.submitSome(1, from: 8, person: "bert")
            for zone in Self.zones {
                let result = try await drain(sandbox, in: zone)
                #expect(result.exit == .status(75), "\(result)")
            }
            #expect(try await emulator.ledger().count == 4)
            try await sandbox.expectPromises(
                printed: ids + others, emulator, cap: 3, mayWait: true)
        }
    }

    @Test func `drains in several time zones spend no more than the budget of one day`()
        async throws
    {
        try await withQueues { sandbox, emulator in
            var sandbox = sandbox
            sandbox.variables["HEADSHOT_MAX_SPEND_PER_DAY"] = "0.10"
            _ = try await sandbox.submitSome(6, person: "anna")
            for zone in Self.zones {
                let result = try await drain(sandbox, in: zone)
                #expect(result.exit == .status(75), "\(result)")
                #expect(result.errors.contains("for the daily budget of $0.10"))
            }
            #expect(try await emulator.ledger().count == 2)
            #expect(try await spent(sandbox) <= 100_000)
        }
    }

    @Test(arguments: [(0.0672, 1), (0.1, 2), (0.0344, 0)])
    func `a day's sum stays within the budget with a model that costs more than its list price`(
        budget: Double, requests: Int
    ) async throws {
        try await Sandbox.withEmulator { sandbox, emulator in
            _ = try await sandbox.submitSome(6, person: "anna")
            let drained = try await sandbox.run(
                "drain", "--model", "gemini-nano-banana-2.1", "--max-spend-per-day", "\(budget)")
            #expect(drained.exit == .status(75), "\(drained)")
            #expect(try await emulator.ledger().count == requests)
            #expect(try await spent(sandbox) <= Int(budget * 1_000_000))
        }
    }

    /// What a setting says, and what the sentence about it names.
    private static let contradictions: [(variable: String, value: String, words: String)] = [
        ("HEADSHOT_DAILY_CAP", "3", "HEADSHOT_DAILY_CAP says 3, but the queue's daily cap is 4."),
        (
            "HEADSHOT_MAX_SPEND_PER_DAY", "5",
            "HEADSHOT_MAX_SPEND_PER_DAY says $5.00, but the queue has no budget."
        ),
        (
            "HEADSHOT_TIME_ZONE", "Europe/Berlin",
            "HEADSHOT_TIME_ZONE says Europe/Berlin, but the queue's days begin in the time zone UTC."
        ),
    ]

    @Test func `a setting that contradicts the queue ends every command that counts by it`()
        async throws
    {
        try await withQueues { sandbox, emulator in
            _ = try await sandbox.run("queue", "limits", "--daily-cap", "4", "--time-zone", "UTC")
            _ = try await sandbox.submitOne()
            for (variable, value, words) in Self.contradictions {
                var other = sandbox
                other.variables[variable] = value
                for command in ["drain", "worker", "serve", "status", "usage"] {
                    let refused = try await other.run(command)
                    #expect(refused.exit == .status(78), "\(variable) \(command): \(refused)")
                    #expect(refused.errors.contains(words), "\(refused.errors)")
                    #expect(refused.errors.contains("headshot queue limits --"))
                }
                let order = try await other.run(["submit", "--force", sandbox.photo(seed: 7)])
                #expect(order.exit == .status(78), "\(order)")
                let shown = try await other.run("queue", "limits")
                #expect(shown.exit == .status(0))
                #expect(shown.errors.contains(words))
            }
            #expect(try await emulator.ledger().isEmpty)
            // The machine's zone is no setting, and the same value contradicts nothing.
            let same = try await drain(
                sandbox, in: "Asia/Tokyo", "--daily-cap", "4", "--time-zone", "UTC")
            #expect(same.exit == .status(0), "\(same)")
            #expect(try await sandbox.jobs().count == 1)
        }
    }

    @Test func `limits are shown and changed one by one, and jobs that wait are judged anew`()
        async throws
    {
        try await withQueues { sandbox, emulator in
            _ = try await sandbox.submitSome(3, person: "anna")
            let first = try await drain(sandbox, in: "Asia/Tokyo", "--daily-cap", "1")
            #expect(first.exit == .status(75), "\(first)")
            #expect(
                try await limits(sandbox)
                    == Limits(dailyCap: 1, dailySpendMicroUsd: nil, timeZone: "Asia/Tokyo"))
            #expect(
                try await limits(sandbox, "--daily-cap", "2", "--max-spend-per-day", "9.5")
                    == Limits(dailyCap: 2, dailySpendMicroUsd: 9_500_000, timeZone: "Asia/Tokyo"))
            #expect(try await sandbox.drain() == 75)
            #expect(try await emulator.ledger().count == 2)
            #expect(
                try await limits(sandbox, "--no-budget", "--time-zone", "UTC", "--daily-cap", "3")
                    == Limits(dailyCap: 3, dailySpendMicroUsd: nil, timeZone: "UTC"))
            #expect(try await sandbox.drain() == 0)
            let usage = try await sandbox.run("usage", "--json")
            #expect(usage.output.contains(#""daily_cap" : 3"#), "\(usage.output)")
            let text = try await sandbox.run("queue", "limits").output
            #expect(text.contains("At most 3 headshots a person a day; no budget."))
        }
    }

    @Test func `a worker counts its next request by limits that were changed beside it`()
        async throws
    {
        try await withQueues { sandbox, emulator in
            try await emulator.setScenario(#"{"rules":[{"answer":"hold"}]}"#)
            let ids = try await sandbox.submitSome(4, person: "anna")
            let worker = ["worker", "--concurrency", "1", "--daily-cap", "10"]
            try await sandbox.running(worker) { worker in
                try await emulator.waitForRequests(atLeast: 1)
                _ = try await limits(sandbox, "--daily-cap", "2")
                try await emulator.setScenario(#"{"rules":[{"answer":"instant"}]}"#)
                try await emulator.release()
                try await emulator.waitForRequests(atLeast: 2)
                worker.send(SIGTERM)
                #expect(try await worker.waitForExit() == .status(0))
            }
            #expect(try await sandbox.drain() == 75)
            #expect(try await emulator.ledger().count == 2)
            try await sandbox.expectPromises(printed: ids, emulator, cap: 2, mayWait: true)
        }
    }

    @Test func `a time zone in an option decides over every variable, in each command`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let photo = try sandbox.photo()
            let commands = try await CommandListing.commands(sandbox).filter {
                $0.words[0] != "space"
                    && $0.command.arguments?.contains {
                        $0.names?.contains { $0.name == "time-zone" } == true
                    } == true
            }.map(\.words)
            #expect(commands.contains(["drain"]) && commands.contains(["queue", "limits"]))
            for (number, variable) in ["TZ", "HEADSHOT_TIME_ZONE"].enumerated() {
                for words in commands {
                    var new = sandbox
                    let name = words.joined(separator: "-")
                    new.variables["HEADSHOT_HOME"] = "\(sandbox.folder)/\(name)-\(number)"
                    var misled = new
                    misled.variables[variable] = "GMT+5"
                    let option = "--time-zone=Europe/Berlin"
                    switch words {
                    case ["serve"]:
                        try await ServerProcess.with(misled, option) { server in
                            server.program.send(SIGTERM)
                            let ending = try await server.program.waitForExit()
                            #expect(ending == .status(0))
                        }
                    case ["worker"]:
                        try await misled.running(words + [option]) { worker in
                            _ = try await worker.waitForErrors("worker started")
                            worker.send(SIGTERM)
                            let ending = try await worker.waitForExit()
                            #expect(ending == .status(0))
                        }
                    default:
                        let operands =
                            switch words {
                            case ["submit"]: [photo, "--force"]
                            case ["make"]: [try sandbox.face()]
                            default: [String]()
                            }
                        let result = try await misled.run(words + operands + [option])
                        #expect(result.exit == .status(0), "\(variable) \(words): \(result)")
                    }
                    let zone = try await limits(new).timeZone
                    #expect(zone == "Europe/Berlin", "\(variable) \(words)")
                }
            }
        }
    }

    @Test func `a server stores its limits again after a backup without limits was restored`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            _ = try await sandbox.expect(0, "backup", "--queue-only", "early.sqlite")
            var servers = sandbox
            // Only options name its limits.
            servers.variables["TZ"] = "GMT+5"
            let options = ["--daily-cap=7", "--time-zone=Asia/Tokyo"]
            try await ServerProcess.with(servers, options[0], options[1]) { server in
                let own = try await limits(sandbox)
                #expect(own.dailyCap == 7)
                _ = try await sandbox.expect(0, "restore", "early.sqlite", "--yes")
                #expect(try await limits(sandbox) != own)
                let usage = try await server.send("GET", "/v1/usage", token: token)
                #expect(usage.status == 200, "\(usage.text)")
                _ = try await server.queueOne(token: token)
                #expect(try await limits(sandbox) == own)
            }
        }
    }

    private struct Limits: Decodable, Equatable {
        let dailyCap: Int
        let dailySpendMicroUsd: Int?
        let timeZone: String
    }

    private func limits(_ sandbox: Sandbox, _ options: String...) async throws -> Limits {
        let shown = try await sandbox.run(["queue", "limits", "--json"] + options)
        #expect(shown.exit == .status(0), "\(shown)")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Limits.self, from: Data(shown.output.utf8))
    }

    /// What all charges of a queue came to, in millionths of a US dollar.
    private func spent(_ sandbox: Sandbox) async throws -> Int {
        let usage = try await sandbox.run("usage", "--json")
        struct Answer: Decodable {
            struct Money: Decodable {
                let knownMicroUsd: Int
                let estimatedMicroUsd: Int
                let unknownMicroUsd: Int
            }
            let today: Money
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let today = try decoder.decode(Answer.self, from: Data(usage.output.utf8)).today
        return today.knownMicroUsd + today.estimatedMicroUsd + today.unknownMicroUsd
    }
}
