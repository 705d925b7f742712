import FaceFacts

/// Measures how similar the halves of a face are.
enum SymmetryMeter {
    /// The largest distance between the middle of the face and the middle of the eyes, in pixels of the chip.
    private static let reach = 8
    /// The radius within which brightness and contrast are normalised.
    private static let neighbourhood = 7

    /// The best correlation with the mirror image; nil for a face that is turned or lit from one side.
    static func symmetry(of chip: FaceChip, pose: Pose?, light: Light?, trust: Double) -> Measure? {
        guard let pose, let light, pose.isStraight,
            abs(light.balance.value) < FaceTable.evenBalance
        else { return nil }
        let even = evened(chip.grey)
        let best = (-reach...reach).map { correlation(of: even, within: chip.face, shift: $0) }
            .max()
        return Measure(Double(max(0, best ?? 0)), .share, confidence: trust)
    }

    /// Each pixel, in standard deviations from the mean of its neighbourhood.
    private static func evened(_ grey: [Float]) -> [Float] {
        let sums = AreaSums(of: grey, width: FaceChip.width, height: FaceChip.height)
        return (0..<grey.count).map { pixel in
            let (mean, variance) = sums.moments(around: pixel, radius: neighbourhood)
            return (grey[pixel] - mean) / (variance + 16).squareRoot()
        }
    }

    private static func correlation(of even: [Float], within face: [Int], shift: Int) -> Float {
        var product: Float = 0
        var own: Float = 0
        var others: Float = 0
        for pixel in face {
            let row = pixel / FaceChip.width
            let mirrored = FaceChip.width - pixel % FaceChip.width + shift
            guard (0..<FaceChip.width).contains(mirrored) else { continue }
            let other = even[row * FaceChip.width + mirrored]
            product += even[pixel] * other
            own += even[pixel] * even[pixel]
            others += other * other
        }
        return product / max((own * others).squareRoot(), 1e-6)
    }
}

/// Sums over rectangles of a picture, with four look-ups each.
private struct AreaSums {
    private let width: Int
    private let height: Int
    private var sums: [Double]
    private var squares: [Double]

    init(of values: [Float], width: Int, height: Int) {
        self.width = width
        self.height = height
        sums = [Double](repeating: 0, count: (width + 1) * (height + 1))
        squares = sums
        for row in 0..<height {
            for column in 0..<width {
                let value = Double(values[row * width + column])
                let index = (row + 1) * (width + 1) + column + 1
                sums[index] =
                    value + sums[index - 1] + sums[index - width - 1] - sums[index - width - 2]
                squares[index] =
                    value * value + squares[index - 1] + squares[index - width - 1]
                    - squares[index - width - 2]
            }
        }
    }

    func moments(around pixel: Int, radius: Int) -> (mean: Float, variance: Float) {
        let column = pixel % width
        let row = pixel / width
        let columns = max(0, column - radius)..<min(width, column + radius + 1)
        let rows = max(0, row - radius)..<min(height, row + radius + 1)
        let lower = rows.upperBound * (width + 1)
        let upper = rows.lowerBound * (width + 1)
        let count = Double(columns.count * rows.count)
        let area = { (table: [Double]) in
            table[lower + columns.upperBound] - table[lower + columns.lowerBound]
                - table[upper + columns.upperBound] + table[upper + columns.lowerBound]
        }
        let mean = area(sums) / count
        return (Float(mean), Float(max(0, area(squares) / count - mean * mean)))
    }
}
