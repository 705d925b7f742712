import Foundation
import TestSupport
import Testing

/// Photos of any name and kind, from the command line to what is sent.
@Suite(.timeLimit(.minutes(10)))
struct AnyPhotoTests {
    @Test(arguments: ["Mädchen 女孩 👩🏽.jpg", "two\nlines.jpg", "a\u{1B}[31mred.jpg", "-rf"])
    func `a photo of any name is queued, told and sent`(name: String) async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, _ in
            try PhotoFixture.landscape().write(to: URL(filePath: "\(sandbox.folder)/\(name)"))
            let id = try #require(try await sandbox.submit(["--", name]).first)
            #expect(try await sandbox.drain() == 0)
            #expect(try await sandbox.job(id).state == "succeeded")
            for command in [["list"], ["show", id]] {
                let told = try await sandbox.run(command).output
                #expect(!told.contains("\u{1B}") && !told.contains("two\nlines"))
            }
        }
    }

    @Test func `a file that is no photo is named at once, with what to do`() async throws {
        try await Sandbox.offline { sandbox in
            for (number, stranger) in try PhotoFixture.strangers().enumerated() {
                let name = "\(number).jpg"
                try stranger.bytes.write(to: URL(filePath: "\(sandbox.folder)/\(name)"))
                for command in ["submit", "analyze"] {
                    let result = try await sandbox.run(command, name)
                    #expect(result.exit == .status(65), "\(stranger), \(command): \(result)")
                    let told = result.output + result.errors
                    #expect(told.contains(stranger.told), "\(command): \(told)")
                    #expect(told.contains(stranger.advice), "\(command): \(told)")
                }
            }
        }
    }

    @Test func `a picture of which nothing can be seen is refused as one, free`() async throws {
        try await Sandbox.offline { sandbox in
            let photo = try PhotoFixture.transparent(alpha: 0, suffix: ".png")
            try photo.write(to: URL(filePath: "\(sandbox.folder)/clear.png"))
            let looked = try await sandbox.run("analyze", "clear.png")
            #expect(looked.exit == .status(65), "\(looked)")
            #expect((looked.output + looked.errors).contains("transparent"), "\(looked)")
            let id = try #require(
                try await sandbox.submit(["clear.png", "--provider", "local"]).first)
            _ = try await sandbox.drain()
            let job = try await sandbox.job(id)
            #expect((job.state, job.reason) == ("rejected", "visible"))
        }
    }

    @Test(arguments: [
        ("empty.jpg", Data(), "has 0 bytes|is an empty file", "Choose"),
        ("text.jpg", Data("words".utf8), "This is text, not a photo", "Use JPEG"),
        ("small.png", try? PhotoFixture.png(width: 200, height: 300), "200 by 300", "Choose"),
        ("scans.jpg", try? PhotoFixture.scans(101), "101 scans; at most 100", "Save it again"),
    ])
    func `what is wrong with a photo is told with the value and what to do`(
        name: String, bytes: Data?, value: String, advice: String
    ) async throws {
        try await Sandbox.offline { sandbox in
            try #require(bytes).write(to: URL(filePath: "\(sandbox.folder)/\(name)"))
            for command in ["submit", "analyze"] {
                let result = try await sandbox.run(command, name)
                #expect(result.exit == .status(65), "\(command): \(result)")
                let told = result.output + result.errors
                #expect(try told.contains(Regex(value)), "\(command): \(told)")
                #expect(told.contains(advice), "\(command): \(told)")
            }
        }
    }
}
