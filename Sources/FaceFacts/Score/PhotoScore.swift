package import Ground

/// How good a photo is as a headshot, and why; not how good a person looks.
public struct PhotoScore: Codable, Sendable, Equatable {
    /// The parts of a score.
    public enum Part: String, Codable, Sendable, CaseIterable {
        case light, sharpness, pose, framing, background, resolution, contrast
    }

    /// One part with its value.
    public struct Rating: Codable, Sendable, Equatable {
        /// The part.
        public let part: Part
        /// 0 for the worst, 1 for the best.
        public let value: Double
        /// The weight of the part in the score.
        public let weight: Double
    }

    /// One sentence about a part, for a person.
    public struct Remark: Codable, Sendable, Equatable {
        /// The part it is about.
        public let part: Part
        /// What is good, or what would be better.
        public let sentence: String

        /// Whether it says that the part is good.
        ///
        /// Those that are stored with older scans speak of the face and the head, and not to the person.
        public var isPraise: Bool {
            let good = part.good
            let older = good.replacing("Your ", with: "The ").replacing("your ", with: "the ")
            return sentence == good || sentence == older
        }
    }

    /// 1.0 to 10.0, with one decimal.
    public let value: Double
    /// All parts, in their usual order.
    public let ratings: [Rating]
    /// The three best of the other parts, best first.
    public let strengths: [Remark]
    /// The three parts with most room for improvement, the largest first.
    public let weaknesses: [Remark]

    /// Scores a photo; nil without a face.
    ///
    /// What the rules found is not contradicted.
    package init?(of facts: FaceFacts, findings: [Finding]) {
        guard let parts = PartValues(of: facts) else { return nil }
        ratings = Part.allCases.map {
            Rating(part: $0, value: parts[$0].rounded(to: 3), weight: FaceTable.weight(of: $0))
        }
        value = (1 + 9 * parts.score).rounded(to: 1)
        let remarks = Remarks(parts, of: facts, findings)
        strengths = remarks.strengths
        weaknesses = remarks.weaknesses
    }
}

extension PhotoScore {
    /// Reads a score from untrusted JSON.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        value = try members.number(.value, in: Double.ordinary)
        ratings = try members.decode([Rating].self, forKey: .ratings)
        strengths = try members.decode([Remark].self, forKey: .strengths)
        weaknesses = try members.decode([Remark].self, forKey: .weaknesses)
    }
}

extension PhotoScore.Rating {
    /// Reads a rating from untrusted JSON.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        part = try members.decode(PhotoScore.Part.self, forKey: .part)
        value = try members.number(.value, in: Double.ordinary)
        weight = try members.number(.weight, in: Double.ordinary)
    }
}
