import Foundation
import TestSupport
import Testing

/// A look at photos, without a queue, a key or a network.
@Suite(.timeLimit(.minutes(10)))
struct AnalyzeTests {
    /// What the tests read of the answer's JSON.
    private struct Answer: Decodable {
        struct Photo: Decodable {
            struct Remark: Decodable { let sentence: String }
            struct Finding: Decodable {
                let rule: String
                let severity: String
            }
            let photo: String
            let accepted: Bool
            let score: Double?
            let variation: Double?
            let strengths: [Remark]?
            let weaknesses: [Remark]?
            let findings: [Finding]
        }
        struct Side: Decodable { let verdict: String }
        let photos: [Photo]
        let side: Side?
    }

    /// A folder with a drawn person, a dark one, a wall and a text, and no variable that could help.
    private func withPhotos(_ body: (Sandbox) async throws -> Void) async throws {
        try await Sandbox.with(asking: "http://127.0.0.1:1") { sandbox in
            var sandbox = sandbox
            sandbox.variables = ["HOME": sandbox.folder]
            let team = "\(sandbox.folder)/team"
            try FileManager.default.createDirectory(
                atPath: team, withIntermediateDirectories: false)
            let photos = [
                "a-good.jpg": try DrawnFace.portrait.jpeg(),
                "b-dark.jpg": try DrawnFace.portrait.lit(0.01).jpeg(),
                "c-wall.jpg": try DrawnFace.wall.jpeg(), "notes.txt": Data("none".utf8),
            ]
            for (name, bytes) in photos { try bytes.write(to: URL(filePath: "\(team)/\(name)")) }
            try await body(sandbox)
        }
    }

    private func answer(_ result: ProgramResult) throws -> Answer {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Answer.self, from: Data(result.output.utf8))
    }

    @Test func `a good photo has a score and three of each, and leaves nothing behind`()
        async throws
    {
        try await withPhotos { sandbox in
            let result = try await sandbox.run("analyze", "team/a-good.jpg", "--json")
            #expect(result.exit == .status(0), "\(result.errors)")
            let photo = try #require(try answer(result).photos.first)
            #expect(photo.accepted)
            #expect(try (1...10).contains(#require(photo.score)))
            #expect(photo.strengths?.count == 3)
            #expect(photo.weaknesses?.count == 3)
            #expect(photo.variation == nil)
            let again = try await sandbox.run("analyze", "team/a-good.jpg", "--json")
            #expect(again.output == result.output)
            #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.folder) == ["team"])
        }
    }

    @Test func `of a folder, each photo is told of in its order, and a refused one in the status`()
        async throws
    {
        try await withPhotos { sandbox in
            let result = try await sandbox.run("analyze", "team", "--json")
            #expect(result.exit == .status(65))
            #expect(result.errors.contains("notes.txt"))
            let photos = try answer(result).photos
            #expect(
                photos.map(\.photo) == ["team/a-good.jpg", "team/b-dark.jpg", "team/c-wall.jpg"])
            #expect(photos.map(\.accepted) == [true, false, false])
            let refusals = photos.map { photo in
                photo.findings.filter { $0.severity == "refusal" }.map(\.rule)
            }
            #expect(refusals == [[], ["exposure"], ["face"]])
            let words = try await sandbox.run("analyze", "team")
            #expect(words.exit == .status(65))
            #expect(words.output.contains("Your face is too dark to be recognized."))
        }
    }

    @Test func `a list may name files that are not there`() async throws {
        try await withPhotos { sandbox in
            let list = "\(sandbox.folder)/list"
            try "team/a-good.jpg\0team/gone.jpg\0".write(
                toFile: list, atomically: false, encoding: .utf8)
            let result = try await sandbox.run("analyze", "--from-file", "list", "-0")
            #expect(result.exit == .status(65))
            #expect(result.output.contains("good enough for a headshot"))
            #expect(result.output.contains("There is no such file: team/gone.jpg"))
        }
    }

    @Test func `a photo from the side must not be one from the front`() async throws {
        try await withPhotos { sandbox in
            let photo = "team/a-good.jpg"
            let front = try await sandbox.run("analyze", photo, "--side", photo, "--json")
            #expect(front.exit == .status(65))
            #expect(try answer(front).side?.verdict == "front")
            let wall = try await sandbox.run(
                "analyze", photo, "--side", "team/c-wall.jpg", "--json")
            #expect(wall.exit == .status(0))
            #expect(try answer(wall).side?.verdict == "unknown")
            #expect(try await sandbox.run("analyze", "team", "--side", photo).exit == .status(64))
        }
    }

    @Test func `chance changes a score only where it was asked for, and little`() async throws {
        try await withPhotos { sandbox in
            let plain = try await sandbox.run("analyze", "team/a-good.jpg", "--json")
            let varied = try await sandbox.run(
                "analyze", "team/a-good.jpg", "--json", "--variation")
            let score = try #require(try answer(plain).photos.first?.score)
            let photo = try #require(try answer(varied).photos.first)
            #expect(try (-0.2..<0.2).contains(#require(photo.variation)))
            #expect(try (score - 0.21...min(10, score + 0.21)).contains(#require(photo.score)))
        }
    }
}
