import Decoding
import FaceFacts
import Foundation
import Generation
import Ground
import JobQueue
import PromptFactory
import TestSupport
import Testing
import Validation

@testable import HeadshotWorker

/// The look before paying, and the look at what was paid for.
@Suite(.timeLimit(.minutes(10)))
struct LookTests {
    @Test func `what is seen in photo and headshot is kept with the job and beside the headshot`()
        async throws
    {
        try await TestHome.withEmulator { test, emulator in
            let id = try #require(
                try await test.submit(DrawnFace.photo(), isForced: false).first)
            let summary = try await test.drain(asking: emulator.baseURL)
            #expect(summary.jobs == [.succeeded: 1])

            let job = try await test.job(id)
            let facts = try #require(job.photoFacts)
            #expect(facts.file.width == 1200)
            #expect(facts.face?.faces.count == 1)
            #expect(facts.score.map { $0.value > 7 } == true)
            #expect(job.photoFindings.allSatisfy { $0.severity != .refusal })
            let look = try #require(job.headshotAnalysis)
            #expect(look.facts?.file.width == 896)
            #expect(look.facts?.face?.pose?.direction == .front)
            #expect(look.findings == [])
            let sidecar = try await test.sidecar(of: job)
            #expect(sidecar.findings == job.photoFindings)
            #expect(sidecar.headshotFindings == [])
        }
    }

    /// What is wrong with a photo, and the rule that says so.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rule: String
        let draw: @Sendable () -> DrawnFace
    }

    static let refusals = [
        Refusal(testDescription: "nobody", rule: "face") { .wall },
        Refusal(testDescription: "two people", rule: "singleFace") { .portrait.beside(.portrait) },
        Refusal(testDescription: "few pixels", rule: "faceSize") {
            .portrait.shrunk(by: 2).cropped(x: -100, y: -100, width: 400, height: 400)
        },
        Refusal(testDescription: "the dark", rule: "exposure") { .portrait.lit(0.01) },
        Refusal(testDescription: "white light", rule: "overexposure") { .portrait.lit(12) },
        Refusal(testDescription: "blur", rule: "sharpness") { .portrait.blurred(radius: 5) },
    ]

    @Test(arguments: refusals)
    func `a photo that is not worth its price is rejected before anything is charged`(
        refusal: Refusal
    ) async throws {
        try await TestHome.with { test in
            let photo = try refusal.draw().jpeg()
            let id = try #require(try await test.submit(photo, isForced: false).first)
            let summary = try await test.drain(asking: "http://127.0.0.1:9")
            #expect(summary.jobs == [.rejected: 1])
            let job = try await test.job(id)
            #expect(job.reason == refusal.rule)
            #expect(job.photoFindings.first?.rule == refusal.rule)
            #expect(job.photoFindings.first?.severity == .refusal)
            #expect(try await test.charges(of: id).isEmpty)
        }
    }

    @Test func `force overrides what is said of a face, and it is kept all the same`() async throws
    {
        try await TestHome.withEmulator { test, emulator in
            let photo = try DrawnFace.portrait.lit(0.01).jpeg()
            let id = try #require(try await test.submit(photo, isForced: true).first)
            _ = try await test.drain(asking: emulator.baseURL)
            let job = try await test.job(id)
            #expect(job.state == .succeeded)
            #expect(job.photoFindings.first?.rule == "exposure")
            #expect(job.photoFindings.first?.severity == .refusal)
        }
    }

    @Test func `force does not override what is said of a file`() async throws {
        try await TestHome.with { test in
            let photo = PhotoFixture.truncated(try PhotoFixture.jpeg(noise: 40), to: 0.5)
            let id = try #require(try await test.submit(photo, isForced: true).first)
            let summary = try await test.drain(asking: "http://127.0.0.1:9")
            #expect(summary.jobs == [.rejected: 1])
            #expect(try await test.job(id).reason == "decoding")
        }
    }

    @Test func `a repeated job is forced as the first one was`() async throws {
        try await TestHome.with { test in
            let id = try #require(try await test.submit(isForced: true).first)
            let job = try await test.job(id)
            let left = Style(angle: .left, background: .casual)
            for style in [left, nil] {
                let payload = NewJob(repeating: job, style: style, quote: nil).payload
                #expect(HeadshotOrder(payload: payload)?.isForced == true)
            }
        }
    }

    @Test func `a headshot that is not as ordered is told of and not bought again`() async throws {
        try await TestHome.withEmulator { test, emulator in
            let style = Style(angle: .left, background: .casual)
            let id = try #require(
                try await test.submit(DrawnFace.photo(), styles: [style], isForced: false).first)
            _ = try await test.drain(asking: emulator.baseURL)
            let job = try await test.job(id)
            #expect(job.state == .succeeded)
            #expect(job.headshotAnalysis?.findings.map(\.rule) == ["headshotAngle"])
            #expect(
                job.headshotAnalysis?.findings.first?.sentence
                    == "The head faces the camera, and a turn to the left of the picture was ordered."
            )
            #expect(
                try await test.sidecar(of: job).headshotFindings == job.headshotAnalysis?.findings)
            #expect(try await test.drain(asking: emulator.baseURL).jobs.isEmpty)
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test func `a headshot without a face is told of`() async throws {
        let scenario = #"{"rules":[{"answer":"instant"}]}"#
        try await TestHome.withEmulator(scenario: scenario) { test, emulator in
            let id = try #require(
                try await test.submit(DrawnFace.photo(), isForced: false).first)
            _ = try await test.drain(asking: emulator.baseURL)
            #expect(
                try await test.job(id).headshotAnalysis?.findings.map(\.rule) == ["headshotFace"])
        }
    }

    @Test(arguments: Pose.Direction.allCases, Angle.allCases)
    func `a head fits an angle that points the same way in the picture`(
        direction: Pose.Direction, angle: Angle
    ) {
        let fitting: [Angle: Set<Pose.Direction>] = [
            .front: [.slightlyLeft, .front, .slightlyRight], .left: [.left, .slightlyLeft],
            .right: [.right, .slightlyRight],
        ]
        #expect(direction.fits(angle) == fitting[angle]?.contains(direction))
    }

    @Test(arguments: [nil] + CutOutRefusal.allCases)
    func `of how a headshot was made here, the row has the verdict and no figures`(
        refusal: CutOutRefusal?
    ) throws {
        let making = HeadshotMaking(
            backdrop: refusal == nil ? .studio : .own, wanted: .studio, refusal: refusal,
            figures: CutOutFigures(
                face: 0.9, agreement: 0.9, band: 0.1, doubt: 0.05, missing: 0.1, lost: 0.01,
                bottom: 0.8, background: 0.4))
        let reply = PictureReply(inspection: Inspection(facts: nil, findings: []))
        let look = HeadshotAnalysis(reply, ordered: .front, made: making)
        let text = try #require(JSON.text(look))
        #expect(!text.contains("figures"))
        let kept = try #require(JSON.value(HeadshotAnalysis.self, from: text))
        #expect(kept.making?.backdrop == making.backdrop)
        #expect(kept.making?.refusal == refusal)
        #expect(kept.findings.map(\.sentence) == [making.sentence].compactMap(\.self))
    }

    @Test func `what earlier versions kept of a job can still be read`() throws {
        let facts = """
            {"format":"jpeg","byteCount":13399,"width":800,"height":1000,"orientation":6,"pages":1,
             "hasAlpha":false,"colourSpace":"rgb","bitsPerChannel":8,"scanCount":1}
            """
        let seen = try #require(JSON.value(JobFacts.self, from: facts))
        #expect(seen.file.width == 800)
        #expect(seen.face == nil)
        let findings = """
            [{"rule":"sentSide","severity":"notice","seen":"1","limit":"2","sentence":"Smaller."}]
            """
        #expect(JSON.value([Finding].self, from: findings)?.map(\.rule) == ["sentSide"])
    }
}
