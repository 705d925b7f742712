import Hashing
import Foundation
import Generation
import Imaging
import JobQueue
import PromptFactory
import TestSupport
import Testing
import Validation

@testable import HeadshotWorker

/// The way that a job goes when all is well.
@Suite(.timeLimit(.minutes(10)))
struct HeadshotTests {
    @Test(arguments: Style.all)
    func `a photo becomes the headshot of its style`(_ style: Style) async throws {
        try await TestHome.withEmulator { test, emulator in
            let photo = try PhotoFixture.jpeg(orientation: 6, seed: 3)
            let id = try #require(try await test.submit(photo, styles: [style]).first)
            let summary = try await test.drain(asking: emulator.baseURL)
            #expect(summary == WorkSummary(jobs: [.succeeded: 1], ending: .done))

            let path = "\(test.results)/\(id)-\(style.name).png"
            let job = try await test.job(id)
            let prompt = test.prompts.prompt(for: style)
            #expect(try await test.result(of: id) == path)
            #expect(job.promptVersion == prompt.version)
            #expect(job.prompt == prompt.text)
            #expect(job.ended == test.clock.now)

            // What the emulator makes of this photo and this prompt, byte for byte.
            let sent = try await prepared(photo)
            let digest = Array(SHA256.hash(data: Data(prompt.text.utf8)))
            let made = try await PictureMaker.fill(
                sent, width: 896, height: 1152, label: (digest[0], digest[1], digest[2]))
            #expect(try Data(contentsOf: URL(filePath: path)) == made)
            let entry = try #require(try await emulator.ledger().first)
            #expect(entry.photo == sha256(sent))
        }
    }

    @Test func `the headshot shows the photo upright`() async throws {
        try await TestHome.withEmulator { test, emulator in
            let id = try await test.submitOne(PhotoFixture.jpeg(seed: 5))
            _ = try await test.drain(asking: emulator.baseURL)
            let result = try #require(try await test.result(of: id))
            let picture = try PictureJudge(Data(contentsOf: URL(filePath: result)))
            for (seen, handedIn) in zip(picture.quadrants(), PhotoFixture.quadrants(seed: 5)) {
                #expect(seen.isNear(handedIn, within: 16), "\(seen) \(handedIn)")
            }
        }
    }

    @Test func `a JPEG stays a JPEG`() async throws {
        let scenario = #"{"rules":[{"answer":"picture-jpeg"}]}"#
        try await TestHome.withEmulator(scenario: scenario) { test, emulator in
            let photo = try PhotoFixture.jpeg()
            let id = try await test.submitOne(photo)
            _ = try await test.drain(asking: emulator.baseURL)
            let path = "\(test.results)/\(id)-front-professional.jpg"
            #expect(try await test.result(of: id) == path)
            // This answer is the photo as sent.
            #expect(try await Data(contentsOf: URL(filePath: path)) == prepared(photo))
        }
    }

    @Test func `the sidecar and the charge tell what was asked and what it cost`() async throws {
        try await TestHome.withEmulator { test, emulator in
            let submitted = test.clock.now
            let id = try await test.submitOne()
            test.clock.advance(by: 60)
            _ = try await test.drain(asking: emulator.baseURL)

            let path = "\(test.results)/\(id)-front-professional.json"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let sidecar = try #require(JSON.value(Sidecar.self, from: text))
            #expect(sidecar.job == id.description)
            #expect(sidecar.style == "front-professional")
            #expect(try await sidecar.promptVersion == test.job(id).promptVersion)
            #expect(sidecar.provider == "gemini")
            #expect(sidecar.model == "gemini-2.5-flash-image")
            #expect(sidecar.modelAnswered == "gemini-2.5-flash-image")
            #expect(sidecar.responseID?.isEmpty == false)
            #expect(sidecar.usage?.imageTokens == 1290)
            #expect(sidecar.width == 896)
            #expect(sidecar.height == 1152)
            #expect(sidecar.submitted == submitted)
            #expect(sidecar.requested == test.clock.now)
            #expect(sidecar.saved == test.clock.now)

            // 541 tokens in, 7 of words and 1290 of picture out, at the provider's list prices.
            let charge = try #require(try await test.charges(of: id).first)
            #expect(charge.cost == 38_880)
            #expect(sidecar.costMicroUSD == 38_880)
            #expect(charge.estimate == 39_000)
            #expect(charge.day == "2026-11-21")
        }
    }

    @Test func `files and folders of a home can be opened by their owner only`() async throws {
        try await TestHome.withEmulator { test, emulator in
            _ = try await test.submitOne()
            _ = try await test.drain(asking: emulator.baseURL)
            let files = [test.home.photos, test.results].flatMap { folder in
                test.files(in: folder).map { "\(folder)/\($0)" }
            }
            #expect(files.count == 3)
            let home = test.home
            let folders = [
                home.root, home.photos, home.spool, home.answers, home.workers,
                test.results,
            ]
            for (paths, rights) in [(files, 0o600), (folders, 0o700)] {
                for path in paths {
                    let attributes = try FileManager.default.attributesOfItem(atPath: path)
                    #expect(attributes[.posixPermissions] as? Int == rights, "\(path)")
                }
            }
        }
    }

    private func sha256(_ bytes: Data) -> String {
        SHA256.hash(data: bytes).map { String(format: "%02x", $0) }.joined()
    }

    private func prepared(_ photo: Data) async throws -> Data {
        guard case .prepared(let prepared) = try await PhotoPreparer().prepare(photo) else {
            throw PhotoFixtureError.cannotDecode
        }
        return prepared.jpeg
    }
}
