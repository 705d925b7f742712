import Foundation
import TestSupport
import Testing

/// What is behind the person in a headshot that this machine makes: ordered, kept, and told.
@Suite(.timeLimit(.minutes(10)))
struct BackdropTests {
    private func withPhoto(_ body: (Sandbox) async throws -> Void) async throws {
        try await Sandbox.offline { sandbox in
            try DrawnFace.photo().write(to: URL(filePath: "\(sandbox.folder)/me.jpg"))
            try await body(sandbox)
        }
    }

    /// What `show` tells a person of the backdrop.
    private func backdrop(of job: String, in sandbox: Sandbox) async throws -> String? {
        let lines = try await sandbox.run("show", job).output.split(separator: "\n")
        let line = lines.first { $0.hasPrefix("backdrop ") }
        return line?.split(separator: " ").last.map(String.init)
    }

    @Test(arguments: [["--provider", "gemini"], []])
    func `a model has no backdrop to choose`(provider: [String]) async throws {
        try await withPhoto { sandbox in
            for more in [[], ["--check-only"]] {
                let refused = try await sandbox.run(
                    ["submit", "me.jpg", "--backdrop", "blur"] + provider + more)
                #expect(refused.exit == .status(64))
                #expect(refused.errors.contains("Use --provider local, or leave --backdrop out"))
            }
            #expect(try await sandbox.jobs().isEmpty)
            // A setting is for the jobs that it can be for.
            var sandbox = sandbox
            sandbox.variables["HEADSHOT_BACKDROP"] = "blur"
            #expect(try await sandbox.run(["submit", "me.jpg"] + provider).exit == .status(0))
        }
    }

    @Test func `what is wanted is kept with the job, and what was made is told everywhere`()
        async throws
    {
        try await withPhoto { sandbox in
            let order = ["me.jpg", "--provider", "local"]
            let id = try #require(try await sandbox.submit(order + ["--backdrop", "blur"]).first)
            let list = try await sandbox.run("list", "--json").output
            #expect(list.contains(#""backdrop" : "blur""#))
            #expect(try await sandbox.run("list", "--csv").output.contains(",local,blur,"))
            #expect(try await backdrop(of: id, in: sandbox) == "blur")
            #expect(try await sandbox.drain() == 0)

            let sentence =
                "The models for cutting a person out are not installed, so the background was only softened."
            #expect(try await backdrop(of: id, in: sandbox) == "own")
            #expect(try await sandbox.run("show", id).output.contains(sentence))
            let json = try await sandbox.run("show", id, "--json").output
            #expect(json.contains(sentence))
            let dense = json.filter { !$0.isWhitespace }
            #expect(dense.contains(#""backdrop":"blur""#))
            #expect(
                dense.contains(
                    #""making":{"backdrop":"own","refusal":"models_missing","wanted":"blur"}"#))
            let sidecar = try String(
                contentsOfFile: "\(sandbox.results)/\(id)-front-professional.json", encoding: .utf8)
            #expect(sidecar.contains(#""backdrop" : "own""#))
            #expect(sidecar.contains(sentence))
            #expect(try await sandbox.run("sheet", "sheet.html").exit == .status(0))
            let page = try String(contentsOfFile: "\(sandbox.folder)/sheet.html", encoding: .utf8)
            #expect(page.contains("<dt>Backdrop</dt><dd>own</dd>"))
            #expect(page.contains(sentence))

            #expect(try await sandbox.run("retry", id).exit == .status(0))
            let again = try #require(try await sandbox.jobs().first { $0.state == "waiting" })
            #expect(try await backdrop(of: again.id, in: sandbox) == "blur")
        }
    }

    @Test func `the variable is the default, and a value that is none is refused`() async throws {
        try await withPhoto { sandbox in
            var sandbox = sandbox
            sandbox.variables["HEADSHOT_BACKDROP"] = "own"
            let order = ["me.jpg", "--provider", "local"]
            for (options, wanted) in [([], "own"), (["--backdrop", "studio"], "studio")] {
                let id = try #require(try await sandbox.submit(order + options).first)
                #expect(try await backdrop(of: id, in: sandbox) == wanted)
            }
            sandbox.variables["HEADSHOT_BACKDROP"] = "beach"
            let refused = try await sandbox.run(["submit"] + order)
            #expect(refused.exit == .status(78))
            #expect(refused.errors.contains("HEADSHOT_BACKDROP"))
        }
    }
}
