import Ground

/// A measured value with its unit and its confidence.
public struct Measure: Codable, Sendable, Equatable {
    /// The unit of a value.
    public enum Unit: String, Codable, Sendable {
        /// Pixels of the original photo.
        case pixels = "px"
        /// Degrees; turns are clockwise on the screen.
        case degrees = "deg"
        /// CIELAB lightness, 0 black to 100 white, or a difference of two.
        case lightness = "L*"
        /// A share of a whole, or of a side of the photo.
        case share
        /// Doublings of the light.
        case stops
        /// A score on the scale that the measure documents.
        case score
        /// A ratio of two lengths, or of two variances.
        case ratio
        /// Centimetres.
        case centimetres = "cm"
        /// A coordinate or a distance in CIELAB's plane of a* and b*.
        case colour = "Lab"

        /// The possible values.
        public var range: ClosedRange<Double> {
            switch self {
            case .pixels: 0...100_000
            case .degrees: -180...180
            case .lightness: 0...100
            case .share: -1...1
            case .stops: -16...16
            case .score: -10...10
            case .ratio: 0...10_000
            case .centimetres: 0...10_000
            case .colour: -200...200
            }
        }
    }

    /// The value, within its unit's range, to four decimals.
    public let value: Double
    /// The unit.
    public let unit: Unit
    /// How reliable the value is: 0 not at all, 1 fully.
    public let confidence: Double

    /// Creates a measure; nil if the value is not a number, since unknown values are not reported.
    package init?(_ value: Double, _ unit: Unit, confidence: Double) {
        guard value.isFinite, confidence.isFinite else { return nil }
        self.value = min(max(value, unit.range.lowerBound), unit.range.upperBound).rounded(to: 4)
        self.unit = unit
        self.confidence = min(max(confidence, 0), 1).rounded(to: 2)
    }
}

extension Measure {
    /// Reads a measure from untrusted JSON; a value outside its unit's range becomes the nearest end of it.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let unit = try members.decode(Unit.self, forKey: .unit)
        self.unit = unit
        value = try members.number(.value, in: unit.range)
        confidence = try members.number(.confidence, in: 0...1)
    }
}

extension Double {
    /// The number rounded to that many decimals.
    package func rounded(to decimals: Int) -> Double {
        var factor = 1.0
        for _ in 0..<decimals { factor *= 10 }
        return (self * factor).rounded() / factor
    }
}
