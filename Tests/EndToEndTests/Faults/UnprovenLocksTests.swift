import Foundation
import TestSupport
import Testing

/// A file system whose locks keep no process out, as bindfs is by default.
@Suite(.timeLimit(.minutes(10)))
struct UnprovenLocksTests {
    private static let bindfs = "/usr/bin/bindfs"

    @Test(
        .needs(
            "bindfs, and a name space of one's own (make setup-bindfs)",
            where: { await Self.canBind() }))
    func `a home on which locks prove nothing is refused, and no job is paid for`() async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            let id = try await sandbox.submitOne()
            let program = try Program.built("headshot").path
            let photo = try sandbox.photo(seed: 1)
            let script = """
                mkdir m fresh
                \(Self.bindfs) home m && export HEADSHOT_HOME=$PWD/m
                for command in drain worker 'serve --work --listen 127.0.0.1:0 --isolation best'; do
                    \(program) $command; echo "$command: $?"
                done
                \(program) doctor --offline | grep 'file system'
                umount m && \(Self.bindfs) fresh m
                \(program) doctor --offline | grep 'file system'
                \(program) submit --force \(photo); echo "submit: $?"
                """
            let result = try await Program(path: "/usr/bin/unshare").run(
                ["-m", "sh", "-c", script], environment: sandbox.variables, folder: sandbox.folder)
            for command in ["drain", "worker", "127.0.0.1:0 --isolation best", "submit"] {
                #expect(result.output.contains("\(command): 78"), "\(result)")
            }
            #expect(result.output.matches(of: /file system +problem/).count == 2, "\(result)")
            #expect(result.errors.contains("two processes got the same lock"), "\(result)")
            #expect(try await emulator.ledger().count == 0)
            // On its own file system the home is good, and has every job.
            #expect(try await sandbox.drain() == 0)
            #expect(try await sandbox.job(id).state == "succeeded")
        }
    }

    private static func canBind() async -> Bool {
        guard FileManager.default.isExecutableFile(atPath: bindfs) else { return false }
        let trial = "d=$(mktemp -d) && mkdir $d/a $d/b && \(bindfs) $d/a $d/b && umount $d/b"
        let result = try? await Program(path: "/usr/bin/unshare").run(["-m", "sh", "-c", trial])
        return result?.exit == .status(0)
    }
}
