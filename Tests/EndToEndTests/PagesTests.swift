import Foundation
import TestSupport
import Testing

/// The files for people that `analyze` and `sheet` write.
@Suite(.timeLimit(.minutes(10)))
struct PagesTests {
    /// A sandbox with a drawn person as `me.jpg`, a dark one and a wall.
    private func withPhotos(
        answer: String? = nil, _ body: (Sandbox, EmulatorProcess) async throws -> Void
    ) async throws {
        try await Sandbox.withEmulator(answer: answer) { sandbox, emulator in
            let photos = [
                "me.jpg": try DrawnFace.photo(),
                "dark.jpg": try DrawnFace.portrait.lit(0.01).jpeg(),
                "wall.jpg": try DrawnFace.wall.jpeg(),
            ]
            for (name, bytes) in photos {
                try bytes.write(to: URL(filePath: "\(sandbox.folder)/\(name)"))
            }
            try await body(sandbox, emulator)
        }
    }

    private func bytes(_ name: String, in sandbox: Sandbox) throws -> Data {
        let path = "\(sandbox.folder)/\(name)"
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        return try Data(contentsOf: URL(filePath: path))
    }

    @Test(arguments: [("seen.png", [0x89, 0x50]), ("seen.jpg", [0xFF, 0xD8])])
    func `an overlay is the photo with words below it`(name: String, start: [UInt8]) async throws {
        try await withPhotos { sandbox, _ in
            let result = try await sandbox.run("analyze", "me.jpg", "--overlay", name)
            #expect(result.exit == .status(0), "\(result.errors)")
            #expect(result.errors.contains("The overlay is in \(name)."))
            let overlay = try bytes(name, in: sandbox)
            #expect(overlay.starts(with: start))
            let seen = try PictureJudge(overlay)
            let photo = try PictureJudge(DrawnFace.photo())
            // Of 1200 by 1500 pixels; the words are below.
            #expect(seen.width == 1024)
            #expect(seen.height > 1300)
            let below = seen.meanColour(x: 0.05, y: 0.3 * 1280 / Double(seen.height))
            #expect(below.isNear(photo.meanColour(x: 0.05, y: 0.3), within: 16))
            #expect(seen.meanColour(x: 1, y: 1).isNear(FixtureColour(0x1F, 0x21, 0x23), within: 6))
        }
    }

    @Test func `a report of many photos is one page, also where some are refused`() async throws {
        try await withPhotos { sandbox, emulator in
            let result = try await sandbox.run(
                "analyze", "me.jpg", "dark.jpg", "wall.jpg", "gone.jpg", "--report", "r.html")
            #expect(result.exit == .status(65))
            let page = String(decoding: try bytes("r.html", in: sandbox), as: UTF8.self)
            let names = page.matches(of: /<th scope="row" data-value="([^"]*)"/).map { $0.1 }
            #expect(names.first == "me.jpg")
            #expect(Set(names) == ["me.jpg", "dark.jpg", "wall.jpg", "gone.jpg"])
            #expect(page.matches(of: /<image id="picture-/).count == 3)
            #expect(page.contains("There is no such file: gone.jpg"))
            #expect(try await emulator.ledger().isEmpty)
        }
    }

    @Test func `no file is written over, and none is of another kind than it can be`() async throws
    {
        try await withPhotos { sandbox, _ in
            let photo = try DrawnFace.photo()
            for arguments in [
                ["analyze", "me.jpg", "--overlay", "me.jpg"],
                ["analyze", "me.jpg", "--overlay", "seen.html"],
                ["analyze", "me.jpg", "--report", "seen.png"],
                ["analyze", "me.jpg", "--report", "seen"],
                ["analyze", "me.jpg", "wall.jpg", "--overlay", "seen.png"],
                ["sheet", "me.jpg"], ["sheet", "sheet.pdf"], ["sheet"],
                ["sheet", "s.html", "--day", "2026-02-30"],
            ] {
                let result = try await sandbox.run(arguments)
                #expect(result.exit == .status(64), "\(arguments) \(result.errors)")
            }
            let kept = try Data(contentsOf: URL(filePath: "\(sandbox.folder)/me.jpg"))
            #expect(kept == photo)
        }
    }

    @Test func `an overlay of a file that is no photo is told of, and not written`() async throws {
        try await withPhotos { sandbox, _ in
            try Data("text".utf8).write(to: URL(filePath: "\(sandbox.folder)/text.jpg"))
            let result = try await sandbox.run("analyze", "text.jpg", "--overlay", "seen.png")
            #expect(result.exit == .status(65))
            #expect(result.errors.contains("There is no overlay"))
            #expect(!FileManager.default.fileExists(atPath: "\(sandbox.folder)/seen.png"))
        }
    }

    @Test func `a sheet shows the jobs that were asked for, with both pictures and the cost`()
        async throws
    {
        try await withPhotos { sandbox, _ in
            let id = try #require(try await sandbox.submit(["me.jpg", "--person", "anna"]).first)
            let free = ["me.jpg", "--person", "cora", "--provider", "local"]
            let local = try #require(try await sandbox.submit(free).first)
            #expect(try await sandbox.drain() == 0)
            let other = try #require(
                try await sandbox.submit(["wall.jpg", "--person", "bert"]).first)

            let result = try await sandbox.run("sheet", "all.html")
            #expect(result.exit == .status(0), "\(result.errors)")
            #expect(result.output == "all.html\n")
            let page = String(decoding: try bytes("all.html", in: sandbox), as: UTF8.self)
            #expect(page.matches(of: /<article class="card" id="job-\d+">/).count == 3)
            #expect(page.matches(of: /<img src="data:image\/jpeg;base64,/).count == 5)
            #expect(page.contains("There is no headshot yet."))
            #expect(page.firstMatch(of: /Photo: [0-9.]+ of 10/) != nil)
            #expect(page.contains("$0.034"))
            #expect(page.contains("<dd>free</dd>"))
            #expect(page.contains("front-professional"))

            for (filter, wanted) in [
                (["--person", "anna"], [id]), (["--person", "cora"], [local]),
                (["--state", "waiting"], [other]),
                (["--person", "bert", "--state", "succeeded"], []),
                (["--day", "2001-01-01"], []), (["--limit", "1"], [other]),
            ] {
                let name = "sheet\(filter.joined()).html"
                let result = try await sandbox.run(["sheet", name] + filter)
                #expect(result.exit == .status(0), "\(result.errors)")
                let path = "\(sandbox.folder)/\(name)"
                guard FileManager.default.fileExists(atPath: path) else {
                    #expect(wanted == [], "\(filter)")
                    #expect(result.errors.contains("There is no such job."))
                    continue
                }
                let page = String(decoding: try bytes(name, in: sandbox), as: UTF8.self)
                #expect([id, local, other].filter(page.contains) == wanted, "\(filter)")
            }
        }
    }

    @Test(arguments: ["sheet.png", "sheet.jpg"])
    func `a sheet to print has the pictures, and words where one is gone`(name: String) async throws
    {
        try await withPhotos { sandbox, _ in
            _ = try await sandbox.submit(["me.jpg"])
            #expect(try await sandbox.drain() == 0)
            let whole = try await sandbox.run("sheet", name)
            #expect(whole.exit == .status(0), "\(whole.errors)")
            let sheet = try PictureJudge(try bytes(name, in: sandbox))
            #expect(sheet.width == 1240)
            for folder in ["photos", "results"] {
                for file in try FileManager.default.contentsOfDirectory(
                    atPath: "\(sandbox.home)/\(folder)")
                {
                    try FileManager.default.removeItem(
                        atPath: "\(sandbox.home)/\(folder)/\(file)")
                }
            }
            #expect(try await sandbox.run("sheet", "gone-\(name)").exit == .status(0))
            let gone = try PictureJudge(try bytes("gone-\(name)", in: sandbox))
            #expect((gone.width, gone.height) == (sheet.width, sheet.height))
            // The middles of photo and headshot, and what stands there instead.
            for x in [170.0, 460] {
                let place = (x: x / 1240, y: 300 / Double(sheet.height))
                let before = sheet.meanColour(x: place.x, y: place.y)
                let after = gone.meanColour(x: place.x, y: place.y)
                #expect(!before.isNear(after, within: 16), "\(before) \(after)")
                #expect(after.isNear(FixtureColour(0xF4, 0xF4, 0xF2), within: 6))
            }
            let page = try await sandbox.run("sheet", "gone.html")
            #expect(page.exit == .status(0))
            let html = String(decoding: try bytes("gone.html", in: sandbox), as: UTF8.self)
            #expect(html.contains("The photo is not in the store any more."))
            #expect(html.contains("The headshot is not at its place any more."))
        }
    }
}
