import Foundation
import TestSupport
import Testing

/// What the shells complete once the program is installed.
@Suite(.timeLimit(.minutes(10)))
struct CompletionTests {
    /// A shell, and how a person's own one is made to load the completions under a prefix.
    struct Shell: Sendable, CustomTestStringConvertible {
        let name: String
        let command: String
        let setup: String

        var testDescription: String { name }
        var path: String { "/usr/bin/\(name)" }

        static let all = [
            Shell(
                name: "bash", command: "bash --norc --noprofile -i",
                setup: "source $PREFIX/share/bash-completion/completions/headshot"),
            Shell(
                name: "zsh", command: "zsh -f -i",
                setup: """
                    fpath=($PREFIX/share/zsh/site-functions $fpath); autoload -Uz compinit; compinit -u -D
                    """),
            Shell(
                name: "fish", command: "fish --no-config",
                setup: "source $PREFIX/share/fish/vendor_completions.d/headshot.fish"),
        ]
    }

    /// The shells of this machine.
    static let shells = Shell.all.filter { FileManager.default.isExecutableFile(atPath: $0.path) }

    @Test(.enabled(if: shells.count == Shell.all.count, "a shell is missing: 'make setup-shells'"))
    func `all three shells are tested`() {
        #expect(Self.shells.map(\.name) == ["bash", "zsh", "fish"])
    }

    /// What is typed before the tab, and what must have run after it.
    static let lines: [(typed: String, ran: String)] = [
        ("echo headshot sho\t\nheadshot sho\t--help", "Show everything that is kept of a job."),
        ("headshot show JO\t--json", #""id" : "JOB""#),
        ("headshot usage --person an\t--json", #""person" : "anna""#),
        ("headshot list --style left-p\t--state wai\t--json", #""jobs" : ["#),
        ("headshot submit pho\t--check-only --json", #""photo" : "photo-0.jpg""#),
        ("headshot doctor --offline --home ho\t --json", #""checks" : ["#),
    ]

    @Test(arguments: shells)
    func `what was begun is completed, in the shell of a person`(shell: Shell) async throws {
        try await withInstalled { sandbox, prefix in
            let photo = try sandbox.photo()
            let id = try #require(
                try await sandbox.submit([photo, "--person", "anna", "--angle", "left"]).first)
            for line in Self.lines {
                let typed = line.typed.replacing("JO\t", with: "\(id.prefix(5))\t")
                let output = try await type(typed, into: shell, sandbox, prefix)
                let ran = line.ran.replacing("JOB", with: id)
                #expect(output.contains(ran), "\(typed)\n\(output)")
            }
        }
    }

    @Test(
        .thorough, arguments: shells)
    func `where there is no queue, nothing is completed, said or made`(shell: Shell) async throws {
        try await withInstalled { sandbox, prefix in
            let output = try await type(
                "headshot show 7\t\(Self.clearLine)echo still here", into: shell, sandbox, prefix)
            #expect(output.contains("still here"))
            #expect(!output.contains("Error:"), "\(output)")
            #expect(!FileManager.default.fileExists(atPath: sandbox.home))
        }
    }

    /// Ctrl-U, so that the command that was typed does not run.
    private static let clearLine = "\u{15}"

    /// Installs the built program as `make install` does.
    private func withInstalled(_ body: (Sandbox, String) async throws -> Void) async throws {
        try await Sandbox.offline { sandbox in
            let prefix = "\(sandbox.folder)/prefix"
            let built = URL(filePath: try Program.built("headshot").path)
                .deletingLastPathComponent().path(percentEncoded: false)
            let installed = try await Program(path: "\(repository)/scripts/install.sh").run([
                built, prefix,
            ])
            #expect(installed.exit == .status(0), "\(installed.errors)")
            try await body(sandbox, prefix)
        }
    }

    /// Types a line on a terminal of a shell, and gives all that the terminal showed.
    private func type(
        _ line: String, into shell: Shell, _ sandbox: Sandbox, _ prefix: String
    ) async throws -> String {
        var variables = sandbox.variables
        variables["PREFIX"] = prefix
        variables["PATH"] = "\(prefix)/bin:/usr/bin:/bin"
        variables["TERM"] = "xterm"
        let result = try await Program(path: "/usr/bin/script").run(
            ["-qec", shell.command, "/dev/null"], environment: variables, folder: sandbox.folder,
            input: Data("\(shell.setup)\n\(line)\nexit\n".utf8))
        return result.output.replacing("\r", with: "")
    }
}
