import FaceFacts
import FaceMeasuring
import Foundation
import TestSupport
import Testing

struct FaceFactsTests {
    @Test func `a drawn person has one face, with its eyes where they were drawn`() throws {
        let facts = try DrawnFace.portrait.analysis(scale: 1).facts
        #expect(facts.faces.count == 1)
        #expect(try #require(facts.eyes).areWhereTheyWereDrawn)
    }

    @Test func `a drawn person looks ahead, upright, and sits in the middle`() throws {
        let facts = try DrawnFace.portrait.analysis().facts
        let pose = try #require(facts.pose)
        #expect(pose.direction == .front)
        #expect(abs(pose.roll.value) < 3)
        let framing = try #require(facts.framing)
        #expect(abs(framing.offCentre.value) < 0.02)
        #expect((0.35...0.6).contains(framing.headShare.value))
        #expect(framing.cutOff.isEmpty)
    }

    @Test func `all lengths are those of the original photo`() throws {
        let face = DrawnFace.portrait
        let small = try face.analysis(scale: 1).facts
        let large = try face.analysis(scale: 2).facts
        #expect(large.width == 2 * small.width)
        let distances = try (#require(small.eyes).distance, #require(large.eyes).distance)
        #expect(abs(distances.1.value - 2 * distances.0.value) < 0.01)
        let boxes = try (#require(small.main).box, #require(large.main).box)
        #expect(abs(boxes.1.width - 2 * boxes.0.width) < 0.2)
    }

    @Test func `a mirror image changes left and right, and nothing else`() throws {
        let face = DrawnFace.portrait.litAtLeft(0.4).cropped(x: -50, y: 0, width: 400, height: 500)
        let (own, other) = try (face.analysis(scale: 1), face.mirrored.analysis(scale: 1))
        let light = try (#require(own.facts.light), #require(other.facts.light))
        #expect(light.0.balance.value > 0.8)
        #expect(light.1.balance.value == -light.0.balance.value)
        let framing = try (#require(own.facts.framing), #require(other.facts.framing))
        #expect(framing.0.offCentre.value > 0.1)
        #expect(framing.1.offCentre.value == -framing.0.offCentre.value)
        let yaw = try (#require(own.facts.pose).yaw, #require(other.facts.pose).yaw)
        #expect(yaw.1.value == -yaw.0.value)
        let eyes = try (#require(own.facts.eyes), #require(other.facts.eyes))
        #expect(abs(eyes.0.left.x + eyes.1.right.x - 399) < 0.2)
        #expect(own.score?.value == other.score?.value)
    }

    @Test func `two people are seen as two, and a wall as none`() throws {
        #expect(try DrawnFace.portrait.beside(.portrait).analysis().facts.faces.count == 2)
        let none = try DrawnFace.wall.analysis()
        #expect(none.facts.faces.isEmpty)
        #expect(none.facts.quarterTurns == nil)
        #expect(none.facts.eyes == nil)
        #expect(none.score == nil)
    }

    @Test func `a photo on its side is told from one without a face`() throws {
        let facts = try DrawnFace.portrait.turned.analysis().facts
        #expect(facts.faces.isEmpty)
        #expect(facts.quarterTurns == 3)
        #expect(try DrawnFace.portrait.turned.mirrored.analysis().facts.quarterTurns == 1)
    }

    @Test func `a small photo is enlarged until its face is found`() throws {
        let facts = try DrawnFace.portrait.shrunk(by: 4).analysis(scale: 1).facts
        #expect(facts.faces.count == 1)
        #expect(facts.pose == nil)
    }

    @Test func `a palette has skin and clothes, and its shares are a whole`()
        throws
    {
        let palette = try #require(try DrawnFace.portrait.analysis().facts.colour).palette
        #expect(palette.count == 5)
        #expect(abs(palette.reduce(0) { $0 + $1.share } - 1) < 0.01)
        #expect(palette.contains { $0.red > 200 && $0.blue < $0.red - 40 })
        #expect(palette.contains { $0.blue > $0.red + 20 })
    }

    @Test func `facts, findings and score survive JSON`() throws {
        let analysis = try DrawnFace.portrait.analysis()
        let json = try JSONEncoder().encode(analysis)
        #expect(try JSONDecoder().decode(PhotoAnalysis.self, from: json) == analysis)
    }

    @Test(
        arguments: [
            ("deg", "-12.5", -12.5), ("deg", "1e300", 180), ("deg", "-181", -180),
            ("share", "1.5", 1), ("L*", "-1", 0), ("ratio", "0.5", 0.5), ("score", "-11", -10),
        ] as [(String, String, Double)])
    func `a measure is read within the range of its unit`(
        unit: String, value: String, read: Double
    ) throws {
        let json = #"{"value":\#(value),"unit":"\#(unit)","confidence":\#(value)}"#
        let measure = try JSONDecoder().decode(Measure.self, from: Data(json.utf8))
        #expect(measure.value == read)
        #expect((0...1).contains(measure.confidence))
    }

    @Test func `a photo has sides of which a page can be made`() throws {
        for end in ["0", "-1", "5e-324", "1e300"] {
            let json = #"{"width":\#(end),"height":\#(end),"faces":[]}"#
            let facts = try JSONDecoder().decode(FaceFacts.self, from: Data(json.utf8))
            #expect((1...1_000_000).contains(facts.width))
            #expect(facts.width == facts.height)
        }
    }
}
