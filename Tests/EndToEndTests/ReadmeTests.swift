import Foundation
import TestSupport
import Testing

/// What the documentation tells a new user to type.
@Suite(.timeLimit(.minutes(10)))
struct ReadmeTests {
    @Test(arguments: ["README.md", "docs/guide.md"], [true, false])
    func
        `every command line of the README and the guide works as shown, in its order, with a key and without`(
            document: String, isKeySet: Bool
        ) async throws
    {
        let examples = try Self.examples(of: document)
        #expect(examples.contains { $0.command.hasPrefix("headshot make ") })
        try await Sandbox.withEmulator { sandbox, _ in
            try FileManager.default.copyItem(
                atPath: "\(repository)/demo", toPath: "\(sandbox.folder)/demo")
            let programs = URL(filePath: try Program.built("headshot").path)
                .deletingLastPathComponent().path(percentEncoded: false)
            var variables = sandbox.variables
            if Models.areThere { variables["HEADSHOT_MODELS"] = "\(repository)/models" }
            if !isKeySet { variables["GEMINI_API_KEY"] = nil }
            variables["PATH"] = "\(programs):/usr/bin:/bin"
            for (command, shown) in examples {
                // Both streams stand on a terminal.
                let result = try await Program(path: "/bin/sh").run(
                    ["-c", "{ \(command)\n} 2>&1"], environment: variables, folder: sandbox.folder)
                #expect(result.exit == .status(0), "\(command)\n\(result.output)")
                guard !shown.isEmpty else { continue }
                let said = result.output.replacing(sandbox.home, with: Self.shownHome)
                    .split(separator: "\n").map(Self.comparable)
                    // Without the models, every headshot made here has a note.
                    .filter { Models.areThere || !$0.contains("not installed") }
                #expect(Self.isExcerpt(shown, of: said), "\(command)\n\(result.output)")
            }
        }
    }

    /// Whether lines are others, with "…" for any number of those.
    private static func isExcerpt(_ shown: [String], of lines: [String]) -> Bool {
        var rest = lines[...]
        for (index, part) in shown.split(separator: "…", omittingEmptySubsequences: false)
            .enumerated()
        {
            while index > 0, !rest.isEmpty, !rest.starts(with: part) { rest.removeFirst() }
            guard rest.starts(with: part) else { return false }
            rest.removeFirst(part.count)
        }
        return rest.isEmpty || shown.last == "…"
    }

    /// A line without what differs from run to run, a job's name, and from machine to machine, the width of a column.
    private static func comparable(_ line: some StringProtocol) -> String {
        String(line).replacing(/\b[0-9a-z]{10}-(?=front|left|right)/, with: "")
            .replacing(/\ {2,}/, with: " ")
    }

    /// The home of the person in the examples.
    private static let shownHome = "/home/ada/.local/share/headshot"

    @Test(.needs("curl", where: { FileManager.default.isExecutableFile(atPath: "/usr/bin/curl") }))
    func `the first five minutes over HTTP end with a headshot`() async throws {
        var commands = try Self.commands(of: "docs/http.md")
        // The test's own space and port take the place of these.
        for start in ["TOKEN=$(headshot space add shop", "headshot serve --work", "URL="] {
            let index = try #require(commands.firstIndex { $0.hasPrefix(start) })
            commands.remove(at: index)
        }
        try await Sandbox.offline { sandbox in
            try DrawnFace.photo().write(to: URL(filePath: "\(sandbox.folder)/me.jpg"))
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox, "--work") { server in
                let id = #"sed -n 's/.*"id":"\([a-z0-9]*\)".*/\1/p'"#
                let lines = commands.map { command in
                    // The names that the document shows stand for those that the server gives.
                    let typed = command.replacing("9c3wd1v5ef", with: "'\"$photo\"'")
                        .replacing("7m2kq4x0ab", with: "$job")
                    if command.hasSuffix("/v1/photos") { return "photo=$(\(typed) | \(id))" }
                    return command.hasSuffix("/v1/jobs") ? "job=$(\(typed) | \(id))" : typed
                }
                let script = ["set -e", "TOKEN=\(token)", "URL=\(server.url)"] + lines
                let typed = try await sandbox.shell(script.joined(separator: "\n"))
                #expect(typed.exit == .status(0), "\(typed.errors)")
                #expect(typed.output.contains(#""state":"succeeded""#), "\(typed.output)")
            }
            let headshot = try Data(contentsOf: URL(filePath: "\(sandbox.folder)/headshot.jpg"))
            #expect(headshot.starts(with: [0xFF, 0xD8]))
        }
    }

    private static func commands(of document: String) throws -> [String] {
        try examples(of: document).map(\.command)
    }

    /// The lines that begin with a prompt in blocks of the type `console`, and what stands below each; other blocks are not for
    /// typing.
    private static func examples(
        of document: String
    ) throws -> [(command: String, shown: [String])] {
        let text = try String(contentsOfFile: "\(repository)/\(document)", encoding: .utf8)
        var block: Substring?
        var examples: [(command: String, shown: [String])] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                block = block == nil ? line.dropFirst(3) : nil
            } else if block == "console", line.hasPrefix("$ ") {
                examples.append((String(line.dropFirst(2)), []))
            } else if block == "console", !line.isEmpty {
                examples[examples.count - 1].shown.append(comparable(line))
            }
        }
        return examples
    }
}
