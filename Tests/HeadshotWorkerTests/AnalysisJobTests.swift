import FaceFacts
import Foundation
import Ground
import JobQueue
import PromptFactory
import TestSupport
import Testing
import Validation

@testable import HeadshotWorker

/// Photo analysis as a job: free, by every worker, and the same as `headshot analyze`.
@Suite(.timeLimit(.minutes(10)))
struct AnalysisJobTests {
    private func submit(
        to test: TestHome, _ photo: Data, side: Data? = nil, wantsPage: Bool = false,
        key: OrderKey? = nil
    ) async throws -> JobID {
        func checked(_ name: String, _ bytes: Data) async throws -> CheckedPhoto {
            let path = "\(test.home.root)/\(name)"
            try bytes.write(to: URL(filePath: path))
            defer { try? FileManager.default.removeItem(atPath: path) }
            return try await Submitter.check(path)
        }
        let wish = PhotoOrder.Wish.analysis(
            wantsPage: wantsPage,
            side: side == nil ? nil : try await checked("profile.jpg", #require(side)))
        let order = PhotoOrder(
            photo: try await checked("me.jpg", photo), wish: wish,
            person: try #require(TestHome.person), key: key)
        let submitter = Submitter(
            store: test.store, home: test.home, environment: test.environment)
        let submitted = try await submitter.submit(submitter.plan([order]))
        guard case .taken(let jobs)? = submitted.first ?? nil else { throw NotTaken() }
        return try #require(jobs.first).id
    }

    private struct NotTaken: Error {}

    private func json(of job: Job, _ test: TestHome) throws -> [String: Any] {
        let path = "\(test.results)/\(try #require(job.result))"
        let bytes = try #require(FileManager.default.contents(atPath: path))
        return try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    }

    @Test func `a worker without a key analyses a photo, free, past every gate and cap`()
        async throws
    {
        try await TestHome.with { test in
            let id = try await submit(to: test, DrawnFace.photo())
            let summary = try await test.drain(asking: nil, cap: 0)
            #expect(summary.jobs == [.succeeded: 1])
            let job = try await test.job(id)
            #expect(job.kind == .analysis)
            #expect(job.result == "\(id)-analysis.json")
            #expect(try await test.charges(of: id).isEmpty)
            let answer = try json(of: job, test)
            let score = try #require(job.analysisOutcome?.score)
            #expect(answer["score"] as? Double == score)
            #expect(job.photoFacts?.score?.value == score)
            #expect(answer["photo"] as? String == "me.jpg")
            #expect(answer["accepted"] as? Bool == job.analysisOutcome?.isAccepted)
            #expect(test.files(in: test.results) == ["\(id)-analysis.json"])
        }
    }

    @Test func `nothing by which a face could be known again is kept`() async throws {
        try await TestHome.with { test in
            let id = try await submit(to: test, DrawnFace.photo(), wantsPage: true)
            _ = try await test.drain(asking: nil)
            let job = try await test.job(id)
            #expect(try json(of: job, test)["ratios"] == nil)
            #expect(job.facts?.contains("ratios") == false)
        }
    }

    @Test func `a page is written beside the JSON where one is wanted`() async throws {
        try await TestHome.with { test in
            let id = try await submit(to: test, DrawnFace.photo(), wantsPage: true)
            _ = try await test.drain(asking: nil)
            #expect(
                test.files(in: test.results) == ["\(id)-analysis.html", "\(id)-analysis.json"])
            let page = try String(
                contentsOfFile: "\(test.results)/\(id)-analysis.html", encoding: .utf8)
            #expect(page.contains("me.jpg"))
        }
    }

    @Test func `a photo without a face succeeds, and its findings say so`() async throws {
        try await TestHome.with { test in
            let id = try await submit(to: test, PhotoFixture.landscape())
            #expect(try await test.drain(asking: nil).jobs == [.succeeded: 1])
            let job = try await test.job(id)
            #expect(job.analysisOutcome == AnalysisOutcome(score: nil, isAccepted: false))
            #expect(job.photoFindings.first?.severity == .refusal)
        }
    }

    @Test func `a photo that no decoder reads is rejected`() async throws {
        try await TestHome.with { test in
            let whole = try PhotoFixture.landscape()
            _ = try await submit(to: test, whole.prefix(whole.count / 2))
            #expect(try await test.drain(asking: nil).jobs == [.rejected: 1])
            #expect(test.files(in: test.results) == [])
        }
    }

    @Test func `a photo from the side is stored, judged beside the other, and goes with the job`()
        async throws
    {
        try await TestHome.with { test in
            let id = try await submit(
                to: test, DrawnFace.photo(), side: PhotoFixture.landscape(seed: 7))
            #expect(test.files(in: test.home.photos).count == 2)
            _ = try await test.drain(asking: nil)
            let side = try #require(await json(of: test.job(id), test)["side"] as? [String: Any])
            #expect(side["photo"] as? String == "profile.jpg")
            #expect(side["verdict"] as? String == "unknown")
            let janitor = Janitor(
                store: test.store, home: test.home, environment: test.environment)
            let removal = try await janitor.remove([test.job(id)], withHeadshotsIn: test.results)
            #expect(removal.photos.count == 2)
            #expect(test.files(in: test.home.photos) == [])
            #expect(test.files(in: test.results) == [])
        }
    }

    @Test func `a person has one analysis of a photo, and headshots of it besides`() async throws {
        try await TestHome.with { test in
            let photo = try DrawnFace.photo()
            let first = try await submit(to: test, photo, key: .photo)
            #expect(try await submit(to: test, photo, key: .photo) == first)
            #expect(try await submit(to: test, photo, wantsPage: true, key: .photo) != first)
            let headshot = try await test.submit(photo, provider: .local, key: .photo)
            #expect(!headshot.contains(first))
            _ = try await test.drain(asking: nil)
            #expect(try await test.store.counts() == [.succeeded: 3])
        }
    }

    @Test func `an analysis is repeated as it is, whatever is asked for of headshots`() async throws
    {
        try await TestHome.with { test in
            let job = try await test.job(
                submit(to: test, DrawnFace.photo(), side: PhotoFixture.landscape(), wantsPage: true)
            )
            let again = NewJob(
                repeating: job, style: Style(angle: .left, background: .casual), provider: .gemini,
                quote: Quote(model: testModel, price: 39_000))
            #expect(again.kind == .analysis)
            #expect(again.payload == job.payload)
            #expect(again.provider == job.provider)
            #expect(again.secondInput == job.secondInput)
            #expect(again.quote == nil)
        }
    }
}
