/// The parts of a score, each from the facts by the curves of the table.
struct PartValues {
    private let values: [PhotoScore.Part: Double]

    subscript(part: PhotoScore.Part) -> Double { values[part] ?? 0 }

    /// Nil where the facts do not hold what a score needs.
    init?(of facts: FaceFacts) {
        guard let light = facts.light, let sharpness = facts.sharpness, let framing = facts.framing,
            let eyes = facts.eyes
        else { return nil }
        let sharp = Self.sharpness(sharpness)
        values = [
            .light: Self.light(light), .sharpness: sharp, .pose: Self.pose(facts.pose),
            .framing: Self.framing(framing),
            .background: Self.background(facts.background, sharpness: sharp),
            .resolution: FaceTable.eyeDistance(eyes.distance.value),
            .contrast: FaceTable.contrast(light.contrast.value),
        ]
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
        return FaceTable.yaw(abs(pose.yaw.value)) * FaceTable.roll(abs(pose.roll.value))
    }

    private static func framing(_ framing: Framing) -> Double {
        let place =
            FaceTable.headSize(framing.headShare.value) * FaceTable.eyeHeight(framing.eyeLine.value)
            * FaceTable.centring(abs(framing.offCentre.value))
        return framing.cutOff.reduce(place) { value, edge in
            value * (edge == .top ? FaceTable.cutOffTop : FaceTable.cutOffElsewhere)
        }
    }

    /// A background is only as calm as the photo is sharp: blur hides what is there.
    private static func background(_ background: Background?, sharpness: Double) -> Double {
        guard let background else { return FaceTable.unknownBackground }
        return min(FaceTable.clutter(background.clutter.value), 0.4 + 0.6 * sharpness)
    }
}

extension Light {
    /// Whether the highlights tell more of the light than the skin does.
    ///
    /// Dark skin is lit well where its highlights are; bright skin that is washed out has highlights
    /// too.
    var isJudgedByHighlights: Bool {
        exposure.value <= FaceTable.brightSkin
            && FaceTable.highlights(highlights.value) > FaceTable.exposure(exposure.value)
    }
}
