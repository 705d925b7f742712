import Companion
import Decoding
import FaceFacts
import Foundation
import Ground
import JobQueue
import PromptFactory
import TestSupport
import Testing
import Validation

@testable import HeadshotWorker

/// Headshots that are made on this machine: free, and by every worker.
@Suite(.timeLimit(.minutes(10)))
struct LocalJobTests {
    private func submit(
        to test: TestHome, _ photo: Data? = nil, angle: Angle = .front, isForced: Bool = false
    ) async throws -> JobID {
        let style = Style(angle: angle, background: .professional)
        let jobs = try await test.submit(
            photo ?? DrawnFace.photo(), styles: [style], isForced: isForced, provider: .local)
        return try #require(jobs.first)
    }

    @Test func `a worker without a key makes a headshot around the face, free`() async throws {
        try await TestHome.with { test in
            let id = try await submit(to: test)
            #expect(try await test.drain(asking: nil).jobs == [.succeeded: 1])

            let job = try await test.job(id)
            #expect(job.result?.hasSuffix("\(id)-front-professional.jpg") == true)
            #expect(job.photoFacts?.face?.faces.count == 1)
            let look = try #require(job.headshotAnalysis)
            let facts = try #require(look.facts)
            #expect(Double(facts.file.width) / Double(facts.file.height) == 0.8)
            let framing = try #require(facts.face?.framing)
            #expect((0.42...0.58).contains(framing.headShare.value))
            #expect((0.34...0.42).contains(framing.eyeLine.value))
            #expect(abs(framing.offCentre.value) < 0.05)
            let making = HeadshotMaking(backdrop: .own, wanted: .studio, refusal: .modelsMissing)
            #expect(look.making == making)
            #expect(look.findings.map(\.rule) == [HeadshotRule.headshotBackdrop.rawValue])
            #expect(look.findings.map(\.sentence) == [making.sentence])

            let sidecar = try await test.sidecar(of: job)
            #expect(sidecar.provider == "local")
            #expect(sidecar.description == ProviderKind.local.description)
            #expect(sidecar.backdrop == .own)
            #expect(sidecar.headshotFindings == look.findings)
            #expect(sidecar.model == nil && sidecar.requested == nil && sidecar.costMicroUSD == nil)
            #expect(sidecar.promptVersion == nil)
            #expect(try await test.charges(of: id).isEmpty)
            let journal = "\(test.home.root)/payments.jsonl"
            let lines = try? String(contentsOfFile: journal, encoding: .utf8).split(separator: "\n")
            // The first line is the journal's header.
            #expect((lines?.count ?? 0) <= 1)
            #expect(test.files(in: test.home.spool) == [])
        }
    }

    @Test(
        arguments: [
            (.professional, nil, .studio), (.casual, nil, .blur), (.professional, .blur, .blur),
            (.casual, .own, .own),
        ] as [(PromptFactory.Background, Backdrop?, Backdrop)])
    func `the style chooses what is behind the person, unless the order does`(
        background: PromptFactory.Background, ordered: Backdrop?, wanted: Backdrop
    ) async throws {
        try await TestHome.with { test in
            let jobs = try await test.submit(
                DrawnFace.photo(), styles: [Style(angle: .front, background: background)],
                provider: .local, backdrop: ordered)
            #expect(try await test.drain(asking: nil).jobs == [.succeeded: 1])
            let id = try #require(jobs.first)
            let look = try #require(try await test.job(id).headshotAnalysis)
            #expect(look.making?.wanted == wanted)
            #expect(look.findings.map(\.limit) == (wanted == .own ? [] : [wanted.rawValue]))
        }
    }

    @Test func `neither the cap nor a closed gate is in its way, and it counts for neither`()
        async throws
    {
        let scenario = #"{"rules":[{"answer":"429-bare"}]}"#
        try await TestHome.withEmulator(scenario: scenario) { test, emulator in
            let paid = try await test.submitOne()
            _ = try await test.drain(asking: emulator.baseURL)
            #expect(try await test.job(paid).waitReason == .cooldown)
            for _ in 0..<2 { _ = try await submit(to: test) }
            let summary = try await test.drain(asking: emulator.baseURL, cap: 1)
            #expect(summary.jobs == [.succeeded: 2])
            let cap = DailyCap(charges: 1, timeZone: .gmt)
            #expect(try await test.store.usage(cap: cap, now: test.clock.now).isEmpty)
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test
    func `a job for the model waits for a worker with a key, and a local one is sent to nobody`()
        async throws
    {
        try await TestHome.withEmulator { test, emulator in
            let paid = try await test.submitOne()
            let local = try await submit(to: test)
            #expect(try await test.drain(asking: nil).jobs == [.succeeded: 1])
            #expect(try await test.job(paid).waitReason == .new)
            #expect(try await test.drain(asking: emulator.baseURL).jobs == [.succeeded: 1])
            #expect(try await test.job(paid).state == .succeeded)
            #expect(try await test.charges(of: local).isEmpty)
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test(arguments: [Angle.left, .right], [false, true])
    func `a head that is not turned as ordered is refused, with what to do`(
        angle: Angle, isForced: Bool
    ) async throws {
        try await TestHome.with { test in
            let id = try await submit(to: test, angle: angle, isForced: isForced)
            #expect(try await test.drain(asking: nil).jobs == [.rejected: 1])
            let job = try await test.job(id)
            #expect(job.reason == LocalRule.localAngle.rawValue)
            let finding = try #require(job.photoFindings.first)
            #expect(finding.seen == "front")
            #expect(finding.limit == angle.rawValue)
            #expect(finding.sentence.contains("clearly turned to the \(angle.rawValue)"))
            #expect(test.files(in: test.results) == [])
        }
    }

    @Test(arguments: Angle.allCases)
    func
        `a head that is clearly turned already may be cut out so, and a slight turn would be the view from the front`(
            angle: Angle
        ) async throws
    {
        let reply = try await DecoderPool.built.perform(
            .look(pictureSide: 300), on: DrawnFace.photo())
        let analysis = try #require(reply.analysis)
        let fitting: [Angle: Set<String>] = [
            .front: ["left", "slightlyLeft", "front", "slightlyRight", "right"],
            .left: ["left"], .right: ["right"],
        ]
        for direction in Pose.Direction.allCases {
            let turned = try analysis.turned(direction.rawValue)
            let finding = LocalRule.finding(for: turned, ordered: angle)
            #expect((finding == nil) == fitting[angle]?.contains(direction.rawValue))
        }
    }

    @Test func `what is said of the face refuses, and force overrides it where there is a face`()
        async throws
    {
        try await TestHome.with { test in
            let dark = try DrawnFace.portrait.lit(0.01).jpeg()
            let refused = try await submit(to: test, dark)
            let forced = try await submit(to: test, dark, isForced: true)
            let nobody = try await submit(to: test, DrawnFace.wall.jpeg(), isForced: true)
            _ = try await test.drain(asking: nil)
            #expect(try await test.job(refused).reason == "exposure")
            #expect(try await test.job(forced).state == .succeeded)
            #expect(try await test.job(nobody).reason == "face")
        }
    }

    @Test func `after a crash it is made again`() async throws {
        try await TestHome.with { test in
            let id = try await submit(to: test)
            let worker = WorkerID(freshName())
            let claim = try await test.store.claim(
                for: worker, token: "dead", providers: [], freeProvider: "local",
                now: test.clock.now)
            guard case .claimed = claim else {
                Issue.record("\(claim)")
                return
            }
            try Data().write(to: URL(filePath: "\(test.home.workers)/\(worker).lock"))
            _ = try await OrphanRecovery(store: test.store, home: test.home)
                .takeBack(now: test.clock.now).recoveries
            test.clock.advance(by: 1)
            #expect(try await test.drain(asking: nil).jobs == [.succeeded: 1])
            #expect(try await test.job(id).crashes == 1)
            #expect(test.files(in: test.results).count == 2)
        }
    }

    @Test func `the same photo makes the same headshot, byte for byte`() async throws {
        let decoders = DecoderPool.built
        let task = PictureTask.makeHeadshot(backdrop: .studio)
        let one = try await decoders.perform(task, on: DrawnFace.photo()).picture
        let other = try await decoders.perform(task, on: DrawnFace.photo()).picture
        #expect(one != nil && one == other)
    }
}

extension PhotoAnalysis {
    /// The same with the head turned elsewhere.
    fileprivate func turned(_ direction: String) throws -> PhotoAnalysis {
        let text = try #require(JSON.text(self))
        let turned = text.replacing(#""direction":"front""#, with: #""direction":"\#(direction)""#)
        return try #require(JSON.value(PhotoAnalysis.self, from: turned))
    }
}
