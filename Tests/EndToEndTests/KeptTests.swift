import Foundation
import TestSupport
import Testing

/// How long things are kept, as an operator sets and sees it.
@Suite(.timeLimit(.minutes(10)))
struct KeptTests {
    private func object(_ sandbox: Sandbox, _ arguments: String...) async throws -> [String: Any] {
        let run = try await sandbox.run(arguments)
        #expect(run.exit == .status(0), "\(run)")
        return try #require(
            JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    }

    private func kept(_ sandbox: Sandbox) async throws -> [String: Int]? {
        try await object(sandbox, "space", "show", "shop", "--json")["kept_seconds"]
            as? [String: Int]
    }

    @Test func `a new space keeps photos for 90 days, says so, and changes what an option names`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let added = try await sandbox.run(["space", "add", "shop"])
            #expect(added.exit == .status(0))
            #expect(added.errors.contains("90 days"))
            let day = 86_400
            #expect(try await kept(sandbox) == ["photos": 90 * day])
            let cases: [([String], [String: Int]?)] = [
                (["--keep-jobs", "30d"], ["photos": 90 * day, "jobs": 30 * day]),
                (["--keep-photos", "forever"], ["jobs": 30 * day]),
                (["--keep-headshots", "1y"], ["jobs": 30 * day, "headshots": 365 * day]),
                (["--keep-jobs", "forever", "--keep-headshots", "forever"], nil),
            ]
            for (options, expected) in cases {
                let set = try await sandbox.run(["space", "set", "shop"] + options)
                #expect(set.exit == .status(0), "\(set)")
                #expect(try await kept(sandbox) == expected)
            }
            for wrong in ["12h", "0d", "always"] {
                let set = try await sandbox.run(["space", "set", "shop", "--keep-jobs", wrong])
                #expect(set.exit == .status(64), "\(wrong)")
            }
        }
    }

    @Test func `prune follows the setting, counts by it, and status names what goes next`()
        async throws
    {
        try await Sandbox.withEmulator { sandbox, _ in
            let clock = try ClockInHand(in: sandbox)
            var sandbox = try await clock.given(to: sandbox)
            _ = try await sandbox.submitOne()
            _ = try await sandbox.run(["drain"])
            try clock.set(ahead: 3 * 86_400)
            #expect(try await object(sandbox, "prune", "--dry-run", "--json")["jobs"] as? Int == 0)
            sandbox.variables["HEADSHOT_KEEP_JOBS"] = "2d"
            let next = try await object(sandbox, "status", "--json")["next_removals"]
            #expect((next as? [[String: Any]])?.first?["part"] as? String == "jobs")
            for arguments in [["--dry-run"], []] {
                let run = try await sandbox.run(["prune", "--json"] + arguments)
                #expect(run.exit == .status(0), "\(run)")
                for count in [#""jobs" : 1"#, #""photos" : 1"#] {
                    #expect(run.output.contains(count), "\(run.output)")
                }
            }
            #expect(try await object(sandbox, "prune", "--dry-run", "--json")["jobs"] as? Int == 0)
            let status = try await object(sandbox, "status", "--json")
            #expect(status["next_removals"] == nil)
        }
    }
}
