import Foundation
import TestSupport
import Testing

/// Photos that are too large, from a folder to a job, by `--shrink`.
@Suite(.timeLimit(.minutes(10)))
struct ShrinkTests {
    @Test(arguments: LargePhoto.all)
    func `a photo that is too large becomes a copy, the same each time, and stops no other`(
        photo: LargePhoto
    ) async throws {
        guard let bytes = try photo.bytes() else { return }
        try await Sandbox.offline { sandbox in
            try sandbox.folder("team", photos: ["innocent.jpg": 1])
            let file = URL(filePath: "\(sandbox.folder)/team/photo")
            try bytes.write(to: file)
            let first = try await sandbox.run("submit", "--json", "--force", "--shrink", "team")
            let answer = try Submitted(first)
            #expect(answer.jobs.map(\.photo).contains("innocent.jpg"), "\(first)")
            #expect(try Data(contentsOf: file) == bytes)

            switch photo.end {
            case .refused(let words):
                #expect(first.exit == .status(65), "\(first)")
                #expect(answer.jobs.count == 1 && answer.shrunk == nil)
                let sentence = try #require(answer.refused.first?.findings.first?.sentence)
                #expect(sentence.contains(words), "\(sentence)")
            case .untouched:
                #expect(answer.jobs.count == 2 && answer.shrunk == nil, "\(first)")
                #expect(try kept(in: sandbox).contains(bytes))
            case .copy(let width, let height):
                #expect(first.exit == .status(0), "\(first)")
                let shrunk = try #require(answer.shrunk?.first)
                #expect(answer.shrunk?.count == 1 && shrunk.photo == "team/photo")
                #expect(shrunk.from.bytes == bytes.count)
                #expect((shrunk.to.width, shrunk.to.height) == (width, height))
                let copy = try #require(
                    try kept(in: sandbox).first { $0.count == shrunk.to.bytes })
                #expect(copy.count <= 7_000_000)
                let judge = try PictureJudge(copy)
                let sides = [judge.width, judge.height]
                #expect(sides == [width, height])
                let colours = PhotoFixture.quadrants(seed: 0)
                let wanted = photo.places.map { colours[$0] }
                for (seen, wanted) in zip(judge.quadrants(), wanted) {
                    #expect(seen.isNear(wanted, within: 12), "\(seen) instead of \(wanted)")
                }
                #expect(
                    first.errors.contains("team/photo: made smaller here: \(shrunk.from.width)"))
            }

            // A submit of a folder may be run again: the copy is known by its content.
            let second = try Submitted(
                try await sandbox.run("submit", "--json", "--force", "--shrink", "team"))
            #expect(second.jobs.allSatisfy { !$0.isNew })
            #expect(second.jobs.map(\.id) == answer.jobs.map(\.id))
        }
    }

    @Test(
        .thorough, arguments: LargePhoto.all.filter(\.isLarge))
    func `without --shrink a photo is refused as ever, and one line says what would take it`(
        photo: LargePhoto
    ) async throws {
        guard let bytes = try photo.bytes() else { return }
        try await Sandbox.offline { sandbox in
            try bytes.write(to: URL(filePath: "\(sandbox.folder)/photo"))
            for command in [["submit"], ["submit", "--check-only"], ["analyze"]] {
                let result = try await sandbox.run(command + ["--json", "photo"])
                #expect(result.exit == .status(65))
                let hint = result.errors.components(separatedBy: "--shrink").count - 1
                #expect(hint == (photo.isCopied ? 1 : 0), "\(command): \(result.errors)")
                #expect(
                    result.output.contains(#""can_shrink" : true"#) == photo.isCopied,
                    "\(command): \(result.output)")
                guard command == ["submit"] else { continue }
                let rules = try Submitted(result).refused.flatMap(\.findings).map(\.rule)
                #expect(rules == [photo.isOverBytes ? "byteCount" : "side"])
            }
        }
    }

    @Test func `the setting does what the option does, for every command that looks at photos`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            var sandbox = sandbox
            let photo = LargePhoto.all[0]
            try photo.bytes()?.write(to: URL(filePath: "\(sandbox.folder)/photo"))
            let typed = try await sandbox.run("analyze", "--json", "--shrink", "photo")
            sandbox.variables["HEADSHOT_SHRINK"] = "1"
            let set = try await sandbox.run("analyze", "--json", "photo")
            #expect(set.output == typed.output)
            #expect(typed.output.contains(#""madeSmaller""#))
            let checked = try await sandbox.run("submit", "--check-only", "--force", "photo")
            #expect(checked.output.contains("made smaller here: 5712 × 4284 to 4096 × 3072"))
            #expect(try await sandbox.submit(["photo"]).count == 1)
        }
    }

    @Test func `a copy is made into a headshot like any photo`() async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, _ in
            try LargePhoto.all[0].bytes()?.write(to: URL(filePath: "\(sandbox.folder)/photo"))
            let id = try #require(try await sandbox.submit(["--shrink", "photo"]).first)
            #expect(try await sandbox.drain() == 0)
            #expect(try await sandbox.job(id).state == "succeeded")
        }
    }

    @Test(arguments: ["draftMade", "photoKept", "jobsInserted", "jobsQueued"])
    func `killed between the copy and the queue, a submit leaves nothing half and goes on`(
        point: String
    ) async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            try sandbox.folder("team", photos: ["innocent.jpg": 1])
            try LargePhoto.all[0].bytes()?.write(
                to: URL(filePath: "\(sandbox.folder)/team/photo"))
            var variables = sandbox.variables
            variables["HEADSHOT_CRASH_POINT"] = point
            let killed = try await Program.built("headshot").run(
                ["submit", "--force", "--shrink", "team"], environment: variables,
                folder: sandbox.folder)
            #expect(killed.exit == .signal(SIGKILL), "\(killed)")
            let ids = try await sandbox.submit(["--shrink", "team"])
            #expect(ids.count == 2)
            #expect(try await sandbox.jobs().map(\.id).sorted() == ids.sorted())
            #expect(try await sandbox.drain() == 0)
            try await sandbox.expectPromises(printed: killed.printedIDs + ids, emulator)
        }
    }

    /// The photos in the home, by their bytes.
    private func kept(in sandbox: Sandbox) throws -> [Data] {
        let folder = "\(sandbox.home)/photos"
        return try FileManager.default.contentsOfDirectory(atPath: folder)
            .compactMap { FileManager.default.contents(atPath: "\(folder)/\($0)") }
    }

    /// What the tests read of the JSON of `submit`.
    private struct Submitted: Decodable {
        struct Job: Decodable {
            let id: String
            let photo: String
            let isNew: Bool
        }
        struct Refused: Decodable {
            struct Finding: Decodable {
                let rule: String
                let sentence: String
            }
            let findings: [Finding]
        }
        struct Shrunk: Decodable {
            struct Size: Decodable {
                let width: Int
                let height: Int
                let bytes: Int
            }
            let photo: String
            let from: Size
            let to: Size
        }
        let jobs: [Job]
        let refused: [Refused]
        let shrunk: [Shrunk]?

        init(_ result: ProgramResult) throws {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            self = try decoder.decode(Self.self, from: Data(result.output.utf8))
        }
    }
}
