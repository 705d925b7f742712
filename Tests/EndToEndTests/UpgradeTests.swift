import Foundation
import TestSupport
import Testing

/// A newer program opens the queue that an older one is at work on.
@Suite(.timeLimit(.minutes(10)))
struct UpgradeTests {
    private let newer = Result { try Program.built("NewerHeadshot") }

    @Test func `an upgrade under a busy worker loses and repays nothing, and can be undone`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            let persons = ["anna", "ben", "cleo"]
            for person in persons {
                _ = try await sandbox.submit([sandbox.photo(), "--person", person])
            }
            var format = ""
            try await sandbox.running(["worker", "--concurrency", "2"]) { worker in
                try await emulator.waitForRequests(atLeast: 2)
                let upgrade = try await newer.get().run([sandbox.home])
                #expect(upgrade.exit == .status(0), "\(upgrade)")
                format = upgrade.output.trimmingCharacters(in: .newlines)
                try await emulator.release()
                #expect(try await worker.waitForExit() == .status(78))
            }
            let copy = "\(sandbox.home)/queue-before-\(format).sqlite"
            let refused = try await sandbox.run("status")
            #expect(refused.exit == .status(78))
            #expect(refused.errors.contains("headshot restore \(copy)"))

            let restored = try await sandbox.run("restore", copy, "--yes")
            #expect(restored.exit == .status(0), "\(restored.errors)")
            try await emulator.setScenario(#"{"rules":[]}"#)
            #expect(try await sandbox.drain() == 0)
            #expect(try await sandbox.jobs().map(\.state) == persons.map { _ in "succeeded" })
            #expect(try await emulator.ledger().count == persons.count)
        }
    }

    @Test(.needs("a name space of one's own to mount in", where: { await canMount() }))
    func `without room for a copy nothing is changed, and the older program goes on`() async throws
    {
        try await Sandbox.offline { sandbox in
            try FileManager.default.createDirectory(
                atPath: sandbox.home, withIntermediateDirectories: false)
            let headshot = try Program.built("headshot").path
            let newer = try newer.get().path
            let script = """
                mount -t tmpfs -o size=90m none $HOME/home
                \(headshot) submit --force \(try sandbox.photo()) || exit 1
                free=$(df --output=avail -B1 $HOME/home | tail -1)
                head -c $((free - 100000)) /dev/zero > $HOME/home/fill
                \(newer) $HOME/home; echo "full: $?"
                ls $HOME/home | grep -c queue-before
                \(headshot) list >/dev/null; echo "older: $?"
                rm $HOME/home/fill
                \(newer) $HOME/home >/dev/null; echo "room: $?"
                ls $HOME/home | grep -c queue-before
                """
            let result = try await Program(path: "/usr/bin/unshare").run(
                ["-rm", "sh", "-c", script], environment: sandbox.variables, folder: sandbox.folder)
            #expect(result.output.contains("noRoom"), "\(result)")
            let lines = result.output.split(separator: "\n").suffix(5)
            #expect(lines == ["full: 1", "0", "older: 0", "room: 0", "1"], "\(result)")
        }
    }
}
