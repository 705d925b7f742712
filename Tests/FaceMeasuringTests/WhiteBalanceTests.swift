import Foundation
import Ground
import TestSupport
import Testing

@testable import FaceFacts
@testable import FaceMeasuring

/// The colour of the light in a headshot that is made without a model.
struct WhiteBalanceTests {
    /// What the light of the drawn person is multiplied by: as drawn, fair, reddish, olive, brown, and dark.
    static let skins: [SIMD3<Double>] = [
        [1, 1, 1], [1.1, 1.2, 1.25], [1.1, 0.9, 0.85], [0.8, 0.85, 0.7], [0.45, 0.38, 0.32],
        [0.16, 0.13, 0.12],
    ]
    /// White, grey and dark walls.
    static let walls = [235.0, 150, 70]

    /// Where the drawing of 400 by 500 pixels shows a wall, and a forehead, cheeks and a chin.
    private static let wall = [(20, 20), (380, 30), (30, 200), (375, 220)]
    private static let face = [(200, 170), (165, 250), (235, 250), (200, 310)]

    /// The person before a plain wall, all of it in coloured light.
    private func drawnPhoto(
        skin: SIMD3<Double>, wall: SIMD3<Double>, cast: SIMD3<Double> = .one
    ) throws -> PhotoPixels {
        let person = try DrawnPerson(height: 500)
        let drawn = person.before { _, _ in .zero }
        var rgb = Data(capacity: drawn.count)
        for pixel in 0..<person.width * person.height {
            let opacity = person.opacity(pixel % person.width, pixel / person.width)
            for channel in 0..<3 {
                let own = Self.light(Double(drawn[pixel * 3 + channel])) * skin[channel]
                let behind = Self.light(wall[channel]) * (1 - opacity)
                rgb.append(Self.value((own + behind) * cast[channel]))
            }
        }
        return PhotoPixels(width: person.width, height: person.height, rgb: rgb, scale: 1)
    }

    /// The tones of a photo, by the face of the drawing, which all the photos have.
    private func toneTable(_ photo: PhotoPixels, knowsBackground: Bool) throws -> Data {
        let analyzer = FaceAnalyzer()
        let facts = try analyzer.analyze(DrawnFace.portrait.pixels(scale: 1)).facts
        let background = Self.wall.map { Self.colour(of: photo, $0) }
        let reach = PersonReach(background: knowsBackground ? background : nil)
        return try #require(try analyzer.headshotPlan(for: facts, in: photo, reach: reach)).tones
    }

    @Test(arguments: skins, walls)
    func `before a neutral wall, neither wall nor skin gains a tint`(
        skin: SIMD3<Double>, wall: Double
    ) throws {
        let photo = try drawnPhoto(skin: skin, wall: SIMD3(repeating: wall))
        for knowsBackground in [true, false] {
            let tones = try toneTable(photo, knowsBackground: knowsBackground)
            let plain = (0...255).map { tones[$0 * 3 + 1] }
            for place in Self.wall + Self.face {
                let seen = Self.colour(of: photo, place)
                // As light and as dark, without a change of its colour.
                let kept = SIMD3(plain[Int(seen.x)], plain[Int(seen.y)], plain[Int(seen.z)])
                let difference = Self.lab(Self.toned(seen, tones)).difference(from: Self.lab(kept))
                #expect(difference < 1, "\(seen) at \(place)")
            }
        }
    }

    @Test(
        arguments: skins,
        [[1.25, 1, 0.7], [0.8, 1, 1.2], [1.1, 1, 0.85]] as [SIMD3<Double>])
    func `of the cast of a whole picture, about half is removed`(
        skin: SIMD3<Double>, cast: SIMD3<Double>
    ) throws {
        let photo = try drawnPhoto(skin: skin, wall: SIMD3(repeating: 150), cast: cast)
        for knowsBackground in [true, false] {
            let tones = try toneTable(photo, knowsBackground: knowsBackground)
            let before = Self.colour(of: photo, Self.wall[0])
            let after = Self.toned(before, tones)
            let rest = Self.warmth(after) / Self.warmth(before)
            #expect((0.3...0.7).contains(rest), "\(before) became \(after)")
        }
    }

    @Test func `a coloured wall is not taken for coloured light`() throws {
        // Leaves, brick, and the blue of a studio.
        for wall in [[70, 110, 50], [150, 60, 45], [40, 70, 190]] as [SIMD3<Double>] {
            let photo = try drawnPhoto(skin: .one, wall: wall)
            let tones = try toneTable(photo, knowsBackground: true)
            for value in 0...255 {
                #expect(tones[value * 3] == tones[value * 3 + 1])
                #expect(tones[value * 3 + 2] == tones[value * 3 + 1])
            }
        }
    }

    @Test func `a picture of nothing but skin is left as it is`() throws {
        let photo = try drawnPhoto(skin: .one, wall: [150, 150, 150])
        let analyzer = FaceAnalyzer()
        let facts = try analyzer.analyze(DrawnFace.portrait.pixels(scale: 1)).facts
        let plan = try analyzer.headshotPlan(
            for: facts, in: photo, reach: PersonReach(background: []))
        let tones = try #require(plan).tones
        #expect((0...255).allSatisfy { tones[$0 * 3] == tones[$0 * 3 + 2] })
    }

    @Test func `skin that looks like skin is not made to look like something else`() {
        // A beige wall behind reddish skin: to make the wall grey would make the face pink.
        let beige = [SIMD3<UInt8>](repeating: [200, 180, 150], count: 100)
        let ordinary = WhiteBalance(behind: beige, skin: [200, 160, 130])
        #expect(ordinary.gains.z > 1.05)
        let pink = WhiteBalance(behind: beige, skin: [200, 140, 140])
        #expect(pink.gains == .one)
    }

    private static func colour(of photo: PhotoPixels, _ place: (Int, Int)) -> SIMD3<UInt8> {
        let first = (place.1 * photo.width + place.0) * 3
        return SIMD3(photo.rgb[first], photo.rgb[first + 1], photo.rgb[first + 2])
    }

    private static func toned(_ colour: SIMD3<UInt8>, _ tones: Data) -> SIMD3<UInt8> {
        SIMD3(
            tones[Int(colour.x) * 3], tones[Int(colour.y) * 3 + 1], tones[Int(colour.z) * 3 + 2])
    }

    private static func lab(_ colour: SIMD3<UInt8>) -> LabColour {
        LabColour(red: Double(colour.x), green: Double(colour.y), blue: Double(colour.z))
    }

    /// How much more red than blue there is, as a power of two.
    private static func warmth(_ colour: SIMD3<UInt8>) -> Double {
        log2(light(Double(colour.x)) / light(Double(colour.z)))
    }

    private static func light(_ value: Double) -> Double {
        let share = value / 255
        return share <= 0.040_45 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }

    private static func value(_ light: Double) -> UInt8 {
        let light = min(max(light, 0), 1)
        let share = light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8((share * 255).rounded())
    }
}
