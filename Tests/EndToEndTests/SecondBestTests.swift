import Foundation
import TestSupport
import Testing

/// Headshots whose background was only softened: foretold, counted, named, and rejected on request.
@Suite(.timeLimit(.minutes(10)))
struct SecondBestTests {
    private static let cause = "The models for cutting a person out are not installed"

    @Test func `they are counted and named by drain, list and show, and others are not`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let local = ["--provider", "local"]
            let softened = try #require(try await sandbox.submit([sandbox.face()] + local).first)
            let wanted = try #require(
                try await sandbox.submit([sandbox.face(1), "--backdrop", "own"] + local).first)
            let drained = try await sandbox.run("drain")
            #expect(drained.exit == .status(0))
            #expect(
                drained.output == """
                    2 succeeded (1 with the background only softened); in \(sandbox.results)
                    Only softened: \(softened). 'headshot list --finding headshotBackdrop' says why.

                    """)
            let list = try await sandbox.run("list").output.split(separator: "\n")
            let sentence =
                "The headshot is ready. \(Self.cause), so the background was only softened."
            #expect(list.filter { $0.hasSuffix(sentence) }.map { $0.hasPrefix(softened) } == [true])
            #expect(try await sandbox.run("show", softened).output.contains(sentence))
            #expect(try await !sandbox.run("show", wanted).output.contains(Self.cause))

            for (finding, jobs) in [("headshotBackdrop", [softened]), ("headshotAngle", [])] {
                let found = try await sandbox.run("list", "--finding", finding)
                #expect(found.exit == .status(0))
                let ids = found.output.split(separator: "\n").dropFirst()
                    .compactMap { $0.split(separator: " ").first.map(String.init) }
                #expect(ids == jobs)
                #expect(found.errors.contains("No job matches") == jobs.isEmpty)
            }
            let lines = try await sandbox.run(
                "list", "--finding", "headshotBackdrop", "--limit", "1", "--jsonl"
            ).output
            #expect(lines.split(separator: "\n").count == 1)
            #expect(lines.contains(softened))
            #expect(try await sandbox.run("list", "--finding", "beauty").exit == .status(64))
        }
    }

    @Test func `a drain says for programs how many there are`() async throws {
        try await Sandbox.offline { sandbox in
            for number in 0..<2 {
                _ = try await sandbox.submit([sandbox.face(number), "--provider", "local"])
            }
            let drained = try await sandbox.run("drain", "--json").output
            #expect(drained.contains(#""softened" : 2"#))
            _ = try await sandbox.submit([
                sandbox.face(2), "--provider", "local", "--backdrop", "own",
            ])
            #expect(try await !sandbox.run("drain", "--json").output.contains("softened"))
        }
    }

    @Test func `where the backdrop is required, they are rejected, free, and others are made`()
        async throws
    {
        try await Sandbox.withEmulator { sandbox, emulator in
            let local = ["--provider", "local"]
            let strict = try #require(
                try await sandbox.submit([sandbox.face(), "--require-backdrop"] + local).first)
            let other = try #require(try await sandbox.submit([sandbox.face(1)] + local).first)
            let drained = try await sandbox.run("drain")
            #expect(drained.exit == .status(1))
            let job = try await sandbox.job(strict)
            #expect((job.state, job.reason) == ("rejected", "headshotBackdrop"))
            #expect(job.charges.isEmpty)
            #expect(try await sandbox.job(other).state == "succeeded")
            let shown = try await sandbox.run("show", strict).output
            #expect(shown.contains("\(Self.cause), and a softened background is not accepted."))
            #expect(shown.contains("'headshot retry \(strict) --by gemini'"))
            let listed = try await sandbox.run("list", "--reason", "headshotBackdrop").output
            #expect(listed.contains(strict) && !listed.contains(other))
            let made = try await sandbox.run("make", sandbox.face(2), "--require-backdrop")
            #expect(made.exit == .status(1))
            #expect(made.output.isEmpty)

            // A model makes its own, and no backdrop can be required of it.
            #expect(try await sandbox.run("retry", strict, "--by", "gemini").exit == .status(0))
            #expect(try await sandbox.drain() == 0)
            #expect(try await emulator.ledger().count == 1)
            let refused = try await sandbox.run(
                "submit", sandbox.face(3), "--provider", "gemini", "--require-backdrop")
            #expect(refused.exit == .status(64))
        }
    }

    @Test(.needs("the models: 'make setup-models'", where: { Models.areThere }))
    func `a look foretells it, and refuses the photo where the backdrop is required`() async throws
    {
        try await Sandbox.offline { sandbox in
            var sandbox = sandbox
            sandbox.variables["HEADSHOT_MODELS"] = "\(repository)/models"
            sandbox.variables["HEADSHOT_PROVIDER"] = "local"
            // Whichever of the two the frame is around, the other one is in it.
            let person = DrawnFace.portrait.cropped(x: 110, y: 60, width: 180, height: 400)
            try person.beside(person).jpeg()
                .write(to: URL(filePath: "\(sandbox.folder)/pair.jpg"))
            let forced = try #require(try await sandbox.submit(["pair.jpg"]).first)
            #expect(try await sandbox.drain() == 0)
            let told = try await sandbox.run("list", "--finding", "headshotBackdrop").output
            #expect(told.contains(forced))

            let good = try await sandbox.run(
                "submit", "--check-only", "--require-backdrop", sandbox.face())
            #expect(good.exit == .status(0), "\(good.output)")
            #expect(!good.output.contains("headshotBackdrop"))
            let foretold = try await sandbox.run(
                "submit", "--check-only", "--force", "pair.jpg", "--json")
            let dense = foretold.output.filter { !$0.isWhitespace }
            #expect(dense.contains(#""rule":"headshotBackdrop""#))
            #expect(foretold.output.contains("will only be softened."))
            let required = try await sandbox.run(
                "submit", "--check-only", "--force", "--require-backdrop", "pair.jpg")
            #expect(required.exit == .status(65))
            #expect(required.output.contains("a softened background is not accepted"))
        }
    }
}
