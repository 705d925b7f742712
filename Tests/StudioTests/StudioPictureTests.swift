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

    /// Strands of hair that stand out from the head, in the drawing's units.
    private static let strands = (0..<46).map { number in
        let angle = Double(number) / 45 * 1.3 * .pi - 1.15 * .pi
        let (x, y) = (600 + 252 * cos(angle), 505 + 240 * sin(angle))
        let length = 34 + Double(number * 7 % 5) * 9
        let (endX, endY) = (x + length * cos(angle + 0.5), y + length * sin(angle + 0.5))
        return
            "<path d='M600 505 L\(x) \(y) Q\(x + length * cos(angle)) \(y + length * sin(angle)) \(endX) \(endY)' fill='none' stroke='#4a3022' stroke-width='7'/>"
    }.joined()

    @Test(arguments: [SIMD3<Double>(140, 170, 190), [70, 150, 60], [210, 190, 120]])
    func `flyaway hair looks as if it had always been before the studio's backdrop`(
        _ wall: SIMD3<Double>
    ) throws {
        let scene = try Scene(behind: Self.strands) { _, _ in wall }
        let cutOut = try scene.cutOut()
        #expect(cutOut.refusal == nil, "\(cutOut.figures)")
        let picture = cutOut.picture(on: .studio)
        var backdrop = StudioBackdrop(width: scene.person.width, height: scene.person.height)
        let truth = scene.person.before { x, y in
            backdrop.move(to: y)
            let colour = backdrop.colour(x) * 255
            return SIMD3(Double(colour.x), Double(colour.y), Double(colour.z))
        }
        var (sum, count) = (Float(0), 0)
        // The band in which a pixel shows both, around the hair.
        for y in 0..<Int(scene.person.head.y) {
            for x in 0..<scene.person.width
            where (0.05...0.95).contains(scene.person.opacity(x, y)) {
                let index = y * scene.person.width + x
                let apart = Lab.of(picture.light(index)) - Lab.of(truth.light(index))
                sum += (apart * apart).sum().squareRoot()
                count += 1
            }
        }
        #expect(count > 1500)
        #expect(sum / Float(count) < 5, "\(sum / Float(count)) over \(count)")
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
