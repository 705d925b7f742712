import Foundation

/// Finds the highest JPEG quality whose size is within a target.
///
/// The logarithm of the size is nearly a straight line over the logarithm of libjpeg's scale of the
/// quantisation table, so two or three sizes usually suffice.
package struct QualitySearch {
    private let qualities: ClosedRange<Int>
    private let target: Double

    /// Makes a search among `qualities` for at most `target` bytes.
    package init(qualities: ClosedRange<Int>, target: Double) {
        self.qualities = qualities
        self.target = target
    }

    /// What was found.
    package enum Choice: Equatable {
        case quality(Int)
        /// Even the lowest quality takes more, namely this many bytes.
        case tooLarge(Double)
    }

    /// Most photos of 12 megapixels end near here.
    private static let firstGuess = 80
    /// The slope of the line until two points are known; measured from -0.6 to -0.9.
    private static let usualSlope = -0.75

    /// Asks `size` for the bytes at one quality after another; sizes should grow with the quality.
    package func run<Failure: Error>(
        size: (Int) throws(Failure) -> Double
    ) throws(Failure) -> Choice {
        var fitting: Point?
        var tooLarge: Point?
        var quality = min(qualities.upperBound, max(qualities.lowerBound, Self.firstGuess))
        while true {
            let point = Point(quality: quality, size: try size(quality))
            if point.size <= target {
                if quality == qualities.upperBound { return .quality(quality) }
                fitting = point
            } else {
                if quality == qualities.lowerBound { return .tooLarge(point.size) }
                tooLarge = point
            }
            let lowest = fitting.map { $0.quality + 1 } ?? qualities.lowerBound
            let highest = tooLarge.map { $0.quality - 1 } ?? qualities.upperBound
            if let fitting, lowest > highest { return .quality(fitting.quality) }
            let guess = guess(from: point, other: point.size <= target ? tooLarge : fitting)
            quality = min(highest, max(lowest, guess))
        }
    }

    private func guess(from point: Point, other: Point?) -> Int {
        let slope =
            other.map { (point.logSize - $0.logSize) / (point.logScale - $0.logScale) }
            ?? Self.usualSlope
        guard slope < 0 else { return point.quality }
        let scale = exp(point.logScale + (log(target) - point.logSize) / slope)
        let quality = scale > 100 ? 5000 / scale : (200 - scale) / 2
        return Int(min(100, max(1, quality.rounded(.down))))
    }
}

/// One quality and the size that it gives.
private struct Point {
    let quality: Int
    let size: Double

    var logSize: Double { log(size) }

    /// libjpeg's percentage of the standard table; half a percent stands for "all ones" at 100.
    var logScale: Double {
        log(max(0.5, quality < 50 ? 5000 / Double(quality) : 200 - 2 * Double(quality)))
    }
}
