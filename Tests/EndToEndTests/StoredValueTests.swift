import Foundation
import TestSupport
import Testing

@testable import JobQueue

/// Rows with numbers that no program of ours wrote: each command and each route that reads them goes on.
@Suite(.timeLimit(.minutes(10)))
struct StoredValueTests {
    /// The ends of the type of whole numbers.
    private static let ends = [Int.max, .min]

    @Test
    func `a number at an end of its type, wherever it is stored, ends no route and no command`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace(
                "glow", "--preset", "glowup", "--feature", "headshots", "--feature", "scans",
                "--feature", "tips", "--feature", "profile", "--scope", "operate", "--provider",
                "local")
            var copies = 0
            try await ServerProcess.with(sandbox, "--work") { server in
                let app = GlowApp(sandbox: sandbox, server: server, token: token)
                try await app.pay()
                _ = try await app.scan()
                let job = try await server.queueOne(
                    DrawnFace.photo(), token: token, person: GlowApp.anna)
                let ended = try await server.send(
                    "GET", "/v1/jobs/\(job)", token: token, person: GlowApp.anna,
                    headers: ["prefer": "wait=60"])
                #expect(try ended.json["state"] as? String == "succeeded", "\(ended.text)")

                try Self.thicken(in: sandbox)
                copies = try Self.copyJob(in: sandbox)
                #expect(copies > 300)
                #expect(try await Self.ids(of: "jobs", app).count == copies + 1)
                let scans = try copyRow(
                    of: "scan", inQueueOf: sandbox.home,
                    changing: """
                        seq = NULL, key = NULL, id = printf('c%09d', (SELECT count(*) FROM scan))
                        """,
                    with: "answer", among: NumberEnds.variants)
                #expect(scans > 200)
                #expect(try await Self.ids(of: "scans", app).count == scans + 1)
                let uploads = try copyRow(
                    of: "upload", inQueueOf: sandbox.home,
                    changing: "id = printf('c%09d', (SELECT count(*) FROM upload))",
                    with: "verdict", among: NumberEnds.variants)
                #expect(uploads > 0)
                for number in 1...max(1, uploads) {
                    let name = "c" + String(repeating: "0", count: 9 - "\(number)".count)
                    try await Self.expectAnswer("/v1/photos/\(name)\(number)", app)
                }
                for settings in Self.ends.flatMap(Self.settings) {
                    try await sandbox.tamper("UPDATE space SET \(settings)")
                    for path in [
                        "/v1/me", "/v1/me/export", "/v1/usage", "/v1/styles", "/v1/tips?type=short",
                    ] {
                        try await Self.expectAnswer(path, app)
                    }
                    for command in [["space", "show", "glow"], ["space", "list"], ["usage"]] {
                        let result = try await sandbox.run(command)
                        #expect(result.exit == .status(0), "\(settings) \(command): \(result)")
                    }
                }
            }
            try await expectCommands(sandbox, jobs: copies + 1)
        }
    }

    /// Writes what lies beside the job's row into it, where older programs had it.
    private static func thicken(in sandbox: Sandbox) throws {
        let report = try reportOfLastJob(inQueueOf: sandbox.home)
        let seen = try Report.parts(of: try #require(report.seen))
        let outcome = try report.made.map(Report.outcome)
        func quoted(_ text: String?) -> String {
            text.map { "'\($0.replacing("'", with: "''"))'" } ?? "NULL"
        }
        let own = outcome.map { ", outcome = \(quoted($0))" } ?? ""
        try tamper(
            withQueueOf: sandbox.home,
            """
            UPDATE job SET facts = \(quoted(seen.facts)), findings = \(quoted(seen.findings))\(own);
            DELETE FROM report
            """)
    }

    /// Copies the job once for each number of its facts and its outcome; returns how many there are.
    private static func copyJob(in sandbox: Sandbox) throws -> Int {
        try ["facts", "outcome"].reduce(0) { count, column in
            count
                + (try copyRow(
                    of: "job", inQueueOf: sandbox.home,
                    changing: """
                        id = (SELECT max(id) FROM job) + 1, key = NULL, result = NULL, input = NULL,
                        input_name = NULL
                        """,
                    with: column, among: NumberEnds.variants))
        }
    }

    /// What the settings of a space may be where a number is an end.
    private static func settings(_ end: Int) -> [String] {
        let limits = ["uploads", "space-uploads", "free-jobs", "storage-mb"]
            .map { "\"\($0)\":\(end)" }
        let rules = #"{"hoursBetweenScans":\#(end),"words":{"praise":\#(end)}}"#
        return [
            "limits = '{\(limits.joined(separator: ","))}'",
            "plans = '{\"free\":\(rules),\"trial\":\(rules),\"pro\":\(rules)}'",
        ]
    }

    /// Reads a list to its end, and each entry of it.
    private static func ids(of folder: String, _ app: GlowApp) async throws -> [String] {
        var ids: [String] = []
        var next: String? = ""
        while let after = next {
            let query = after.isEmpty ? "" : "&after=\(after)"
            let page = try await app.send("GET", "/v1/\(folder)?limit=200\(query)")
            try #require(page.status == 200, "\(page.text)")
            let entries = try #require(try page.json[folder] as? [[String: Any]])
            ids += entries.compactMap { $0["id"] as? String }
            next = try page.json["next"] as? String
        }
        // The list has read them all.
        for place in stride(from: 0, to: ids.count, by: 40) {
            try await expectAnswer("/v1/\(folder)/\(ids[place])", app)
        }
        return ids
    }

    private static func expectAnswer(_ path: String, _ app: GlowApp) async throws {
        // So many are more than a person's rate allows.
        let answer = try await ServerProcess.patiently { try await app.send("GET", path) }
        #expect(answer.status == 200, "\(path): \(answer.text)")
    }

    private func expectCommands(_ sandbox: Sandbox, jobs: Int) async throws {
        let listed = try await sandbox.jobs()
        #expect(listed.count == jobs)
        for command in [
            ["list", "--limit", "1000"], ["list", "--limit", "1000", "--csv"], ["status"],
            ["metrics"], ["usage"], ["gate"], ["sheet", "all.html", "--limit", "1000"],
            ["export", "out"],
        ] {
            let result = try await sandbox.run(command)
            #expect(result.exit == .status(0), "\(command): \(result.errors)")
        }
        // A unit test shows each.
        for job in [listed.first, listed.last].compactMap(\.self) {
            let shown = try await sandbox.run("show", job.id)
            #expect(shown.exit == .status(0), "\(shown)")
        }
    }
}
