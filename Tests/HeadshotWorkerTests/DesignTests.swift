import Foundation
import Ground
import HeadshotWorker
import JobQueue
import TestSupport
import Testing
import Validation

@testable import Generation

/// The numbers of the product's design, each with its last allowed value and the first that is refused.
///
/// They are written here once more on purpose: who changes a limit has to change it in both places.
@Suite(.timeLimit(.minutes(10)))
struct DesignTests {
    enum Design {
        static let photoBytes = 7_000_000
        static let sides = 256...4096
        static let sentBytes = 1_999_999
        static let request: Duration = .seconds(60)
        static let temperature = 0.25
        static let shortestCooldown = 300
        static let longestCooldown = 2 * 86_400
        /// A daily quota that asks for less is taken at the provider's word only for the day.
        static let shortestDailyDelay = 600
        static let headshotsADay = 10
        static let personBytes = 128
        static let spaceLetters = 32
    }

    /// The rules that a photo breaks when it is handed in.
    private func broken(by photo: Data) async throws -> [String] {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/photo.jpg"
            try photo.write(to: URL(filePath: path))
            let inspection = try await Submitter.check(path).inspection
            return inspection.isAccepted ? [] : inspection.findings.map(\.rule)
        }
    }

    @Test(arguments: [(Design.photoBytes, [String]()), (Design.photoBytes + 1, ["byteCount"])])
    func `a photo as handed in has at most so many bytes`(
        count: Int, rules: [String]
    ) async throws {
        let photo = PhotoFixture.padded(try PhotoFixture.landscape(), to: count)
        #expect(photo.count == count)
        #expect(try await broken(by: photo) == rules)
    }

    @Test func `a file without a byte is no photo`() async throws {
        #expect(try await broken(by: Data()) == ["byteCount"])
    }

    @Test(arguments: [
        (Design.sides.lowerBound, [String]()), (Design.sides.lowerBound - 1, ["side"]),
        (Design.sides.upperBound, []), (Design.sides.upperBound + 1, ["side"]),
    ])
    func `each side of a photo as handed in has so many pixels`(
        side: Int, rules: [String]
    ) async throws {
        let other = 300
        for (width, height) in [(side, other), (other, side)] {
            let photo = try PhotoFixture.jpeg(width: width, height: height)
            #expect(try await broken(by: photo) == rules, "\(width) by \(height)")
        }
    }

    @Test func `a photo is sent with at most so many bytes`() {
        #expect(PhotoLimits.standard.sentByteCount == Design.sentBytes)
    }

    @Test func `a request has a minute, and models that take a temperature get the design's`()
        throws
    {
        let key = try APIKey(Secret("test-key"))
        let gemini = ServiceConfiguration(
            apiKey: key, baseURL: try BaseURL("https://service.example"))
        let openai = ServiceConfiguration(
            apiKey: key, baseURL: try BaseURL("https://service.example/v1"))
        #expect(gemini.timeout == Design.request)
        #expect(openai.timeout == Design.request)
        #expect(ServiceConfiguration.temperature == Design.temperature)
    }

    @Test(
        arguments: [
            (nil, Design.shortestCooldown),
            (Design.shortestCooldown - 1, Design.shortestCooldown),
            (Design.shortestCooldown + 1, Design.shortestCooldown + 1),
            (Design.longestCooldown, Design.longestCooldown),
            (Design.longestCooldown + 1, Design.longestCooldown),
        ] as [(Int?, Int)])
    func `a cooldown is as long as the answer asks, within its limits`(asked: Int?, seconds: Int) {
        let now = ManualClock().now
        for scope in [Cooldown.Scope.perMinute, .unspecified] {
            let cooldown = Cooldown(
                scope: scope, retryDelay: asked.map { .seconds($0) },
                message: ProviderMessage(text: "Slow down."))
            #expect(cooldown.end(after: now) == now + TimeInterval(seconds))
        }
    }

    @Test func `a daily quota opens at the provider's midnight, or as late as it asks itself`() {
        // Noon in Greenwich, so that it is midnight at the Pacific twenty hours later.
        let now = ManualClock().now
        for (asked, seconds) in [
            (Design.shortestDailyDelay - 1, 20 * 3600),
            (Design.shortestDailyDelay, Design.shortestDailyDelay),
            (Design.longestCooldown + 1, Design.longestCooldown),
        ] {
            let cooldown = Cooldown(
                scope: .perDay, retryDelay: .seconds(asked),
                message: ProviderMessage(text: "Tomorrow."))
            #expect(cooldown.end(after: now) == now + TimeInterval(seconds))
        }
    }

    @Test func `a person gets so many headshots a day, and one more on the next`() async throws {
        try await TestHome.with { test in
            _ = try await test.submitSeveral(Design.headshotsADay + 1)
            let worker = WorkerID(freshName())
            for _ in 1...Design.headshotsADay { _ = try await test.charged(by: worker) }
            await #expect(throws: TestHome.Unexpected.self) {
                try await test.claimed(by: worker)
            }
            // From noon to a second before midnight, and to midnight.
            test.clock.advance(by: 12 * 3600 - 1)
            await #expect(throws: TestHome.Unexpected.self) {
                try await test.claimed(by: worker)
            }
            test.clock.advance(by: 1)
            _ = try await test.charged(by: worker)
        }
    }

    @Test func `ids of persons and names of spaces end at their length`() {
        for (count, isAccepted) in [
            (0, false), (1, true), (Design.personBytes, true), (Design.personBytes + 1, false),
        ] {
            #expect((Person(String(repeating: "x", count: count)) != nil) == isAccepted)
        }
        // Two bytes a letter.
        let letters = Design.personBytes / 2
        #expect(Person(String(repeating: "é", count: letters)) != nil)
        #expect(Person(String(repeating: "é", count: letters) + "x") == nil)
        for (count, isAccepted) in [
            (0, false), (1, true), (Design.spaceLetters, true), (Design.spaceLetters + 1, false),
        ] {
            #expect((Space(String(repeating: "x", count: count)) != nil) == isAccepted)
        }
    }
}
