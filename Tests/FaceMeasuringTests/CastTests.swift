import Foundation
import Ground
import TestSupport
import Testing

@testable import EvalDegradations
@testable import FaceFacts
@testable import FaceMeasuring

/// Whether a whole photo is tinted, and what does not make it look so.
struct CastTests {
    struct Light: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let stops: SIMD3<Double>
        let tints: Set<SkinColour.Tint>
    }

    static let lights = [
        Light(
            testDescription: "lamps", stops: [0.9, 0, -1.6], tints: [.orange, .yellow, .red]),
        Light(testDescription: "green tubes", stops: [-0.6, 0.6, -0.6], tints: [.green]),
        Light(testDescription: "deep shade", stops: [-1.1, 0, 1.1], tints: [.blue, .cyan]),
        Light(
            testDescription: "magenta film", stops: [0.6, -0.6, 0.6], tints: [.magenta, .red]),
    ]

    @Test(arguments: lights)
    func `a photo in strange light is tinted, with its wall and its person`(_ light: Light) throws {
        let analysis = try DrawnFace.portrait.tinted(light.stops).analysis()
        let cast = try #require(analysis.facts.colour?.skin?.cast)
        #expect(light.tints.contains(cast))
        let finding = try #require(analysis.findings.first { $0.rule == "colourCast" })
        #expect(finding.severity == .warning)
        #expect(finding.sentence.contains("tinted \(cast.rawValue)"))
        #expect(finding.isOverridable)
    }

    @Test(arguments: lights)
    func `a wall of the same colour behind a person in good light is no cast`(_ light: Light)
        throws
    {
        let wall = DrawnFace(width: 400, height: 500) { _, _, _, _ in 150 }.tinted(light.stops)
        let before = DrawnFace.portrait
        let face = DrawnFace(width: 400, height: 500) { x, y, channel, _ in
            before.isPerson(x, y) ? before.value(x, y, channel) : wall.value(x, y, channel)
        }
        let analysis = try face.analysis()
        #expect(analysis.facts.colour?.skin != nil)
        #expect(analysis.facts.colour?.skin?.cast == nil)
        #expect(!analysis.findings.map(\.rule).contains("colourCast"))
    }

    @Test(arguments: lights)
    func `a person in coloured light before something grey is not a tinted photo`(_ light: Light)
        throws
    {
        let lit = DrawnFace.portrait.tinted(light.stops)
        let face = DrawnFace(width: 400, height: 500) { x, y, channel, _ in
            lit.isPerson(x, y) ? lit.value(x, y, channel) : 150
        }
        #expect(try face.analysis().facts.colour?.skin?.cast == nil)
    }

    @Test func `a grey photo has no cast`() throws {
        let portrait = DrawnFace.portrait
        let grey = DrawnFace(width: 400, height: 500) { x, y, _, _ in
            0.3 * portrait.value(x, y, 0) + 0.6 * portrait.value(x, y, 1)
                + 0.1 * portrait.value(x, y, 2)
        }
        #expect(try grey.analysis().facts.colour?.skin?.cast == nil)
    }

    @Test(arguments: [0.35, 0.6, 1.0, 1.4])
    func `skin of any depth in good light is no cast`(_ light: Double) throws {
        #expect(try DrawnFace.portrait.lit(light).analysis().facts.colour?.skin?.cast == nil)
    }
}

extension DrawnFace {
    /// Whether a pixel of the drawn portrait shows the person.
    fileprivate func isPerson(_ x: Int, _ y: Int) -> Bool {
        let eyes = (DrawnFace.leftEye + DrawnFace.rightEye) / 2
        let place =
            (SIMD2(Double(x), Double(y)) - eyes) / (DrawnFace.rightEye.x - DrawnFace.leftEye.x)
        let head = (place - [0, 0.2]) / [1.45, 2.2]
        return (head * head).sum() < 1 || (place.y > 1.5 && abs(place.x) < 2.6)
    }
}
