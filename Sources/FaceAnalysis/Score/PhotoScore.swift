/// How good a photo is as a headshot, and why; not how good a person looks.
public struct PhotoScore: Codable, Sendable, Equatable {
    /// What a score is made of.
    public enum Part: String, Codable, Sendable, CaseIterable {
        case light, sharpness, pose, framing, background, resolution, contrast
    }

    /// One part with its value.
    public struct Rating: Codable, Sendable, Equatable {
        /// What is rated.
        public let part: Part
        /// 0 for the worst, 1 for nothing to mend.
        public let value: Double
        /// The share of the part in the score.
        public let weight: Double
    }

    /// One sentence about a part, for a person.
    public struct Remark: Codable, Sendable, Equatable {
        /// What it is about.
        public let part: Part
        /// What is good, or what to do.
        public let sentence: String
    }

    /// 1.0 to 10.0, with one decimal.
    public let value: Double
    /// All parts, in their usual order.
    public let ratings: [Rating]
    /// The three best parts, the best first.
    public let strengths: [Remark]
    /// The three parts where most is to be won, the first first.
    public let weaknesses: [Remark]

    /// Scores a photo; nil without a face.
    init?(of facts: FaceFacts) {
        guard let parts = PartValues(of: facts) else { return nil }
        ratings = Part.allCases.map {
            Rating(part: $0, value: parts[$0].rounded(to: 3), weight: FaceTable.weight(of: $0))
        }
        value = Self.value(of: parts)
        // What is lost by each part, in the score's own weights; allCases breaks ties.
        let byLoss = ratings.enumerated().sorted { one, other in
            let losses = (one.element.loss, other.element.loss)
            return losses.0 == losses.1 ? one.offset < other.offset : losses.0 > losses.1
        }.map(\.element)
        weaknesses = byLoss.prefix(3).map { Remark($0, of: facts, isWeakness: true) }
        strengths = byLoss.suffix(3).sorted { $0.gain > $1.gain }
            .map { Remark($0, of: facts, isWeakness: false) }
    }

    private static func value(of parts: PartValues) -> Double {
        let sum = Part.allCases.reduce(0) { $0 + FaceTable.weight(of: $1) * parts[$1] }
        let most = min(
            FaceTable.ceiling(parts[.light]), FaceTable.ceiling(parts[.sharpness]),
            FaceTable.resolutionCeiling(parts[.resolution]))
        return (1 + 9 * min(FaceTable.stretch(sum), most)).rounded(to: 1)
    }
}

extension PhotoScore.Rating {
    fileprivate var loss: Double { weight * (1 - value) }
    fileprivate var gain: Double { weight * value }
}
