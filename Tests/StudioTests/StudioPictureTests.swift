import Foundation
import Ground
import TestSupport
import Testing

@testable import Studio

@Suite(.needs("the models: 'make setup-models'", where: { Models.areThere }))
struct StudioPictureTests {
    @Test(arguments: [SIMD3<Double>(20, 200, 40), [200, 30, 200]])
    func `nothing of a garish wall is left around a person in the studio`(
        _ wall: SIMD3<Double>
    ) throws {
        let scene = try Scene { _, _ in wall }
        let picture = try scene.cutOut().picture(on: .studio)
        let hue = (wall - wall.sum() / 3) / 128
        var rim = 0
        var tinted = 0
        for y in 0..<scene.person.height {
            for x in 0..<scene.person.width {
                let opacity = scene.person.opacity(x, y)
                guard opacity < 0.95, scene.isNear(x, y, within: 4) else { continue }
                rim += 1
                // The wall's own colour has 0.8 and more of its hue.
                let colour = picture.colour(y * scene.person.width + x)
                if ((colour - colour.sum() / 3) * hue).sum() / 128 > 0.25 { tinted += 1 }
            }
        }
        #expect(rim > 3000)
        #expect(tinted < rim / 50)
    }

    @Test func `inside of the outline a person keeps every pixel`() throws {
        let scene = try Scene { _, _ in [200, 205, 210] }
        let cutOut = try scene.cutOut()
        for backdrop in [Backdrop.studio, .blur] {
            let picture = cutOut.picture(on: backdrop)
            let inside = cutOut.alpha.values.indices.filter { cutOut.alpha.values[$0] >= 1 }
            #expect(inside.count > 60_000)
            // A wall without a hue leaves no hue on the person.
            #expect(inside.allSatisfy { picture.colour($0) == scene.crop.rgb.colour($0) })
        }
    }

    @Test func `a background out of focus has nothing of the person in it`() throws {
        let wall = SIMD3<Double>(200, 190, 120)
        let scene = try Scene { _, _ in wall }
        let picture = try scene.cutOut().picture(on: .blur)
        var most = 0.0
        for y in 0..<scene.person.height {
            for x in 0..<scene.person.width where !scene.isNear(x, y, within: 4) {
                let apart = picture.colour(y * scene.person.width + x) - wall
                most = max(most, abs(apart.x), abs(apart.y), abs(apart.z))
            }
        }
        #expect(most < 5)
    }

    @Test func `a pattern behind the person goes out of focus`() throws {
        let scene = try Scene { x, y in (x / 8 + y / 8) % 2 == 0 ? [230, 230, 230] : [60, 60, 60] }
        let picture = try scene.cutOut().picture(on: .blur)
        let width = scene.crop.width
        let corner = { (pixels: Data) in
            (0..<60).map { pixels.colour(10 * width + $0).x }
        }
        let before = corner(scene.crop.rgb)
        let after = corner(picture)
        #expect((before.max() ?? 0) - (before.min() ?? 0) > 150)
        #expect((after.max() ?? 0) - (after.min() ?? 0) < 12)
    }

    @Test func `the studio's light falls off without steps`() throws {
        let scene = try Scene { _, _ in [200, 205, 210] }
        let picture = try scene.cutOut().picture(on: .studio)
        let width = scene.crop.width
        // The left edge of the picture, beside the head: no person is near.
        let rows = (10..<240).map { y in (0..<30).map { picture.colour(y * width + $0).y } }
        // Each row has grain, which hides the steps between levels.
        #expect(rows.allSatisfy { Set($0).count > 1 })
        let means = rows.map { $0.reduce(0, +) / 30 }
        #expect(zip(means, means.dropFirst()).allSatisfy { abs($0 - $1) < 1 })
        // A step would show as many rows of one mean.
        #expect(Set(means.map { ($0 * 4).rounded() }).count > 30)
        // It is a grey, lighter in the middle than in the corner.
        let corner = picture.colour(0)
        #expect(abs(corner.x - corner.z) < 15)
        #expect(picture.colour(60 * width + width / 4).y > corner.y + 15)
    }

    @Test func `the same crop makes the same picture, byte for byte`() throws {
        let scene = try Scene { x, y in SIMD3(Double(x) / 2, Double(y) / 3, 90) }
        for backdrop in Backdrop.allCases {
            let one = try scene.cutOut().picture(on: backdrop)
            #expect(try scene.cutOut().picture(on: backdrop) == one)
        }
        #expect(try scene.cutOut().picture(on: .own) == scene.crop.rgb)
    }
}
