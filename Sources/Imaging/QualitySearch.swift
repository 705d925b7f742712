import Glibc

/// Finds the highest JPEG quality whose size is within a target.
///
/// The logarithm of the size is almost linear in the logarithm of libjpeg's scale of the quantisation table, so
/// two or three sizes are usually enough.
package struct QualitySearch {
    private let qualities: ClosedRange<Int>
    private let target: Double
    private let firstGuess: Int

    /// Creates a search among `qualities` for at most `target` bytes that starts at `firstGuess`.
    package init(qualities: ClosedRange<Int>, target: Double, firstGuess: Int = 80) {
        self.qualities = qualities
        self.target = target
        self.firstGuess = min(qualities.upperBound, max(qualities.lowerBound, firstGuess))
    }

    /// The result of a search.
    package enum Choice: Equatable {
        case quality(Int)
        /// Even the lowest quality takes more: this many bytes.
        case tooLarge(Double)
    }

    /// A quality is not tried if its expected size exceeds the target by this factor.
    private static let doubt = 1.03

    /// Calls `size` for one quality after another; sizes should grow with the quality.
    package func run<Failure: Error>(
        size: (Int) throws(Failure) -> Double
    ) throws(Failure) -> Choice {
        var fitting: Point?
        var tooLarge: Point?
        var last: Point?
        var quality = firstGuess
        while true {
            let point = Point(quality: quality, size: try size(quality))
            if point.size <= target {
                if quality == qualities.upperBound { return .quality(quality) }
                fitting = point
            } else {
                if quality == qualities.lowerBound { return .tooLarge(point.size) }
                tooLarge = point
            }
            let line = Line(through: point, (point.size <= target ? tooLarge : fitting) ?? last)
            let lowest = fitting.map { $0.quality + 1 } ?? qualities.lowerBound
            let highest = tooLarge.map { $0.quality - 1 } ?? qualities.upperBound
            if let fitting {
                let isHighest =
                    lowest > highest
                    || last != nil && line.size(at: fitting.quality + 1) > target * Self.doubt
                if isHighest { return .quality(fitting.quality) }
            }
            quality = min(highest, max(lowest, line.quality(at: target)))
            last = point
        }
    }
}

/// One quality and its size.
private struct Point {
    let quality: Int
    let size: Double

    var logSize: Double { log(size) }
    var logScale: Double { Self.logScale(quality) }

    /// libjpeg's percentage of the standard table; half a percent stands for "all ones" at 100.
    static func logScale(_ quality: Int) -> Double {
        log(max(0.5, quality < 50 ? 5000 / Double(quality) : 200 - 2 * Double(quality)))
    }
}

/// The expected size of every quality.
private struct Line {
    private let point: Point
    private let slope: Double

    /// The slope until two points are known; measurements lie between -0.6 and -0.9.
    private static let usualSlope = -0.75

    init(through point: Point, _ other: Point?) {
        self.point = point
        let slope = other.map {
            (point.logSize - $0.logSize) / (point.logScale - $0.logScale)
        }
        // Sizes that do not grow with the quality are useless for a slope.
        self.slope = slope.flatMap { $0 < 0 ? $0 : nil } ?? Self.usualSlope
    }

    func size(at quality: Int) -> Double {
        exp(point.logSize + slope * (Point.logScale(quality) - point.logScale))
    }

    /// The highest quality whose size is expected to be at most `size`.
    func quality(at size: Double) -> Int {
        let scale = exp(point.logScale + (log(size) - point.logSize) / slope)
        let quality = scale > 100 ? 5000 / scale : (200 - scale) / 2
        return Int(min(100, max(1, quality.rounded(.down))))
    }
}
