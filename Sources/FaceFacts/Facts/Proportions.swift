import Ground

/// The proportions of a face in coarse bands; nil unless it faces the camera with its mouth shut and is large enough.
///
/// A band is given if it is more likely right than not: photos of one person differ by about half a band.
public struct Proportions: Codable, Sendable, Equatable {
    /// Each holds a third of people, as estimated from 43 photos of 38 people.
    public enum Band: String, Codable, Sendable, CaseIterable {
        case narrow, average, wide
    }

    /// A band, and how likely it is the right one, 0 to 1.
    public struct Estimate: Codable, Sendable, Equatable {
        /// The band.
        public let band: Band
        /// How likely it is right.
        public let confidence: Double

        package init(band: Band, confidence: Double) {
            self.band = band
            self.confidence = confidence
        }
    }

    /// The width of the face at the cheekbones divided by its height from the chin to the hairline: narrow is a
    /// long face, wide a round one.
    public let face: Estimate?
    /// The width of the jaw divided by that of the face.
    public let jaw: Estimate?
    /// The width of the forehead divided by that of the face.
    public let forehead: Estimate?
    /// The distance between the eyes divided by the width of the face.
    public let eyeSpacing: Estimate?

    package init(face: Estimate?, jaw: Estimate?, forehead: Estimate?, eyeSpacing: Estimate?) {
        self.face = face
        self.jaw = jaw
        self.forehead = forehead
        self.eyeSpacing = eyeSpacing
    }
}

extension Proportions {
    /// The known proportions in everyday words, such as "long face" or "wide jaw", each with its confidence.
    public var words: [String] {
        [
            face.map { "\($0.band.wordOfFace) face (\($0.confidence.percent))" },
            jaw.map { "\($0.band.rawValue) jaw (\($0.confidence.percent))" },
            forehead.map { "\($0.band.rawValue) forehead (\($0.confidence.percent))" },
            eyeSpacing.map { "\($0.band.wordOfEyes) eyes (\($0.confidence.percent))" },
        ].compactMap(\.self)
    }
}

extension Proportions.Estimate {
    /// Reads an estimate from untrusted JSON.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        band = try members.decode(Proportions.Band.self, forKey: .band)
        confidence = try members.number(.confidence, in: 0...1)
    }
}

extension Proportions.Band {
    /// The everyday word for a face of this width.
    public var wordOfFace: String {
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
