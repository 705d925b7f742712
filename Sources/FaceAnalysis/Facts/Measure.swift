/// A measured value with its unit and how far it can be trusted.
public struct Measure: Codable, Sendable, Equatable {
    /// What a value counts.
    public enum Unit: String, Codable, Sendable {
        /// Pixels of the original photo.
        case pixels = "px"
        /// Degrees; of a turn, clockwise on the screen.
        case degrees = "deg"
        /// CIELAB lightness, 0 black to 100 white, or a difference of two.
        case lightness = "L*"
        /// A share of a whole, or of a side of the photo.
        case share
        /// Doublings of the light.
        case stops
        /// A score on the scale that the measure documents.
        case score
        /// One length by another, or one variance by another.
        case ratio

        /// The values that can occur.
        public var range: ClosedRange<Double> {
            switch self {
            case .pixels: 0...100_000
            case .degrees: -180...180
            case .lightness: 0...100
            case .share: -1...1
            case .stops: -16...16
            case .score: -10...10
            case .ratio: 0...10_000
            }
        }
    }

    /// The value, within its unit's range, to four decimals.
    public let value: Double
    /// What the value counts.
    public let unit: Unit
    /// How far the value can be trusted: 0 not at all, 1 fully.
    public let confidence: Double

    /// Makes a measure; nil where the value is not a number, for what is not known is not reported.
    init?(_ value: Double, _ unit: Unit, confidence: Double) {
        guard value.isFinite, confidence.isFinite else { return nil }
        self.value = min(max(value, unit.range.lowerBound), unit.range.upperBound).rounded(to: 4)
        self.unit = unit
        self.confidence = min(max(confidence, 0), 1).rounded(to: 2)
    }
}

extension Double {
    /// The nearest number with so many decimals.
    func rounded(to decimals: Int) -> Double {
        var factor = 1.0
        for _ in 0..<decimals { factor *= 10 }
        return (self * factor).rounded() / factor
    }
}
