/// A picture, and copies of it with a half, a quarter and an eighth of its pixels along a side.
///
/// A smaller cut-out is made from the copy nearest in size, which needs few reads.
struct Picture: Sendable {
    let whole: ColourRaster
    /// The whole picture, and copies with half the pixels of the previous one.
    private let levels: [ColourRaster]

    /// No copy is smaller than this.
    private static let leastSide = 128

    init(_ whole: ColourRaster) {
        var levels = [whole]
        while let last = levels.last, last.longSide >= 2 * Self.leastSide {
            levels.append(last.halved())
        }
        self.whole = whole
        self.levels = levels
    }

    var width: Int { whole.width }
    var height: Int { whole.height }
    var longSide: Int { whole.longSide }

    /// The smallest copy with at least `least` pixels to a step, and how often it was halved.
    func level(forStep step: Double, least: Double) -> (raster: ColourRaster, halvings: Int) {
        var halvings = 0
        while halvings + 1 < levels.count, step >= least * Double(2 << halvings) { halvings += 1 }
        return (levels[halvings], halvings)
    }
}

extension ColourRaster {
    var longSide: Int { max(width, height) }

    /// Averages two by two pixels; a row or column left over at the edge counts twice.
    fileprivate func halved() -> ColourRaster {
        let (newWidth, newHeight) = ((width + 1) / 2, (height + 1) / 2)
        let line = width * 3
        let pairs = width / 2
        var sums = [UInt16](repeating: 0, count: line)
        var half = [UInt8](repeating: 0, count: newWidth * newHeight * 3)
        // Unchecked: two lines of the picture, one line of sums of the same length, and a pixel of the half for
        // each pair.
        let source = rgb.span
        var sum = sums.mutableSpan
        var result = half.mutableSpan
        for row in 0..<newHeight {
            let upper = 2 * row * line
            let lower = min(2 * row + 1, height - 1) * line
            for index in 0..<line {
                unsafe sum[unchecked: index] =
                    UInt16(source[unchecked: upper + index])
                    + UInt16(source[unchecked: lower + index])
            }
            let target = row * newWidth * 3
            for pair in 0..<pairs {
                for channel in 0..<3 {
                    let index = 6 * pair + channel
                    let two = unsafe sum[unchecked: index] + sum[unchecked: index + 3]
                    unsafe result[unchecked: target + 3 * pair + channel] = UInt8(
                        truncatingIfNeeded: (two + 2) / 4)
                }
            }
            guard pairs < newWidth else { continue }
            for channel in 0..<3 {
                unsafe result[unchecked: target + 3 * pairs + channel] = UInt8(
                    truncatingIfNeeded: (sum[unchecked: 6 * pairs + channel] + 1) / 2)
            }
        }
        return ColourRaster(width: newWidth, height: newHeight, rgb: half)
    }
}
