import FaceFacts
import Foundation
import Ground
import Isolation
import JobQueue
import Nets
import TestSupport
import Testing

@testable import HeadshotWorker

/// What is said of the face in a headshot beside the one in its photo, and that nothing of it is kept.
@Suite(
    .timeLimit(.minutes(10)),
    .needs("the models: 'make setup-models'", where: { TestNets.bytes != nil }))
struct ComparisonTests {
    /// A pool of decoders that measure faces.
    private static func decoders() throws -> DecoderPool {
        let nets = try SharedBytes(#require(TestNets.bytes).joined)
        return DecoderPool(
            DecoderProgram(path: try Program.built("headshot-decoder").path, nets: nets), size: 1)
    }

    /// Works a job off whose answer is a picture, and hands over the home and the job.
    private func withAnswer(
        _ picture: DrawnFace, _ check: (TestHome, Job) async throws -> Void
    ) async throws {
        let encoded = try picture.jpeg().base64EncodedString()
        let body = """
            {"candidates":[{"content":{"parts":[{"inlineData":{"mimeType":"image/jpeg","data":"\(encoded)"}}]},
            "finishReason":"STOP"}]}
            """
        let server = try ScriptedServer([
            .readRequest, .write(ScriptedServer.answer(200, Data(body.utf8))),
        ])
        try await TestHome.with { test in
            let id = try await test.submitOne(DrawnFace.portrait.jpeg())
            let summary = try await test.drain(asking: server.url, decoders: Self.decoders())
            #expect(summary == WorkSummary(jobs: [.succeeded: 1], ending: .done))
            try await check(test, test.job(id))
        }
    }

    @Test func `a face that was kept is said to be, and nothing is wrong with it`() async throws {
        try await withAnswer(DrawnFace.portrait.lit(0.9)) { test, job in
            let look = try #require(job.headshotAnalysis)
            #expect(look.comparison?.verdict == .kept)
            #expect(try await test.sidecar(of: job).comparison == .kept)
            #expect(
                !look.findings.contains { $0.rule == HeadshotRule.headshotProportions.rawValue })
        }
    }

    @Test func `a face that was made narrower is told, in the sidecar too, and not bought again`()
        async throws
    {
        try await withAnswer(DrawnFace.portrait.narrowed(to: 0.8)) { test, job in
            let look = try #require(job.headshotAnalysis)
            #expect(look.comparison?.verdict == .changed)
            let finding = try #require(
                look.findings.first { $0.rule == HeadshotRule.headshotProportions.rawValue })
            #expect(finding.sentence.contains("the face is narrower"))
            #expect(try await test.sidecar(of: job).headshotFindings.contains(finding))
            #expect(try await test.charges(of: job.id).count == 1)
        }
    }

    @Test func `what a face could be known again by is kept nowhere`() async throws {
        try await withAnswer(DrawnFace.portrait.narrowed(to: 0.8)) { test, _ in
            try test.store.close()
            for folder in [test.home.root, test.results] {
                let files = FileManager.default.enumerator(atPath: folder)?.allObjects ?? []
                for case let name as String in files {
                    let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
                    for word in ["outline", "ratios", "widthToHeight", "width_to_height"] {
                        #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word) in \(name)")
                    }
                }
            }
        }
    }
}

/// The nets, where they are.
private enum TestNets {
    static let bytes: NetBytes? = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../models").standardizedFileURL
        return try? NetBytes(folder: folder.path(percentEncoded: false))
    }()
}
