import Ground
import TestSupport
import Testing

@testable import Studio

/// A straight edge of known softness, before walls of all kinds.
struct ColourSplitTests {
    private static let side = 200
    private static let hair = SIMD4<Float>(60, 45, 35, 255) / 255
    private static let wall = SIMD4<Float>(140, 170, 190, 255) / 255
    /// The picture shows hair far above a face: no face and no cloth is near.
    private static let head = Head(x: 1000, y: 200, unit: 80)

    /// The true share of hair: a ramp of 20 pixels.
    private static func truth(_ x: Int) -> Float { min(max((Float(x) - 89.5) / 20, 0), 1) }

    /// A picture of that edge, with the noise of a camera.
    private static func copy(
        hair: SIMD4<Float> = hair, _ wall: (Int, Int) -> SIMD4<Float>
    ) -> FineCopy {
        var random = SplitMix64(state: 7)
        let colours = Field(width: side, height: side) { index in
            let (x, y) = (index % side, index / side)
            let behind = wall(x, y)
            var colour = behind + (hair - behind) * truth(x)
            for part in 0..<3 { colour[part] += Float.random(in: -4...4, using: &random) / 255 }
            return colour
        }
        return FineCopy(colours: colours, step: 1, head: head)
    }

    /// An outline that is sharp, and 8 pixels too far in the wall or in the hair.
    private static func outline(_ offset: Int) -> Plane {
        Plane(width: side, height: side) { x, _ in x < 100 - offset ? 0 : 1 }
    }

    private static func error(_ alpha: Plane) -> Float {
        let columns = 80..<120
        let sum = (0..<side).reduce(Float(0)) { sum, y in
            sum + columns.reduce(Float(0)) { $0 + abs(alpha[$1, y] - truth($1)) }
        }
        return sum / Float(columns.count * side)
    }

    @Test(arguments: [8, -8])
    func `before a plain wall colours find the true softness of an outline that is off`(
        _ offset: Int
    ) {
        let outline = Self.outline(offset)
        let split = ColourSplit(of: Self.copy { _, _ in Self.wall }, outline)
        #expect(Self.error(outline) > 0.2)
        #expect(Self.error(split.alpha) < 0.05)
    }

    @Test func `before a pattern an outline stays as it is`() {
        let copy = Self.copy { x, y in
            (x / 8 + y / 8) % 2 == 0 ? SIMD4(0.9, 0.9, 0.9, 1) : SIMD4(0.25, 0.25, 0.25, 1)
        }
        let outline = Self.outline(8)
        #expect(ColourSplit(of: copy, outline).alpha.values == outline.values)
    }

    @Test func `before a wall of the hair's own colour an outline stays as it is`() {
        let outline = Self.outline(8)
        let copy = Self.copy(hair: Self.wall) { _, _ in Self.wall }
        #expect(ColourSplit(of: copy, outline).alpha.values == outline.values)
    }

    @Test func `what has neither the wall's nor the hair's colour is not taken for hair`() {
        let sign = SIMD4<Float>(250, 220, 20, 255) / 255
        let copy = Self.copy { x, y in
            (78..<86).contains(x) && (96..<104).contains(y) ? sign : Self.wall
        }
        let alpha = ColourSplit(of: copy, Self.outline(0)).alpha
        #expect((97..<103).allSatisfy { y in (79..<85).allSatisfy { alpha[$0, y] < 0.05 } })
    }

    @Test(arguments: [SIMD2<Float>(100, 100), [100, -200]])
    func `faces and clothes keep spots of the wall's colour`(_ place: SIMD2<Float>) {
        let copy = Self.copy { _, _ in Self.wall }
        let near = FineCopy(
            colours: copy.colours, step: 1, head: Head(x: place.x, y: place.y, unit: 80))
        let outline = Self.outline(8)
        let alpha = ColourSplit(of: near, outline).alpha
        // In the middle of the face, or far below the head.
        #expect((92..<110).allSatisfy { alpha[$0, 100] == outline[$0, 100] })
    }
}
