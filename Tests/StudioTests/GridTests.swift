import TestSupport
import Testing

@testable import Studio

/// The kernels, held against what is slow and obvious.
struct GridTests {
    private static let sizes = [(1, 1), (1, 9), (7, 1), (16, 20), (33, 47)]

    private func field(_ width: Int, _ height: Int) -> Field {
        var random = SplitMix64(state: UInt64(width * 100 + height))
        return Field(width: width, height: height) { _ in
            SIMD4(
                Float.random(in: 0...1, using: &random), Float.random(in: 0...1, using: &random),
                Float.random(in: 0...1, using: &random), 1)
        }
    }

    @Test(arguments: sizes, [0, 1, 2, 5, 40])
    func `a mean is that of the square around a pixel, as far as it lies in the picture`(
        size: (Int, Int), radius: Int
    ) {
        let field = field(size.0, size.1)
        let means = field.means(radius: radius)
        for y in 0..<field.height {
            for x in 0..<field.width {
                var (sum, count) = (SIMD4<Float>.zero, Float(0))
                for row in max(y - radius, 0)...min(y + radius, field.height - 1) {
                    for column in max(x - radius, 0)...min(x + radius, field.width - 1) {
                        sum += field[column, row]
                        count += 1
                    }
                }
                #expect(means[x, y].isNear(sum / count, within: 1e-5))
            }
        }
    }

    @Test func `a blur keeps what is even, and spreads a point as a Gaussian does`() {
        let even = Field(width: 30, height: 20) { _ in SIMD4(0.2, 0.4, 0.6, 1) }
        #expect(
            even.blurred(sigma: 4).values.allSatisfy {
                $0.isNear([0.2, 0.4, 0.6, 1], within: 1e-5)
            })
        let point = Field(width: 101, height: 101) { $0 == 50 * 101 + 50 ? .one : .zero }
        let blurred = point.blurred(sigma: 6)
        var (weight, spread) = (Float(0), Float(0))
        for x in 0..<101 {
            let line = (0..<101).reduce(Float(0)) { $0 + blurred[x, $1].x }
            weight += line
            spread += line * Float((x - 50) * (x - 50))
        }
        #expect(abs(weight - 1) < 1e-3)
        #expect(abs((spread / weight).squareRoot() - 6) < 0.5)
    }

    @Test(arguments: sizes)
    func `half the size is the mean of four`(size: (Int, Int)) {
        let field = field(size.0, size.1)
        let plane = Plane(width: size.0, height: size.1) { field[$0, $1].x }
        let (half, smaller) = (field.halved(), plane.halved())
        #expect(half.width == (size.0 + 1) / 2 && half.height == (size.1 + 1) / 2)
        for y in 0..<half.height {
            for x in 0..<half.width {
                let columns = [x * 2, min(x * 2 + 1, size.0 - 1)]
                let rows = [y * 2, min(y * 2 + 1, size.1 - 1)]
                let sum = rows.flatMap { row in columns.map { field[$0, row] } }
                    .reduce(SIMD4<Float>.zero, +)
                #expect(half[x, y].isNear(sum / 4, within: 1e-6))
                #expect(abs(smaller[x, y] - sum.x / 4) < 1e-6)
            }
        }
    }

    @Test(arguments: [1, 2, 4])
    func `enlarged, a slope stays one`(step: Int) {
        let small = Field(width: 12, height: 10) { index in
            let (x, y) = (Float(index % 12) + 0.5, Float(index / 12) + 0.5)
            return SIMD4(x, y, x + y, 1) * Float(step)
        }
        var rows = RowEnlarger(small, step: step, width: 12 * step)
        // Half a pixel of the small one at each edge is even.
        for y in step..<9 * step {
            rows.move(to: y)
            for x in step..<11 * step {
                let place = SIMD2(Float(x) + 0.5, Float(y) + 0.5)
                let wanted = SIMD4(place.x, place.y, place.sum(), Float(step))
                #expect(rows[x].isNear(wanted, within: 1e-3))
            }
        }
    }

    @Test func `a distance is that of the nearest pixel, within 8 in 100`() {
        let plane = Plane(width: 40, height: 30) { x, y in (x * 7 + y * 13) % 151 == 0 ? 1 : 0 }
        let mask = Mask(plane, where: { $0 > 0 })
        let points = mask.isIn.indices.filter { mask.isIn[$0] }
        let distances = mask.distances()
        for y in 0..<30 {
            for x in 0..<40 {
                let nearest =
                    points.map { point -> Float in
                        let (across, down) = (Float(point % 40 - x), Float(point / 40 - y))
                        return (across * across + down * down).squareRoot()
                    }.min() ?? 0
                #expect(distances[x, y] >= nearest - 1e-3)
                #expect(distances[x, y] <= nearest * 1.083 + 1e-3)
            }
        }
        let none = Mask(plane, where: { $0 > 2 }).distances()
        #expect(none.values.allSatisfy { $0 == 1e9 })
    }

    @Test func `pieces hang together at corners, and are apart otherwise`() {
        let drawing = ["##..#", "..#..", ".....", "#...#", "#...#"]
        let plane = Plane(width: 5, height: 5) { x, y in
            Array(drawing[y])[x] == "#" ? 1 : 0
        }
        let mask = Mask(plane, where: { $0 > 0 })
        #expect(mask.pieces().map(\.count).sorted() == [1, 2, 2, 3])
        #expect(mask.pieces().allSatisfy { mask.touchesEdge($0) })
        #expect(mask.inverted.count == 25 - 8)
    }
}

extension SIMD4<Float> {
    func isNear(_ other: Self, within distance: Float) -> Bool {
        let apart = self - other
        return [apart.x, apart.y, apart.z, apart.w].allSatisfy { abs($0) <= distance }
    }
}
