import Foundation
import Ground
import TestSupport
import Testing

@testable import FaceFacts
@testable import FaceMeasuring

/// How a headshot is cut and lit without a model.
struct HeadshotPlanTests {
    private func plan(
        _ face: DrawnFace, reach: PersonReach = PersonReach()
    ) throws -> (facts: FaceFacts, plan: HeadshotPlan?) {
        let analyzer = FaceAnalyzer()
        let pixels = face.pixels(scale: 1)
        let facts = try analyzer.analyze(pixels).facts
        return (facts, try analyzer.headshotPlan(for: facts, in: pixels, reach: reach))
    }

    @Test func `where there is room, a head sits as in a good headshot`() throws {
        let wide = DrawnFace.portrait.cropped(x: -150, y: -50, width: 700, height: 700)
        let (facts, found) = try plan(wide)
        let plan = try #require(found)
        let head = try #require(facts.framing?.headShare.value) * 700
        #expect(abs(plan.width / plan.height - 0.8) < 1e-9)
        #expect(abs(head / plan.height - FaceTable.frameHeadShare) < 0.01)
        #expect(abs((plan.headX - plan.left) / plan.width - 0.5) < 0.01)
        #expect(
            abs((plan.headY - plan.top) / plan.height - FaceTable.frameEyeLine) < 0.01)
        #expect(plan.turn == 0)
    }

    @Test(arguments: [1.35, 1.75, 2.2, 2.75])
    func `a measured crown has its room, however high the hair is`(height: Double) throws {
        let wide = DrawnFace.portrait.cropped(x: -250, y: -250, width: 900, height: 1000)
        let usual = try #require(try plan(wide).plan)
        let crown = usual.headY - height * usual.eyeDistance
        let plan = try #require(try plan(wide, reach: PersonReach(crown: crown)).plan)
        let chin = plan.headY + FramingMeter.chin * plan.eyeDistance
        #expect(abs((chin - crown) / plan.height - FaceTable.frameHeadShare) < 0.01)
        let room = { (plan: HeadshotPlan, crown: Double) in
            (crown - plan.top) / plan.height
        }
        let usualCrown = usual.headY - FramingMeter.crown * usual.eyeDistance
        #expect(abs(room(plan, crown) - room(usual, usualCrown)) < 0.01)
        #expect(plan.eyeDistance == usual.eyeDistance)
    }

    @Test func `a crown where none can be is not believed`() throws {
        let wide = DrawnFace.portrait.cropped(x: -250, y: -250, width: 900, height: 1000)
        let usual = try #require(try plan(wide).plan)
        for height in [-1.0, 0.5, 3.2, 100] {
            let crown = usual.headY - height * usual.eyeDistance
            #expect(try plan(wide, reach: PersonReach(crown: crown)).plan == usual)
        }
    }

    @Test func `a frame goes towards the shoulders, and the head stays near its middle`()
        throws
    {
        let wide = DrawnFace.portrait.cropped(x: -300, y: -250, width: 1000, height: 1000)
        let usual = try #require(try plan(wide).plan)
        for shift in [-400.0, -60, 60, 400] {
            let middle = usual.headX + shift
            let reach = PersonReach(shoulders: middle - 150...middle + 150)
            let frame = try #require(try plan(wide, reach: reach).plan)
            let moved = frame.left - usual.left
            #expect(moved * shift > 0)
            #expect(abs(moved) < abs(shift) / 2)
            let head = (usual.headX - frame.left) / frame.width
            #expect(abs(head - 0.5) < 0.065)
        }
    }

    @Test func `without a face there is nothing to cut around`() throws {
        #expect(try plan(.wall).plan == nil)
    }

    /// Photos in which a head has little room: left, top, width and height in the drawing.
    static let tight = [
        (90, 60, 220, 300), (0, 60, 300, 300), (110, 40, 290, 460), (0, 0, 400, 260),
        (60, 100, 280, 330),
    ]

    @Test(arguments: tight)
    func `a frame never reaches beyond the photo`(
        left: Int, top: Int, width: Int, height: Int
    ) throws {
        let tight = DrawnFace.portrait.cropped(x: left, y: top, width: width, height: height)
        let frame = try #require(try plan(tight).plan)
        #expect(frame.left >= 0 && frame.left + frame.width <= Double(width) + 1e-6)
        #expect(frame.top >= 0 && frame.top + frame.height <= Double(height) + 1e-6)
        #expect(frame.height >= Double(min(width, height)) * 0.9)
    }

    @Test(arguments: [-12.0, 12])
    func `a tilted head is set more upright, as far as the photo has room`(
        degrees: Double
    ) throws {
        let room = DrawnFace.portrait.cropped(x: -200, y: -150, width: 800, height: 900)
        let (facts, plan) = try plan(room.tilted(by: degrees))
        let roll = try #require(facts.pose).roll.value
        try #require(abs(roll - degrees) < 4)
        let turn = try #require(plan).turn
        #expect(turn * degrees > 0)
        #expect(abs(turn) > 4 && abs(turn) < abs(degrees))
        let none = try self.plan(DrawnFace.portrait.tilted(by: degrees))
        #expect(none.plan?.turn == 0)
    }

    @Test func `a dark photo is brought into its usual light, and a good one left alone`()
        throws
    {
        let usual = try #require(try plan(.portrait).plan?.tones)
        let dark = try #require(try plan(.portrait.lit(0.2)).plan?.tones)
        for tones in [usual, dark] {
            for channel in 0..<3 {
                let values = stride(from: channel, to: tones.count, by: 3).map { tones[$0] }
                #expect(values.count == 256)
                #expect(values == values.sorted())
                #expect(values.first == 0)
            }
        }
        let (before, green) = (80, 80 * 3 + 1)
        #expect(abs(Int(usual[green]) - before) < 20)
        #expect(Int(dark[green]) > before + 40)
    }

    @Test(arguments: [(54.0, 60.0), (66, 66), (75, 75)])
    func `skin is given light, and not made fairer than it is`(
        highlights: Double, raised: Double
    ) {
        let white = ColourRaster(width: 2, height: 1, rgb: [UInt8](repeating: 255, count: 6))
        let light = Light(
            exposure: 26, highlights: highlights, overexposed: 0, contrast: 50, balance: 0,
            direction: .above)
        let table = Tones(of: white, light: light, balance: .none).table
        let seen = Int(value(of: highlights))
        let lab = ColourRaster(
            width: 1, height: 1, rgb: (0..<3).map { table[seen * 3 + $0] }
        ).labs()[0]
        #expect(abs(Double(lab.lightness) - raised) < 1.5)
    }

    /// The grey of sRGB that is nearest to a lightness.
    private func value(of lightness: Double) -> UInt8 {
        let greys = (0...255).map { value in
            ColourRaster(
                width: 1, height: 1, rgb: [UInt8](repeating: UInt8(value), count: 3)
            ).labs()[0].lightness
        }
        let nearest = greys.indices.min {
            abs(Double(greys[$0]) - lightness) < abs(Double(greys[$1]) - lightness)
        }
        return UInt8(nearest ?? 0)
    }
}
