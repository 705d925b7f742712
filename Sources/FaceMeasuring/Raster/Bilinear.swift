/// A position or a distance in a picture, in fixed-point numbers: faster than fractions.
struct FixedPoint {
    /// A pixel has two to the power of this many parts.
    static let bits = 16
    /// The bits of a weight: the sums of 36 samples must fit into 32 bits.
    static let weightBits = 8
    /// Beyond every picture, and well within what the number can hold.
    private static let farthest = 1e6

    let x: Int
    let y: Int

    @inline(__always)
    static func + (a: FixedPoint, b: FixedPoint) -> FixedPoint {
        FixedPoint(x: a.x &+ b.x, y: a.y &+ b.y)
    }

    @inline(__always)
    static func * (a: FixedPoint, times: Int) -> FixedPoint {
        FixedPoint(x: a.x &* times, y: a.y &* times)
    }
}

extension FixedPoint {
    init(_ point: SIMD2<Double>) {
        func parts(_ number: Double) -> Int {
            guard number.isFinite else { return 0 }
            return Int(min(max(number, -Self.farthest), Self.farthest) * Double(1 << Self.bits))
        }
        (x, y) = (parts(point.x), parts(point.y))
    }
}

extension Int {
    /// The pixel before a position along one side.
    @inline(__always)
    var pixel: Int { self >> FixedPoint.bits }

    /// The weight of the pixel after it; that of the one before is the rest.
    @inline(__always)
    var weight: UInt32 {
        UInt32(truncatingIfNeeded: self >> (FixedPoint.bits - FixedPoint.weightBits))
            & ((1 << FixedPoint.weightBits) - 1)
    }
}

/// The four pixels around a point, and their weights.
struct Bilinear {
    /// The byte offset of the first pixel, and the offsets from it to the right and below.
    var upperLeft = 0
    var right = 0
    var below = 0
    private var weights: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)

    init() {}

    /// The pixels around a point that is clamped to the picture.
    @inline(__always)
    init(_ point: FixedPoint, in size: (width: Int, height: Int), channels: Int) {
        let last = (
            x: (size.width &- 1) << FixedPoint.bits, y: (size.height &- 1) << FixedPoint.bits
        )
        let x = max(0, min(point.x, last.x))
        let y = max(0, min(point.y, last.y))
        let line = size.width &* channels
        upperLeft = y.pixel &* line &+ x.pixel &* channels
        right = x < last.x ? channels : 0
        below = y < last.y ? line : 0
        let one: UInt32 = 1 << FixedPoint.weightBits
        let (toRight, toBelow) = (x.weight, y.weight)
        weights = (
            (one &- toRight) &* (one &- toBelow), toRight &* (one &- toBelow),
            (one &- toRight) &* toBelow, toRight &* toBelow
        )
    }

    /// The sum of four bytes by their weights.
    @inline(__always)
    func sum(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) -> UInt32 {
        UInt32(a) &* weights.0 &+ UInt32(b) &* weights.1 &+ UInt32(c) &* weights.2 &+ UInt32(d)
            &* weights.3
    }
}
