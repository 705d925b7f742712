/// One measure of a score, with the range of good values.
public struct Gauge: Sendable, Equatable {
    /// What is measured.
    public enum Kind: String, Sendable, CaseIterable {
        case exposure, highlights, overexposed, balance, detail, edges, noise, yaw, pitch, roll
        case headShare, eyeLine, offCentre, clutter, eyeDistance, contrast
    }

    /// What is measured.
    public let kind: Kind
    /// The part of the score that it belongs to.
    public let part: PhotoScore.Part
    /// The measured value.
    public let measure: Measure
    /// The values between which the score changes; the measure may lie outside.
    public let scale: ClosedRange<Double>
    /// The good values on the scale: with them, the part keeps at least 0.9.
    public let good: ClosedRange<Double>
    /// The value that the measure gives its part, 0 to 1.
    public let value: Double

    /// Whether the measure is good; a value beyond the scale counts as the nearer end.
    public var isGood: Bool {
        good.contains(min(max(measure.value, scale.lowerBound), scale.upperBound))
    }
}

extension FaceFacts {
    /// The measures of the score in the order of its parts; unknown ones are left out.
    public var gauges: [Gauge] {
        [
            light.map(\.brightness),
            light.map { Gauge(.overexposed, of: .light, $0.overexposed, FaceTable.overexposed) },
            light.map { Gauge(.balance, of: .light, $0.balance, FaceTable.balance, signed: true) },
            sharpness.map { Gauge(.detail, of: .sharpness, $0.detail, FaceTable.detail) },
            sharpness.map { Gauge(.edges, of: .sharpness, $0.edges, FaceTable.edges) },
            sharpness.map { Gauge(.noise, of: .sharpness, $0.noise, FaceTable.noise) },
            pose.map { Gauge(.yaw, of: .pose, $0.yaw, $0.yawCurve, signed: true) },
            pose?.pitch.map { Gauge(.pitch, of: .pose, $0, FaceTable.pitch, signed: true) },
            pose.map { Gauge(.roll, of: .pose, $0.roll, FaceTable.roll, signed: true) },
            framing.map { Gauge(.headShare, of: .framing, $0.headShare, FaceTable.headSize) },
            framing.map { Gauge(.eyeLine, of: .framing, $0.eyeLine, FaceTable.eyeHeight) },
            framing.map {
                Gauge(.offCentre, of: .framing, $0.offCentre, FaceTable.centring, signed: true)
            },
            background.map { Gauge(.clutter, of: .background, $0.clutter, FaceTable.clutter) },
            eyes.map { Gauge(.eyeDistance, of: .resolution, $0.distance, FaceTable.eyeDistance) },
            light.map { Gauge(.contrast, of: .contrast, $0.contrast, FaceTable.contrast) },
        ].compactMap { $0 }
    }
}

extension Light {
    /// The skin's exposure, or its highlights if those speak better for it, as in the score.
    fileprivate var brightness: Gauge {
        isJudgedByHighlights
            ? Gauge(.highlights, of: .light, highlights, FaceTable.highlights)
            : Gauge(.exposure, of: .light, exposure, FaceTable.exposure)
    }
}

extension Gauge {
    /// - Parameter signed: Whether the curve takes the distance from 0, on both sides.
    fileprivate init(
        _ kind: Kind, of part: PhotoScore.Part, _ measure: Measure, _ curve: Curve,
        signed: Bool = false
    ) {
        self.kind = kind
        self.part = part
        self.measure = measure
        value = curve(signed ? abs(measure.value) : measure.value)
        let (scale, good) = (curve.extent, curve.good)
        self.scale = signed ? -scale.upperBound...scale.upperBound : scale
        self.good = signed ? -good.upperBound...good.upperBound : good
    }
}
