/// One measure that a score was made of, with the values that are good.
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
    /// What was measured.
    public let measure: Measure
    /// The values between which the score moves; the measure may lie beyond.
    public let scale: ClosedRange<Double>
    /// The values on the scale that are good: they leave at least 0.9 of the part.
    public let good: ClosedRange<Double>
    /// What the measure leaves of its part, 0 to 1.
    public let value: Double

    /// Whether the measure is good; what lies beyond an end of the scale is as that end.
    public var isGood: Bool {
        good.contains(min(max(measure.value, scale.lowerBound), scale.upperBound))
    }
}

extension FaceFacts {
    /// What the score was made of, in the order of its parts; without what is not known.
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
    /// The skin's exposure, or the highlights where those speak better for it, as in the score.
    fileprivate var brightness: Gauge {
        isJudgedByHighlights
            ? Gauge(.highlights, of: .light, highlights, FaceTable.highlights)
            : Gauge(.exposure, of: .light, exposure, FaceTable.exposure)
    }
}

extension Gauge {
    /// - Parameter signed: Whether the curve is over the distance from 0, to both sides.
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
