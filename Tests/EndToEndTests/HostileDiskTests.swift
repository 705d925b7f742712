import Foundation
import Glibc
import TestSupport
import Testing

/// Folders of results that are elsewhere, full, or not to be written.
@Suite(.timeLimit(.minutes(10)))
struct HostileDiskTests {
    @Test(
        .needs(
            "a /dev/shm to write to",
            where: { FileManager.default.isWritableFile(atPath: "/dev/shm") }))
    func `results may lie on another file system`() async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, _ in
            let results = "/dev/shm/headshot-\(UUID())"
            defer { try? FileManager.default.removeItem(atPath: results) }
            let id = try await sandbox.submitOne()
            #expect(try await sandbox.drain("--results", results) == 0)
            var reader = sandbox
            reader.variables["HEADSHOT_RESULTS"] = results
            #expect(try await reader.job(id).result?.hasPrefix(results) == true)
            #expect(try FileManager.default.contentsOfDirectory(atPath: results).count == 2)
        }
    }

    /// How a folder is mounted over the results, and what is said then.
    @Test(
        .needs("a name space of one's own to mount in", where: { await canMount() }),
        arguments: [("size=4k", "No space left"), ("ro", "Read-only file system")])
    func `results that cannot be written are told, and the paid headshot is saved later`(
        mounted: String, words: String
    ) async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            let id = try await sandbox.submitOne()
            try FileManager.default.createDirectory(
                atPath: sandbox.results, withIntermediateDirectories: false)
            let program = try Program.built("headshot").path
            let script =
                "mount -t tmpfs -o \(mounted) none \(sandbox.results) && exec \(program) drain"
            let result = try await Program(path: "/usr/bin/unshare").run(
                ["-rm", "sh", "-c", script], environment: sandbox.variables, folder: sandbox.folder)
            #expect(result.exit == .status(74))
            #expect(result.errors.contains(words), "\(result.errors)")
            #expect(result.errors.contains(sandbox.results))

            #expect(try await sandbox.drain() == 0)
            #expect(try await sandbox.job(id).state == "succeeded")
            #expect(try await emulator.ledger().count == 1)
        }
    }

    /// The folders of a home, which nobody but its owner may enter, whatever the mask is.
    static let folders = ["", "/photos", "/spool", "/results", "/answers", "/workers"]

    @Test func `a home and its folders are their owner's alone`() async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, _ in
            let photo = try sandbox.photo()
            let program = try Program.built("headshot").path
            let script = "umask 0; \(program) submit --force \(photo) && \(program) drain"
            let result = try await Program(path: "/bin/sh").run(
                ["-euc", script], environment: sandbox.variables, folder: sandbox.folder)
            #expect(result.exit == .status(0), "\(result)")
            for folder in Self.folders {
                let attributes = try FileManager.default.attributesOfItem(
                    atPath: sandbox.home + folder)
                #expect(attributes[.posixPermissions] as? Int == 0o700, "\(folder)")
            }
        }
    }

    /// How large the disk is on which the whole home is, what happens to it, how it ends, and what is said meanwhile.
    @Test(
        .needs("a name space of one's own to mount in", where: { await canMount() }),
        arguments: [
            // There is room for the queue, and not for an answer.
            ("32m", "true", "mount -o remount,size=90m $HOME/home", "MB are free"),
            (
                "90m", "head -c 100M /dev/zero > $HOME/home/fill", "rm $HOME/home/fill",
                "No space|is full|MB are free"
            ),
            (
                "90m", "mount -o remount,ro $HOME/home", "mount -o remount,rw $HOME/home",
                "Read-only"
            ),
        ])
    func `a home that cannot keep an answer is told, costs nothing, and goes on later`(
        size: String, harm: String, cure: String, words: String
    ) async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            try FileManager.default.createDirectory(
                atPath: sandbox.home, withIntermediateDirectories: false)
            let program = try Program.built("headshot").path
            let photo = try sandbox.photo()
            // The last drain is on a sound disk again.
            let script = """
                mount -t tmpfs -o size=\(size) none $HOME/home
                \(program) submit --force \(photo) || exit 1
                \(harm)
                for i in 1 2 3; do \(program) drain; echo "ill: $?"; done
                test -e $HOME/home/payments.jsonl && echo charged
                \(cure)
                \(program) drain; echo "cured: $?"
                cp -a $HOME/home $HOME/after
                """
            let result = try await Program(path: "/usr/bin/unshare").run(
                ["-rm", "sh", "-c", script], environment: sandbox.variables, folder: sandbox.folder)
            let statuses = result.output.matches(of: /(ill|cured): \d+/).map { String($0.0) }
            #expect(
                statuses == ["ill: 74", "ill: 74", "ill: 74", "cured: 0"],
                "\(result.output)\(result.errors)")
            #expect(!result.output.contains("charged"), "\(result)")
            #expect(result.errors.contains(try Regex(words)), "\(result.errors)")

            try FileManager.default.removeItem(atPath: sandbox.home)
            try FileManager.default.moveItem(
                atPath: "\(sandbox.folder)/after", toPath: sandbox.home)
            let jobs = try await sandbox.jobs()
            #expect(jobs.map(\.state) == ["succeeded"])
            try await sandbox.expectPromises(printed: jobs.map(\.id), emulator)
        }
    }

    /// A large disk, and one that has little more room than a drain wants.
    @Test(
        .needs("a name space of one's own to mount in", where: { await canMount() }),
        arguments: ["200m", "80m"])
    func `on a disk without a free byte jobs can be looked up, and room can be made`(
        size: String
    ) async throws {
        try await Sandbox.offline { sandbox in
            try FileManager.default.createDirectory(
                atPath: sandbox.home, withIntermediateDirectories: false)
            let program = try Program.built("headshot").path
            let photos = [try sandbox.face(), try sandbox.face(1)]
            let looks = [
                "list", "status", "usage", "metrics", "show $id", "result $id",
                "prune --older-than 1d",
                "forget ada --yes",
            ]
            let script = """
                mount -t tmpfs -o size=\(size) none $HOME/home
                fill() { cat /dev/zero >>$HOME/home/filler 2>/dev/null; }
                \(program) submit --force --provider local --person ada \(photos[0]) || exit 1
                \(program) submit --force --provider local --person bob \(photos[1]) || exit 1
                \(program) drain || exit 1
                id=$(\(program) list --person bob --json | sed -n 's/.*"id" : "\\(.*\\)".*/\\1/p')
                fill
                df --output=avail $HOME/home | tail -1 | tr -d ' '
                \(looks.map { "\(program) \($0) >/dev/null; echo '\($0): '$?; fill" }.joined(separator: "\n"))
                \(program) list --json
                """
            let result = try await Program(path: "/usr/bin/unshare").run(
                ["-rm", "sh", "-c", script], environment: sandbox.variables, folder: sandbox.folder)
            let lines = result.output.split(separator: "\n").map(String.init)
            #expect(lines.contains("0"), "no byte was free: \(result)")
            for look in looks { #expect(lines.contains("\(look): 0"), "\(look): \(result)") }
            #expect(result.output.contains("bob"))
            #expect(!result.output.contains(#""person" : "ada""#))
        }
    }

    @Test(.needs("a name space of one's own to mount in", where: { await canMount() }))
    func `photos are refused while a disk has no room for paid answers, and taken later`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            try FileManager.default.createDirectory(
                atPath: sandbox.home, withIntermediateDirectories: false)
            let program = try Program.built("headshot").path
            let script = """
                mount -t tmpfs -o size=200m none $HOME/home
                \(program) space add shop --provider local > $HOME/token
                exec \(program) serve --listen 127.0.0.1:0 --isolation best
                """
            try await Program(path: "/usr/bin/unshare").withRunning(
                ["-rm", "sh", "-euc", script], environment: sandbox.variables,
                folder: sandbox.folder
            ) { running in
                let server = try await ServerProcess.started(running)
                let token = try String(contentsOfFile: "\(sandbox.folder)/token", encoding: .utf8)
                    .trimmingCharacters(in: .whitespacesAndNewlines)
                func upload(_ seed: Int) async throws -> ServerProcess.Answer {
                    try await server.send(
                        "POST", "/v1/photos", token: token, person: "anna",
                        headers: ["content-type": "image/jpeg"],
                        body: PhotoFixture.landscape(seed: seed))
                }
                let refused = try await upload(0)
                #expect(refused.status == 507)
                #expect(try refused.problem == "disk")
                // Only photos need room.
                #expect(try await server.send("GET", "/v1/usage", token: token).status == 200)
                let grown = try await Program(path: "/usr/bin/nsenter").run(
                    [
                        "--target", "\(running.processID)", "--user", "--preserve-credentials",
                        "--mount", "mount", "-o", "remount,size=400m", "\(sandbox.home)",
                    ])
                try #require(grown.exit == .status(0), "\(grown)")
                #expect(try await upload(1).status == 201)
            }
        }
    }

    @Test(.enabled("a root that may read everything has to give that up") { await canGiveUp() })
    func `a stored photo that may not be read fails its job, and others go on`() async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            let jobs = try await sandbox.submit([sandbox.photo(), sandbox.photo(seed: 1)])
            let digest = try await sandbox.job(jobs[0]).photoSha256
            let folder = "\(sandbox.home)/photos"
            let photo = try #require(
                try FileManager.default.contentsOfDirectory(atPath: folder)
                    .first { $0.hasPrefix(digest) })
            try FileManager.default.setAttributes(
                [.posixPermissions: 0], ofItemAtPath: "\(folder)/\(photo)")
            let result = try await Program(path: "/usr/bin/env").run(
                Self.withoutRights + [Program.built("headshot").path, "drain"],
                environment: sandbox.variables, folder: sandbox.folder)
            #expect(result.exit == .status(1), "\(result.errors)")
            #expect(try await sandbox.job(jobs[0]).reason == "photo_unreadable")
            #expect(try await sandbox.job(jobs[1]).state == "succeeded")
            #expect(try await emulator.ledger().count == 1)
        }
    }

    /// What runs a program as one that files' rights bind; nobody but root needs it.
    private static var withoutRights: [String] {
        geteuid() == 0 ? ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] : []
    }

    private static func canGiveUp() async -> Bool {
        let trial = try? await Program(path: "/usr/bin/env").run(withoutRights + ["true"])
        return trial?.exit == .status(0)
    }

}

/// Whether a test may mount a small disk, in a name space of its own.
func canMount() async -> Bool {
    let trial = try? await Program(path: "/usr/bin/unshare").run(
        ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"])
    return trial?.exit == .status(0)
}
