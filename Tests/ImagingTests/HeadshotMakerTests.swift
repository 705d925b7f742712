import Foundation
import Ground
import TestSupport
import Testing
import Validation

@testable import Imaging

/// A headshot that is cut out of a photo without a model.
struct HeadshotMakerTests {
    /// A cut of a whole picture of some sides, whose head is in the middle.
    private func cut(
        width: Double = 800, height: Double = 1000, eyeDistance: Double = 100
    ) -> HeadshotPlan {
        HeadshotPlan(
            left: 0, top: 0, width: width, height: height, turn: 0, headX: width / 2,
            headY: height * 0.4, eyeDistance: eyeDistance, tones: Self.asTheyAre)
    }

    private static let asTheyAre = Data(
        (0..<256).flatMap { [UInt8](repeating: UInt8($0), count: 3) })

    private func made(_ photo: Data, _ cut: HeadshotPlan) async throws -> PictureJudge {
        let crop = try #require(try await HeadshotMaker.crop(of: photo, cut))
        return try PictureJudge(try await crop.softenedJPEG())
    }

    @Test(arguments: [(800.0, 1000.0, 1000), (200, 250, 400), (1600, 2000, 1280)])
    func `a headshot is 4 by 5, and neither tiny nor larger than it has pixels`(
        width: Double, height: Double, rows: Int
    ) async throws {
        let photo = try PhotoFixture.jpeg(width: Int(width), height: Int(height))
        let judge = try await made(photo, cut(width: width, height: height))
        #expect(judge.height == rows)
        #expect(judge.width == rows * 4 / 5)
    }

    @Test func `the part that was planned is shown, of any format and upright`() async throws {
        let colours = PhotoFixture.quadrants(seed: 3)
        let upsideDown = try PhotoFixture.jpeg(width: 800, height: 1000, orientation: 3, seed: 3)
        for (photo, wanted) in [
            (try PhotoFixture.png(width: 800, height: 1000, seed: 3), colours),
            (try PhotoFixture.jpeg(width: 800, height: 1000, seed: 3), colours),
            (upsideDown, Array(colours.reversed())),
        ] {
            var part = cut()
            #expect(
                zip(try await made(photo, part).quadrants(), wanted).allSatisfy { $0.isNear($1) })
            (part.left, part.top, part.width, part.height) = (400, 500, 400, 500)
            let judge = try await made(photo, part)
            #expect(judge.quadrants().allSatisfy { $0.isNear(wanted[3]) })
        }
    }

    @Test func `a turned part stands upright`() async throws {
        let photo = DrawnFace.portrait.cropped(x: -100, y: -100, width: 600, height: 700)
        let middle = (DrawnFace.leftEye + DrawnFace.rightEye) / 2 + 100
        var part = HeadshotPlan(
            left: 140, top: 164, width: 320, height: 400, turn: 0, headX: middle.x,
            headY: middle.y, eyeDistance: 63, tones: Self.asTheyAre)
        let upright = try await made(try photo.jpeg(quality: 98), part)
        let angle = 10 * Double.pi / 180
        let fromMiddle = SIMD2(middle.x - 300, middle.y - 350)
        part.turn = 10
        part.headX = 300 + fromMiddle.x * cos(angle) - fromMiddle.y * sin(angle)
        part.headY = 350 + fromMiddle.x * sin(angle) + fromMiddle.y * cos(angle)
        // The part turns around its own middle, which a turn of the photo has moved.
        let partMiddle = SIMD2(300.0, 364) - [300, 350]
        part.left = 300 - partMiddle.y * sin(angle) - 160
        part.top = 350 + partMiddle.y * cos(angle) - 200
        let turned = try await made(try photo.tilted(by: 10).jpeg(quality: 98), part)
        #expect(upright.likeness(to: turned) > 28)
    }

    @Test func `tones are what becomes of each value`() async throws {
        let photo = try PhotoFixture.png(width: 800, height: 1000, seed: 5)
        var inverted = cut()
        inverted.tones = Data(inverted.tones.map { 255 - $0 })
        let judge = try await made(photo, inverted)
        for (seen, colour) in zip(judge.quadrants(), PhotoFixture.quadrants(seed: 5)) {
            #expect(
                seen.isNear(
                    FixtureColour(255 - colour.red, 255 - colour.green, 255 - colour.blue)))
        }
    }

    @Test func `the background is out of focus, the person is not`() async throws {
        let photo = try PhotoFixture.jpeg(width: 800, height: 1000, noise: 60)
        let before = try PictureJudge(photo)
        let after = try await made(photo, cut())
        #expect(after.grain(x: 0.5, y: 0.4) > before.grain(x: 0.5, y: 0.4) * 0.8)
        #expect(after.grain(x: 0.5, y: 0.9) > before.grain(x: 0.5, y: 0.9) * 0.8)
        for x in [0.06, 0.94] {
            #expect(after.grain(x: x, y: 0.06) < before.grain(x: x, y: 0.06) * 0.1)
        }
    }

    @Test func `a headshot tells nothing but its pixels`() async throws {
        let photo = try PhotoFixture.jpegWithMetadata(width: 800, height: 1000)
        let crop = try #require(try await HeadshotMaker.crop(of: photo, cut()))
        let headshot = try await crop.softenedJPEG()
        #expect(JPEGStructure(headshot).profile == nil)
        for secret in ["Exif", "Secret"] {
            #expect(photo.range(of: Data(secret.utf8)) != nil)
            #expect(headshot.range(of: Data(secret.utf8)) == nil)
        }
    }

    @Test func `what is no whole photo makes none`() async throws {
        let photo = PhotoFixture.truncated(try PhotoFixture.jpeg(noise: 40), to: 0.5)
        #expect(try await HeadshotMaker.crop(of: photo, cut()) == nil)
        #expect(try await HeadshotMaker.crop(of: Data("none".utf8), cut()) == nil)
    }
}

extension PictureJudge {
    /// How much neighbours differ in a patch of 16 by 16 pixels around a point, in levels.
    fileprivate borrowing func grain(x: Double, y: Double) -> Double {
        let left = Int(Double(width) * x) - 8
        let top = Int(Double(height) * y) - 8
        var sum = 0
        for row in top..<top + 16 {
            for column in left..<left + 16 {
                let index = (row * width + column) * bands
                sum += abs(Int(pixels[index]) - Int(pixels[index + bands]))
            }
        }
        return Double(sum) / 256
    }
}
