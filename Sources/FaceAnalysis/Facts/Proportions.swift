/// The proportions of a face in coarse bands; nil unless it looks ahead with its mouth shut and is large enough.
///
/// A band is told where it is more likely right than not: photos of one person differ by about half a band.
public struct Proportions: Codable, Sendable, Equatable {
    /// A third of people each, as far as 43 photos of 38 people tell.
    public enum Band: String, Codable, Sendable, CaseIterable {
        case narrow, average, wide
    }

    /// A band, and how likely it is the right one, 0 to 1.
    public struct Estimate: Codable, Sendable, Equatable {
        /// The band.
        public let band: Band
        /// How likely it is right.
        public let confidence: Double
    }

    /// The width of the face at the cheekbones by its height from the chin to the hairline: narrow is a long face, wide a
    /// round one.
    public let face: Estimate?
    /// The width of the jaw by that of the face.
    public let jaw: Estimate?
    /// The width of the forehead by that of the face.
    public let forehead: Estimate?
    /// The distance of the eyes by the width of the face.
    public let eyeSpacing: Estimate?
}

extension Proportions {
    /// What is known, as people say it: "long face", "wide jaw"; each with how likely it is right.
    public var words: [String] {
        [
            face.map { "\($0.band.wordOfFace) face (\($0.percent))" },
            jaw.map { "\($0.band.rawValue) jaw (\($0.percent))" },
            forehead.map { "\($0.band.rawValue) forehead (\($0.percent))" },
            eyeSpacing.map { "\($0.band.wordOfEyes) eyes (\($0.percent))" },
        ].compactMap(\.self)
    }
}

extension Proportions.Estimate {
    fileprivate var percent: String { "\(Int((confidence * 100).rounded())) %" }
}

extension Proportions.Band {
    fileprivate var wordOfFace: String {
        switch self {
        case .narrow: "long"
        case .average: "oval"
        case .wide: "round"
        }
    }

    fileprivate var wordOfEyes: String {
        switch self {
        case .narrow: "close-set"
        case .average: "evenly set"
        case .wide: "wide-set"
        }
    }
}
