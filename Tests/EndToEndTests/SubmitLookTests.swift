import Foundation
import TestSupport
import Testing

/// What a submit sees in photos before it queues anything.
@Suite(.timeLimit(.minutes(10)))
struct SubmitLookTests {
    /// Gives a sandbox with a face in `me.jpg` and a wall in `wall.jpg`; no request is sent to its provider.
    private func withPhotos(_ body: (Sandbox) async throws -> Void) async throws {
        try await Sandbox.offline { sandbox in
            let photos = [
                ("me.jpg", try DrawnFace.photo()), ("wall.jpg", try DrawnFace.wall.jpeg()),
            ]
            for (name, photo) in photos {
                try photo.write(to: URL(filePath: "\(sandbox.folder)/\(name)"))
            }
            try await body(sandbox)
        }
    }

    /// The refusing findings of the only photo of `submit --check-only` and `analyze`, or of the only refused one of `submit`.
    private func refusals(_ result: ProgramResult, under name: String) throws -> [String] {
        let answer = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        let photos = try #require((answer as? [String: Any])?[name] as? [[String: Any]])
        #expect(photos.count == 1)
        let findings = try #require(photos.first?["findings"] as? [[String: String]])
        return findings.filter { $0["severity"] == "refusal" }.compactMap { $0["sentence"] }
    }

    @Test
    func `what no headshot is worth is refused before its price is said, in the words of a look`()
        async throws
    {
        try await withPhotos { sandbox in
            let refused = try await sandbox.run("submit", "wall.jpg", "--json")
            #expect(refused.exit == .status(65))
            let sentences = try refusals(refused, under: "refused")
            #expect(!sentences.isEmpty)
            for sentence in sentences {
                #expect(refused.errors.contains("headshot: wall.jpg: \(sentence)\n"))
            }
            #expect(!refused.errors.contains("$"))
            for command in [["submit", "--check-only"], ["analyze"]] {
                let looked = try await sandbox.run(command + ["wall.jpg", "--json"])
                #expect(looked.exit == .status(65))
                #expect(try refusals(looked, under: "photos") == sentences)
            }
            #expect(try await sandbox.jobs().isEmpty)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.home)/photos") == [])

            // It stops no other photo, and is not in the price.
            let both = try await sandbox.run("submit", "wall.jpg", "me.jpg")
            #expect(both.exit == .status(65))
            #expect(both.output.hasSuffix("  front-professional  me.jpg\n"))
            #expect(both.errors.contains("1 headshot by"))
            #expect(try await sandbox.jobs().count == 1)
            let forced = try await sandbox.run("submit", "wall.jpg", "--force")
            #expect(forced.exit == .status(0))
            #expect(try await sandbox.jobs().count == 2)
        }
    }

    @Test func `make refuses the same, and makes the others`() async throws {
        try await withPhotos { sandbox in
            let made = try await sandbox.run("make", "wall.jpg", "me.jpg")
            #expect(made.exit == .status(65))
            #expect(made.output.split(separator: "\n").count == 1)
            #expect(made.errors.contains("headshot: wall.jpg: "))
            #expect(try await sandbox.jobs().map(\.state) == ["succeeded"])
        }
    }

    @Test(arguments: [(100, 65, 0), (101, 0, 101)])
    func `a hundred photos are looked at here, and more than that by the worker`(
        photos: Int, exit: Int32, jobs: Int
    ) async throws {
        try await Sandbox.offline { sandbox in
            let names = (0..<photos).map { ("\($0).jpg", $0) }
            try sandbox.folder("team", photos: Dictionary(uniqueKeysWithValues: names))
            let submitted = try await sandbox.run("submit", "team")
            #expect(submitted.exit == .status(exit))
            #expect(submitted.errors.contains("more than 100 new photos") == (jobs > 0))
            #expect(try await sandbox.jobs().count == jobs)
            // What is in the queue already is not looked at.
            let again = try await sandbox.run("submit", "team")
            #expect(again.exit == .status(exit))
            #expect(!again.errors.contains("more than 100 new photos"))
        }
    }

    @Test func `where no photo can be decoded, the worker looks at it`() async throws {
        try await withPhotos { sandbox in
            var broken = sandbox
            broken.variables["HEADSHOT_DECODER"] = "/bin/false"
            let submitted = try await broken.run("submit", "wall.jpg", "--provider", "local")
            #expect(submitted.exit == .status(0), "\(submitted.errors)")
            #expect(submitted.errors.contains("cannot be looked at here"))
            #expect(try await sandbox.drain() == 1)
            #expect(try await sandbox.jobs().map(\.reason) == ["face"])
        }
    }

    @Test func `a photo is refused if this machine can make none of the styles of it`() async throws
    {
        try await withPhotos { sandbox in
            let local = ["me.jpg", "--provider", "local"]
            let turned = try await sandbox.run(["submit", "--angle", "left"] + local)
            #expect(turned.exit == .status(65))
            #expect(turned.errors.contains("A model can turn a head"))
            #expect(try await sandbox.jobs().isEmpty)
            let checked = try await sandbox.run(["submit", "--check-only", "--all-styles"] + local)
            #expect(checked.exit == .status(0))
            #expect(checked.output.hasPrefix("accepted  me.jpg"))
            #expect(checked.output.contains("clearly turned to the left"))
            #expect(checked.output.contains("clearly turned to the right"))
            let all = try await sandbox.run(["submit", "--all-styles", "--json"] + local)
            #expect(all.exit == .status(0))
            #expect(all.output.contains(#""rule" : "localAngle""#))
            #expect(try await sandbox.jobs().count == 6)
            #expect(try await sandbox.drain() == 1)
            #expect(try await sandbox.jobs().count { $0.state == "succeeded" } == 2)
        }
    }
}
