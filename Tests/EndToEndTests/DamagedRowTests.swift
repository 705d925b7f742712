import Foundation
import TestSupport
import Testing

/// Rows that cannot be read, beside others that can.
@Suite(.timeLimit(.minutes(10)))
struct DamagedRowTests {
    @Test func `a damaged job is named by each command that lists jobs, after all others`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            var sandbox = sandbox
            sandbox.variables["GEMINI_API_KEY"] = nil
            let ids = try await sandbox.submit([sandbox.face(0), sandbox.face(1)])
            #expect(try await sandbox.drain() == 0)
            let (damaged, other) = (try #require(ids.min()), try #require(ids.max()))
            try await sandbox.tamper(
                "UPDATE report SET seen = 'x' WHERE job = (SELECT min(id) FROM job)")
            for command in [
                ["list"], ["list", "--json"], ["list", "--jsonl"], ["list", "--csv"],
                ["sheet", "all.html"], ["export", "out"],
            ] {
                let result = try await sandbox.run(command)
                #expect(result.exit == .status(74), "\(command): \(result)")
                #expect(result.errors.contains("Job \(damaged) is damaged"), "\(result.errors)")
                #expect(result.errors.contains("headshot doctor --deep"), "\(result.errors)")
                #expect(!result.output.contains(damaged), "\(command)")
                let isList = command[0] == "list"
                #expect(!isList || result.output.contains(other), "\(command)")
            }
            let sheet = try String(contentsOfFile: "\(sandbox.folder)/all.html", encoding: .utf8)
            #expect(sheet.contains(other) && !sheet.contains(damaged))
            let copies = try FileManager.default.contentsOfDirectory(
                atPath: "\(sandbox.folder)/out")
            #expect(copies.count == 1, "\(copies)")
            for command in [["usage"], ["status"], ["show", other]] {
                let result = try await sandbox.run(command)
                #expect(result.exit == .status(0), "\(command): \(result)")
            }
            let shown = try await sandbox.run("show", damaged)
            #expect(shown.exit == .status(74), "\(shown)")
        }
    }

    @Test
    func `over HTTP a damaged job is left out and logged, and a damaged verdict says nothing`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace(
                "glow", "--preset", "headshots", "--provider", "local", "--scope", "operate")
            try await ServerProcess.with(sandbox) { server in
                let app = GlowApp(sandbox: sandbox, server: server, token: token)
                try await app.pay()
                var jobs: [String] = []
                var photos: [String] = []
                for seed in 0..<2 {
                    let photo = try PhotoFixture.landscape(seed: seed)
                    jobs.append(
                        try await server.queueOne(photo, token: token, person: GlowApp.anna))
                    let another = try PhotoFixture.landscape(seed: 2 + seed)
                    photos.append(
                        try await server.upload(another, token: token, person: GlowApp.anna))
                }
                let (damaged, other) = (try #require(jobs.min()), try #require(jobs.max()))
                try await sandbox.tamper(
                    """
                    INSERT INTO report (job, seen) SELECT min(id), 'x' FROM job;
                    UPDATE upload SET verdict = '{}' WHERE id = '\(photos[0])'
                    """)

                let list = try await app.send("GET", "/v1/jobs")
                #expect(try Self.ids(list.json["jobs"]) == [other], "\(list.text)")
                _ = try await server.program.waitForErrors("Job \(damaged) is damaged")
                #expect(try await app.send("GET", "/v1/jobs/\(other)").status == 200)
                #expect(try await app.send("GET", "/v1/jobs/\(damaged)").status == 500)

                for photo in photos {
                    let answer = try await app.send("GET", "/v1/photos/\(photo)")
                    #expect(answer.status == 200, "\(answer.text)")
                    #expect(try answer.json["id"] as? String == photo)
                }
                // Nothing says that an order of it is worth its price.
                let unknown = try await app.send("GET", "/v1/photos/\(photos[0])").json
                #expect(unknown["accepted"] as? Bool == false)
                #expect((unknown["findings"] as? [Any])?.isEmpty == true)
                let export = try await app.send("GET", "/v1/me/export")
                #expect(try Set(photos).isSubset(of: Self.ids(export.json["photos"])))
                #expect(try Self.ids(export.json["jobs"]) == [other])
                let removed = try await app.send("DELETE", "/v1/photos/\(photos[0])")
                #expect(removed.status == 204, "\(removed.text)")
            }
        }
    }

    /// The ids of a list's entries.
    private static func ids(_ list: Any?) throws -> [String] {
        try #require(list as? [[String: Any]]).compactMap { $0["id"] as? String }
    }
}
