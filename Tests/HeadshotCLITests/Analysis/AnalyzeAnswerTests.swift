import Answers
import FaceFacts
import FaceMeasuring
import Ground
import HeadshotWorker
import TestSupport
import Testing

@testable import HeadshotCLI

/// What `analyze` says of photos.
@Suite(.timeLimit(.minutes(10)))
struct AnalyzeAnswerTests {
    @Test func `a photo's look is told in words and as data`() throws {
        let photo = try Sample.analyzed(Sample.analysis())
        let unread = AnalyzedPhoto(path: "gone.jpg", problem: "There is no such file: gone.jpg")
        try expectGolden(
            "analyze.txt", [photo, unread].map(\.words).joined(separator: "\n\n") + "\n")
        let side = SideView(try Sample.analyzed(Sample.analysis(pose: "left")))
        let answer = AnalyzeAnswer([photo, unread], side: side)
        try expectGolden("analyze.json", try AnswerJSON.text(answer) + "\n")
    }

    @Test func `the names of the standard are given on request, with what is not measured`() throws
    {
        let photo = try Sample.analyzed(Sample.analysis())
        let plain = try AnswerJSON.line(AnalyzeAnswer([photo], side: nil))
        #expect(!plain.contains(#""iso""#))
        let answer = try AnswerJSON.line(AnalyzeAnswer([photo], side: nil, names: .iso))
        for name in QualityComponent.Name.allCases {
            #expect(answer.contains(#""component":"\#(name.rawValue)""#))
        }
        let roll = try #require(answer.split(separator: "{").first { $0.contains("HeadPoseRoll") })
        for member in [#""value":4.4"#, #""quality":99"#, #""mapping":"standard""#] {
            #expect(roll.contains(member))
        }
        let covered = try #require(
            answer.split(separator: "{").first { $0.contains("NoHeadCoverings") })
        #expect(covered.contains(#""measured":false"#))
        #expect(!covered.contains("quality"))
        let words = try #require(photo.componentWords).split(separator: "\n")
        #expect(words.count == QualityComponent.Name.allCases.count)
        #expect(
            words.contains { $0.hasPrefix("HeadPoseRoll ") && $0.contains("4.4 deg, quality 99") })
        #expect(words.contains { $0.hasPrefix("NoHeadCoverings ") && $0.hasSuffix("not measured") })
        let unread = AnalyzedPhoto(path: "gone.jpg", problem: "There is no such file: gone.jpg")
        #expect(unread.componentWords == nil)
    }

    @Test(arguments: [(0.16, 7.1), (-0.16, 6.7)])
    func `chance changes a score either way, and it is said`(
        variation: Double, score: Double
    ) throws {
        let photo = try Sample.analyzed(Sample.analysis(), variation: variation)
        #expect(photo.score == score)
        #expect(photo.scoreLine?.contains("by chance") == true)
        #expect(try Sample.analyzed(Sample.analysis()).scoreLine == "6.9 of 10")
    }

    /// What a photo shows, and what is said of it as one from the side.
    static let views: [(pose: String, faces: Int, verdict: SideView.Verdict, isRefused: Bool)] = [
        ("left", 1, .side, false), ("right", 1, .side, false), ("front", 1, .front, true),
        ("slightlyRight", 1, .front, true), ("left", 2, .several, true),
    ]

    @Test(arguments: views)
    func `a photo from the side is one, or is none`(
        pose: String, faces: Int, verdict: SideView.Verdict, isRefused: Bool
    ) throws {
        let view = SideView(try Sample.analyzed(Sample.analysis(pose: pose, faces: faces)))
        #expect(view.verdict == verdict)
        #expect(view.isRefused == isRefused)
        #expect(view.direction?.rawValue == pose)
    }

    @Test func `a photo from the side without a face that is seen may be a profile`() async throws {
        let wall = DrawnFace.wall
        let analysis = try FaceAnalyzer().analyze(
            PhotoPixels(width: wall.width, height: wall.height, rgb: .init(wall.rgb)))
        let view = SideView(try Sample.analyzed(analysis))
        #expect(view.verdict == .unknown)
        #expect(!view.isRefused)
        #expect(view.findings.isEmpty)
    }
}
