import Foundation
import Nets
import TestSupport
import Testing

@testable import FaceFacts
@testable import FaceMeasuring

/// What the nets see in a drawn person.
@Suite(.needs("the models: 'make setup-models'", where: { MeasuredFace.areThere }))
struct NetsAnalysisTests {
    @Test func `a drawn person looks ahead, upright, with open eyes where they were drawn`()
        throws
    {
        let facts = try DrawnFace.portrait.measured(scale: 1).facts
        #expect(facts.faces.count == 1)
        let pose = try #require(facts.pose)
        #expect(pose.yaw.unit == .degrees)
        #expect(pose.direction == .front)
        #expect(abs(pose.yaw.value) < 5)
        #expect(abs(pose.roll.value) < 3)
        #expect(abs(try #require(pose.pitch).value) < 15)
        #expect(try #require(facts.eyes).areWhereTheyWereDrawn)
        #expect(try #require(facts.expression).eyeOpening.value > FaceTable.openEyes)
    }

    @Test(arguments: [-25.0, -12, 12, 25])
    func `a head that is tilted is told by how much`(_ degrees: Double) throws {
        let pose = try #require(
            try DrawnFace.portrait.tilted(by: degrees).measured().facts.pose)
        #expect(abs(pose.roll.value - degrees) < 4)
        #expect(abs(pose.yaw.value) < 8)
    }

    @Test func `a mirror image changes left and right, and nothing else`() throws {
        let face = DrawnFace.portrait.litAtLeft(0.4).tilted(by: 8)
        let (own, other) = try (face.measured(scale: 1), face.mirrored.measured(scale: 1))
        let (one, two) = try (#require(own.facts.pose), #require(other.facts.pose))
        #expect(two.yaw.value == -one.yaw.value)
        #expect(two.roll.value == -one.roll.value)
        #expect(two.pitch == one.pitch)
        #expect(own.measures?.ratios == other.measures?.ratios)
        #expect(own.facts.proportions == other.facts.proportions)
        #expect(own.score?.value == other.score?.value)
        let outlines = try (#require(own.measures).outline, #require(other.measures).outline)
        let width = own.facts.width
        #expect(
            zip(outlines.0.dropFirst(), outlines.1.dropFirst().reversed()).allSatisfy { one, two in
                abs(one.x + two.x - (width - 1)) < 0.2 && abs(one.y - two.y) < 0.2
            })
    }

    @Test func `two people are seen as two, a wall as none, and a small face as one`() throws {
        let pair = DrawnFace.portrait.beside(.portrait)
        #expect(try pair.measured().facts.faces.count == 2)
        #expect(try DrawnFace.wall.measured().facts.faces.isEmpty)
        #expect(try DrawnFace.portrait.shrunk(by: 4).measured().facts.faces.count == 1)
        #expect(try DrawnFace.portrait.turned.measured().facts.quarterTurns == 3)
    }

    @Test func `people are seen as two though only the nets know a tilted head`() throws {
        let pair = DrawnFace.portrait.beside(.portrait.tilted(by: 50))
        #expect(try pair.analysis().facts.faces.count == 1)
        #expect(try pair.measured().facts.faces.count == 2)
    }

    @Test func `the outline is around the eyes and within the photo`() throws {
        let analysis = try DrawnFace.portrait.measured(scale: 1)
        let outline = try #require(analysis.measures).outline
        let eyes = try #require(analysis.facts.eyes)
        let (xs, ys) = (outline.map(\.x), outline.map(\.y))
        let (left, right) = try (#require(xs.min()), #require(xs.max()))
        let (top, bottom) = try (#require(ys.min()), #require(ys.max()))
        #expect(left < eyes.left.x && eyes.right.x < right)
        #expect(top < eyes.left.y && eyes.left.y < bottom)
        #expect(
            left >= 0 && right < analysis.facts.width && top >= 0 && bottom < analysis.facts.height)
    }

    @Test func `without the nets nothing is measured by points`() throws {
        let analysis = try DrawnFace.portrait.analysis()
        #expect(analysis.measures == nil)
        #expect(analysis.facts.expression == nil)
        #expect(analysis.facts.proportions == nil)
        #expect(analysis.facts.pose?.pitch == nil)
    }

    @Test func `several looks at once agree with one`() async throws {
        #expect(try await MeasuredFace.analyzer().agreesWithItself())
    }

    @Test(arguments: [0.8, 0.85])
    func `a face that was made narrower is told from one that was kept`(_ share: Double)
        throws
    {
        let photo = try DrawnFace.portrait.measured()
        let kept = try DrawnFace.portrait.lit(0.8).measured()
        let narrow = try DrawnFace.portrait.narrowed(to: share).measured()
        #expect(try #require(FaceComparison(of: kept, with: photo)).verdict == .kept)
        let comparison = try #require(FaceComparison(of: narrow, with: photo))
        #expect(comparison.verdict == .changed)
        #expect(comparison.changes.contains(.narrower))
        let undone = try #require(FaceComparison(of: photo, with: narrow))
        #expect(undone.changes.contains(.wider))
    }
}

/// The nets, for pictures of the tests.
enum MeasuredFace {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../models").path

    static var areThere: Bool { (try? NetBytes(folder: folder)) != nil }

    static func analyzer() throws -> FaceAnalyzer {
        FaceAnalyzer(nets: try Nets(NetBytes(folder: folder)))
    }
}

extension DrawnFace {
    /// One look at the picture with nets.
    func measured(scale: Double = 3) throws -> PhotoAnalysis {
        try MeasuredFace.analyzer().analyze(pixels(scale: scale))
    }
}
