/// The parts of a score, computed from the facts with the curves of the table.
struct PartValues {
    private var values: [PhotoScore.Part: Double]
    /// The most that the score can reach while the head is turned as it is.
    private(set) var mostAsTurned: Double
    /// The most that it can reach with blacks as grey as they are.
    private let mostAsWashedOut: Double

    subscript(part: PhotoScore.Part) -> Double { values[part] ?? 0 }

    /// Nil if facts that a score needs are missing.
    init?(of facts: FaceFacts) {
        guard let light = facts.light, let sharpness = facts.sharpness, let framing = facts.framing,
            let eyes = facts.eyes
        else { return nil }
        mostAsTurned = facts.pose?.ceiling ?? 1
        mostAsWashedOut = FaceRule.washedOutCeiling(light.excessOfBlack(sharpness))
        let sharp = Self.sharpness(sharpness)
        values = [
            .light: Self.light(light), .sharpness: sharp, .pose: Self.pose(facts.pose),
            .framing: Self.framing(framing),
            .background: Self.background(facts.background, sharpness: sharp),
            .resolution: FaceTable.eyeDistance(eyes.distance.value),
            .contrast: FaceTable.contrast(light.contrast.value),
        ]
    }

    /// The score of all parts together, 0 to 1.
    var score: Double {
        let sum = PhotoScore.Part.allCases.reduce(0) { $0 + FaceTable.weight(of: $1) * self[$1] }
        let most = min(
            FaceTable.ceiling(self[.light]), FaceTable.ceiling(self[.sharpness]), mostAsTurned,
            mostAsWashedOut,
            FaceTable.resolutionCeiling(self[.resolution]))
        return min(FaceTable.stretch(sum), most)
    }

    /// All parts, sorted by how much the score would rise if they were at their best.
    ///
    /// Where another part limits the score, they are sorted by their weighted deficit; then in their usual order.
    var byGain: [PhotoScore.Part] {
        let ranked = PhotoScore.Part.allCases.map { part -> Rank in
            var better = self
            better.values[part] = 1
            if part == .pose { better.mostAsTurned = 1 }
            let lack = (FaceTable.weight(of: part) * (1 - self[part])).rounded(to: 6)
            return (part: part, first: (better.score - score).rounded(to: 6), second: lack)
        }
        return Self.parts(of: ranked)
    }

    /// The given parts, sorted by how much they contribute to the score.
    func byWorth(_ parts: some Sequence<PhotoScore.Part>) -> [PhotoScore.Part] {
        Self.parts(
            of: parts.map { (part: $0, first: FaceTable.weight(of: $0) * self[$0], second: 0) })
    }

    private typealias Rank = (part: PhotoScore.Part, first: Double, second: Double)

    private static func parts(of ranked: [Rank]) -> [PhotoScore.Part] {
        ranked.enumerated().sorted { one, other in
            let (left, right) = (one.element, other.element)
            return (left.first, left.second, -one.offset)
                > (right.first, right.second, -other.offset)
        }.map(\.element.part)
    }

    private static func light(_ light: Light) -> Double {
        let brightness =
            light.isJudgedByHighlights
            ? FaceTable.highlights(light.highlights.value)
            : FaceTable.exposure(light.exposure.value)
        return brightness * FaceTable.overexposed(light.overexposed.value)
            * FaceTable.balance(abs(light.balance.value))
            * (light.direction == .below ? FaceTable.lightFromBelow : 1)
    }

    private static func sharpness(_ sharpness: Sharpness) -> Double {
        min(FaceTable.detail(sharpness.detail.value), FaceTable.edges(sharpness.edges.value))
            * FaceTable.noise(sharpness.noise.value)
    }

    private static func pose(_ pose: Pose?) -> Double {
        guard let pose else { return FaceTable.unknownPose }
        return pose.yawCurve(abs(pose.yaw.value)) * FaceTable.roll(abs(pose.roll.value))
            * (pose.pitch.map { FaceTable.pitch(abs($0.value)) } ?? 1)
    }

    private static func framing(_ framing: Framing) -> Double {
        let place =
            FaceTable.headSize(framing.headShare.value) * FaceTable.eyeHeight(framing.eyeLine.value)
            * FaceTable.centring(abs(framing.offCentre.value))
        return framing.cutOff.reduce(place) { value, edge in
            value * (edge == .top ? FaceTable.cutOffTop : FaceTable.cutOffElsewhere)
        }
    }

    /// A background is only as calm as the photo is sharp: blur hides detail.
    private static func background(_ background: Background?, sharpness: Double) -> Double {
        guard let background else { return FaceTable.unknownBackground }
        return min(FaceTable.clutter(background.clutter.value), 0.4 + 0.6 * sharpness)
    }
}

extension Light {
    /// Whether the highlights say more about the light than the skin does.
    ///
    /// Dark skin is well lit if its highlights are; bright skin that is washed out has highlights too.
    var isJudgedByHighlights: Bool {
        exposure.value <= FaceTable.brightSkin
            && FaceTable.highlights(highlights.value) > FaceTable.exposure(exposure.value)
    }
}
