import Foundation
import Glibc
import TestSupport
import Testing

/// A home that was copied, moved, or restored elsewhere, and a folder of headshots in which others can write.
@Suite(.timeLimit(.minutes(10)))
struct MovedHomeTests {
    /// A home with a headshot of ann and one of bert.
    private func withHeadshots(
        _ body: (_ sandbox: Sandbox, _ annsJob: String) async throws -> Void
    ) async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, _ in
            let ids = try await sandbox.submit([sandbox.photo(), "--person", "ann"])
            _ = try await sandbox.submit([sandbox.photo(seed: 1), "--person", "bert"])
            #expect(try await sandbox.drain() == 0)
            try await body(sandbox, try #require(ids.first))
        }
    }

    /// The same user with another home.
    private func at(_ name: String, _ sandbox: Sandbox) -> Sandbox {
        var other = sandbox
        other.variables["HEADSHOT_HOME"] = "\(sandbox.folder)/\(name)"
        return other
    }

    private func results(of home: String, _ sandbox: Sandbox) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.folder)/\(home)/results")
            .sorted()
    }

    /// Expects that a sandbox's home still has both headshots.
    private func expectWhole(_ sandbox: Sandbox) async throws {
        let exported = try await sandbox.run("export", "copies")
        #expect(exported.exit == .status(0), "\(exported.errors)")
        let copies = try FileManager.default.contentsOfDirectory(
            atPath: "\(sandbox.folder)/copies")
        #expect(copies.count == 2)
    }

    @Test func `forgetting in a home that was restored elsewhere removes nothing of the first`()
        async throws
    {
        try await withHeadshots { live, job in
            _ = try await live.run("backup", "--queue-only", "backup.sqlite")
            let scratch = at("scratch", live)
            // Without its folder of headshots, nothing would be removed at all.
            try FileManager.default.createDirectory(
                atPath: "\(live.folder)/scratch/results", withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: "\(live.home)/payments.jsonl",
                toPath: "\(live.folder)/scratch/payments.jsonl")
            let restored = try await scratch.run("restore", "backup.sqlite", "--yes")
            #expect(restored.exit == .status(0), "\(restored.errors)")

            let forgotten = try await scratch.run("forget", "ann", "--yes")
            #expect(forgotten.exit == .status(1))
            #expect(forgotten.output == "Removed 1 job, 1 photo.\n")
            let place = "\(live.folder)/scratch/results/\(job)-front-professional.png"
            #expect(forgotten.errors.contains("was not removed: \(place)"), "\(forgotten.errors)")
            try await expectWhole(live)
        }
    }

    @Test func `forgetting in a copy of a home removes the copy's headshot, and no other`()
        async throws
    {
        try await withHeadshots { live, job in
            try FileManager.default.copyItem(
                atPath: live.home, toPath: "\(live.folder)/drill")
            let drill = at("drill", live)
            let forgotten = try await drill.run("forget", "ann", "--yes")
            #expect(forgotten.exit == .status(0), "\(forgotten.errors)")
            #expect(forgotten.output == "Removed 1 job, 1 photo, 1 headshot.\n")
            let left = try results(of: "drill", live)
            #expect(left.count == 2 && left.allSatisfy { !$0.hasPrefix(job) }, "\(left)")
            try await expectWhole(live)
        }
    }

    @Test func `a home that was moved shows its headshots and forgets them`() async throws {
        try await withHeadshots { sandbox, job in
            try FileManager.default.moveItem(
                atPath: sandbox.home, toPath: "\(sandbox.folder)/moved")
            let moved = at("moved", sandbox)
            let shown = try await moved.run("result", job)
            let path = "\(sandbox.folder)/moved/results/\(job)-front-professional.png"
            #expect(shown.output == "\(path)\n")
            #expect(try await moved.job(job).result == path)
            try await expectWhole(moved)
            let forgotten = try await moved.run("forget", "ann", "--yes")
            #expect(forgotten.exit == .status(0), "\(forgotten.errors)")
            #expect(try results(of: "moved", sandbox).allSatisfy { !$0.hasPrefix(job) })
        }
    }

    @Test func `headshots on a disk that is not there keep their jobs until it is back`()
        async throws
    {
        try await withHeadshots { sandbox, _ in
            try await sandbox.tamper("UPDATE job SET ended_at = 1")
            let away = "\(sandbox.folder)/unmounted"
            try FileManager.default.moveItem(atPath: sandbox.results, toPath: away)
            for command in [["prune", "--with-headshots"], ["forget", "ann", "--yes"]] {
                let refused = try await sandbox.run(command)
                #expect(refused.exit == .status(74), "\(command): \(refused)")
                #expect(refused.errors.contains(sandbox.results), "\(refused.errors)")
                #expect(try await sandbox.jobs().count == 2)
            }
            try FileManager.default.moveItem(atPath: away, toPath: sandbox.results)
            let forgotten = try await sandbox.run("forget", "ann", "--yes")
            #expect(forgotten.exit == .status(0), "\(forgotten.errors)")
            #expect(forgotten.output == "Removed 1 job, 1 photo, 1 headshot.\n")
        }
    }

    @Test func `a person does not leave while the folder of headshots is away`() async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, _ in
            var other = sandbox
            let folder = "\(sandbox.folder)/ext"
            other.variables["HEADSHOT_RESULTS"] = folder
            let token = try await other.addSpace("shop")
            let person = "81f3"
            let job = try await ServerProcess.with(other, "--work") { server in
                try await made(by: server, token, person)
            }
            try FileManager.default.moveItem(atPath: folder, toPath: "\(folder)-away")
            try await ServerProcess.with(other) { server in
                let left = try await server.send("DELETE", "/v1/me", token: token, person: person)
                #expect(left.status == 503, "\(left.text)")
            }
            #expect(try await other.job(job).result?.hasPrefix(folder) == true)
            try FileManager.default.moveItem(atPath: "\(folder)-away", toPath: folder)
            let forgotten = try await other.run("forget", person, "--space", "shop", "--yes")
            #expect(forgotten.exit == .status(0), "\(forgotten.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }

    @Test func `prune counts and names a job that stays, and its headshot is still known`()
        async throws
    {
        try await withHeadshots { sandbox, job in
            try await sandbox.tamper("UPDATE job SET ended_at = 1")
            let obstacle = "\(sandbox.results)/\(job)-evil"
            try FileManager.default.createDirectory(
                atPath: obstacle, withIntermediateDirectories: false)
            for output in [
                "Removed 1 job, 1 photo, 1 headshot; 1 job stays.\n",
                "Removed nothing; 1 job stays.\n",
            ] {
                let pruned = try await sandbox.run("prune", "--with-headshots")
                #expect(pruned.exit == .status(1), "\(pruned)")
                #expect(pruned.output == output)
                #expect(pruned.errors.contains("\(job): "), "\(pruned.errors)")
                #expect(pruned.errors.contains(obstacle), "\(pruned.errors)")
            }
            let shown = try await sandbox.run("result", job)
            #expect(shown.exit == .status(0), "\(shown)")
        }
    }

    @Test(arguments: ["photos", "results"])
    func `a picture that was changed is left out of a person's export, and named`(
        folder: String
    ) async throws {
        try await withHeadshots { sandbox, _ in
            let place = "\(sandbox.home)/\(folder)"
            for name in try FileManager.default.contentsOfDirectory(atPath: place)
            where !name.hasSuffix(".json") {
                let path = "\(place)/\(name)"
                let bytes = try #require(FileManager.default.contents(atPath: path))
                try Data(bytes.reversed()).write(to: URL(filePath: path))
            }
            let exported = try await sandbox.run("people", "export", "ann", "ann")
            #expect(exported.exit == .status(1), "\(exported)")
            #expect(exported.output == "ann: 1 person.json, 1 picture.\n")
            #expect(exported.errors.contains(place), "\(exported.errors)")
            let left = try FileManager.default.contentsOfDirectory(
                atPath: "\(sandbox.folder)/ann")
            #expect(Set(left) == [folder == "photos" ? "headshots" : "photos", "person.json"])
        }
    }

    @Test func `a photo's name that leads elsewhere spoils no sheet, and keeps no person`()
        async throws
    {
        try await withHeadshots { sandbox, job in
            try await sandbox.tamper("UPDATE job SET input = input || '/x' WHERE person = 'ann'")
            let sheet = try await sandbox.run("sheet", "all.html")
            #expect(sheet.exit == .status(0), "\(sheet)")
            let forgotten = try await sandbox.run("forget", "ann", "--yes")
            #expect(forgotten.exit == .status(1), "\(forgotten)")
            #expect(forgotten.output == "Removed 1 job, 1 headshot.\n")
            #expect(forgotten.errors.contains(job), "\(forgotten.errors)")
            #expect(try await sandbox.jobs().map(\.person) == ["bert"])
            #expect(try await sandbox.run("prune").exit == .status(0))
        }
    }

    @Test func `a result's name that leads elsewhere is shown as no path`() async throws {
        try await withHeadshots { sandbox, job in
            try await sandbox.tamper("UPDATE job SET result = '../../x' WHERE person = 'ann'")
            for command in [["list", "--json"], ["show", job], ["show", job, "--json"]] {
                let shown = try await sandbox.run(command)
                #expect(shown.exit == .status(0), "\(shown)")
                #expect(!shown.output.contains("../x"), "\(shown.output)")
            }
        }
    }

    @Test func `a person leaves a home that was moved with the headshot`() async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, _ in
            let token = try await sandbox.addSpace("shop")
            let person = "81f3"
            let job = try await ServerProcess.with(sandbox, "--work") { server in
                try await made(by: server, token, person)
            }
            try FileManager.default.moveItem(
                atPath: sandbox.home, toPath: "\(sandbox.folder)/moved")
            let moved = at("moved", sandbox)
            try await ServerProcess.with(moved) { server in
                let headshot = try await server.send(
                    "GET", "/v1/jobs/\(job)/headshot", token: token, person: person)
                #expect(headshot.status == 200)
                let left = try await server.send("DELETE", "/v1/me", token: token, person: person)
                #expect(left.status == 204)
            }
            #expect(try results(of: "moved", sandbox) == [])
        }
    }

    /// What somebody who can write in the folder of headshots puts in the place of one.
    enum Impostor: String, CaseIterable {
        case linkToSecret, linkToDevice, pipe, otherBytes

        func replace(_ path: String, secret: String) throws {
            try FileManager.default.removeItem(atPath: path)
            switch self {
            case .linkToSecret:
                try FileManager.default.createSymbolicLink(
                    atPath: path, withDestinationPath: secret)
            case .linkToDevice:
                try FileManager.default.createSymbolicLink(
                    atPath: path, withDestinationPath: "/dev/zero")
            case .pipe: try #require(unsafe mkfifo(path, 0o600) == 0)
            case .otherBytes:
                try FileManager.default.copyItem(atPath: secret, toPath: path)
            }
        }
    }

    @Test(arguments: Impostor.allCases)
    func `what others put in a headshot's place is not handed out, and holds nothing up`(
        impostor: Impostor
    ) async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, _ in
            var shared = sandbox
            let folder = "\(sandbox.folder)/shared"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o777], ofItemAtPath: folder)
            shared.variables["HEADSHOT_RESULTS"] = folder
            let secret = "\(sandbox.folder)/secret"
            try Data("a secret of the service".utf8).write(to: URL(filePath: secret))
            let token = try await shared.addSpace("shop")
            let person = "81f3"
            try await ServerProcess.with(shared, "--work") { server in
                let job = try await made(by: server, token, person)
                let path = try #require(try await shared.job(job).result)
                #expect(path.hasPrefix(folder))
                try impostor.replace(path, secret: secret)
                for query in ["", "?side=64"] {
                    let answer = try await server.send(
                        "GET", "/v1/jobs/\(job)/headshot\(query)", token: token, person: person)
                    #expect(answer.status == 404, "\(query): \(answer.text)")
                }
                let archive = try await server.send(
                    "GET", "/v1/archive.zip", token: token, person: person)
                #expect(archive.body.range(of: Data("MISSING.txt".utf8)) != nil)
                #expect(archive.body.range(of: Data("a secret".utf8)) == nil)
                for target in ["copies", "copies.zip"] {
                    let exported = try await shared.run("export", target, "--space", "shop")
                    #expect(exported.exit == .status(1), "\(target): \(exported)")
                    #expect(exported.errors.contains(path), "\(exported.errors)")
                }
                let named = try await shared.run("result", job)
                #expect(named.exit == .status(1), "\(named)")
                #expect(named.output.isEmpty)
                #expect(named.errors.contains(path), "\(named.errors)")
                let copied = try await shared.run("result", job, "--output", "copy.png")
                #expect(copied.exit != .status(0))
                #expect(!FileManager.default.fileExists(atPath: "\(shared.folder)/copy.png"))
            }
            let examined = try await shared.run("doctor", "--offline")
            #expect(examined.output.contains("other users can remove and replace headshots"))
            #expect(FileManager.default.contents(atPath: secret)?.count == 23)
        }
    }

    /// Orders a headshot over HTTP, and waits until it is there.
    private func made(
        by server: ServerProcess, _ token: String, _ person: String
    ) async throws -> String {
        let job = try await server.queueOne(token: token, person: person)
        let done = try await server.send(
            "GET", "/v1/jobs/\(job)", token: token, person: person,
            headers: ["prefer": "wait=60"])
        #expect(try done.json["state"] as? String == "succeeded", "\(done.text)")
        return job
    }

    /// A file that is no queue of ours alone, as an operator meets it.
    @Test func `a backup with a trigger is refused in a sentence, and doctor names one in place`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            _ = try await sandbox.submitOne()
            let trigger = "CREATE TRIGGER evil AFTER INSERT ON job BEGIN DELETE FROM charge; END"
            try await sandbox.tamper(trigger)
            _ = try await sandbox.run("backup", "--queue-only", "crafted.sqlite")
            let examined = try await sandbox.run("doctor", "--offline")
            #expect(examined.output.contains("no queue has the trigger evil"))
            try await sandbox.tamper("DROP TRIGGER evil")
            let restored = try await sandbox.run("restore", "crafted.sqlite", "--yes")
            #expect(restored.exit == .status(74))
            #expect(restored.errors.contains("no queue has the trigger evil"))
            #expect(try await sandbox.run("restore", "/dev/zero", "--yes").exit == .status(78))
            #expect(try await sandbox.jobs().count == 1)
        }
    }

    @Test func `a person who was forgotten after the backup is named by the restore`()
        async throws
    {
        try await withHeadshots { sandbox, _ in
            _ = try await sandbox.run("backup", "--queue-only", "backup.sqlite")
            #expect(try await sandbox.run("forget", "ann", "--yes").exit == .status(0))
            let restored = try await sandbox.run("restore", "backup.sqlite", "--yes")
            #expect(restored.exit == .status(0), "\(restored.errors)")
            #expect(restored.errors.contains("Forgotten after the backup, and known again: ann."))
            #expect(!restored.errors.contains("known again: bert"))
        }
    }
}
