import Glibc
import Ground

extension FaceFacts {
    /// All components of ISO/IEC 29794-5 in its order, with what was measured of them.
    public var components: [QualityComponent] {
        QualityComponent.Name.allCases.map { name in
            QualityComponent(name: name, reading: reading(of: name))
        }
    }

    /// The value of a component; nil where it is not measured.
    public func reading(of name: QualityComponent.Name) -> QualityComponent.Reading? {
        switch name {
        case .luminanceMean, .luminanceVariance, .underExposure, .overExposure,
            .illuminationUniformity:
            light.map { $0.reading(of: name) }
        case .interEyeDistance, .headSize, .leftwardCrop, .rightwardCrop, .marginAbove,
            .marginBelow:
            placement(name)
        case .headPoseYaw, .headPosePitch, .headPoseRoll: turn(name)
        case .backgroundUniformity:
            background.map { .own($0.clutter.value, FaceTable.clutter($0.clutter.value)) }
        case .sharpness: sharpness.map(\.reading)
        case .compressionArtifacts:
            capture?.quality.map { .own(Double($0), Double($0) / 100) }
        case .naturalColour: colour?.skin.map(\.reading)
        case .singleFacePresent: single
        case .eyesOpen: expression.map { .raw($0.eyeOpening.value) }
        case .mouthClosed: expression.map { .raw($0.mouthOpening.value) }
        case .expressionNeutrality: expression?.mouth.map { .word($0.rawValue) }
        case .eyesVisible: cover.map { .raw($0.eyes.value) }
        case .mouthOcclusion: cover.map { .raw($0.mouth.value) }
        case .dynamicRange, .radialDistortion, .faceOcclusion, .noHeadCoverings: nil
        }
    }

    private var single: QualityComponent.Reading? {
        let areas = faces.map { $0.box.width * $0.box.height }.sorted(by: >)
        guard let first = areas.first, first > 0 else { return nil }
        let share = areas.count > 1 ? areas[1] / first : 0
        return .standard(share, 100 * (1 - share))
    }

    private func turn(_ name: QualityComponent.Name) -> QualityComponent.Reading? {
        let angle =
            switch name {
            case .headPoseYaw: pose?.yaw
            case .headPosePitch: pose?.pitch
            default: pose?.roll
            }
        // Without the points of the face, a yaw is a score.
        guard let angle, angle.unit == .degrees else { return nil }
        let cosine = max(0, cos(angle.value * .pi / 180))
        return .standard(angle.value, 100 * cosine * cosine, unit: angle.unit.rawValue)
    }

    private func placement(_ name: QualityComponent.Name) -> QualityComponent.Reading? {
        guard let framing, width > 0, height > 0, framing.headShare.value > 0 else { return nil }
        // The eye distance of a head that faces the camera, by which the head's height was estimated.
        let unit = framing.headShare.value * height / FaceTable.headInEyes
        let toChin = FaceTable.chinInEyes * unit
        let (x, y) = ((0.5 + framing.offCentre.value) * width, framing.eyeLine.value * height)
        switch name {
        case .interEyeDistance: return .standard(unit, 100 * sigmoid(unit, 70, 20), unit: "px")
        case .headSize:
            let size = toChin / height
            return .standard(size, 200 * (1 - sigmoid(abs(size - 0.45), 0, 0.05)))
        case .leftwardCrop: return .raw(x / unit)
        case .rightwardCrop: return .raw((width - x) / unit)
        case .marginAbove: return .raw(y / toChin)
        default: return .raw((height - y) / toChin)
        }
    }
}

extension Light {
    fileprivate func reading(of name: QualityComponent.Name) -> QualityComponent.Reading {
        switch name {
        case .luminanceMean:
            let grey = exposure.value.greyLevel
            return .standard(
                grey, 100 * sigmoid(grey, 0.2, 0.05) * (1 - sigmoid(grey, 0.8, 0.05)))
        case .luminanceVariance:
            return .own(contrast.value, FaceTable.contrast(contrast.value), unit: "L*")
        case .underExposure:
            if isJudgedByHighlights {
                return .own(
                    highlights.value, FaceTable.highlights(highlights.value), unit: "L*")
            }
            // Skin that is too bright is another component's.
            let dark = min(exposure.value, FaceTable.brightSkin)
            return .own(exposure.value, FaceTable.exposure(dark), unit: "L*")
        case .overExposure:
            let share = overexposed.value
            return .standard(share, min(100, 1 / (max(0, share) + 0.01)))
        default:
            let difference = abs(balance.value)
            return .own(difference, FaceTable.balance(difference), unit: "stops")
        }
    }
}

extension Sharpness {
    fileprivate var reading: QualityComponent.Reading {
        // As in the score, the edges may be worse than the detail.
        let worst = min(FaceTable.detail(detail.value), FaceTable.edges(edges.value))
        return .own(detail.value, worst)
    }
}

extension SkinColour {
    fileprivate var reading: QualityComponent.Reading {
        let (a, b) = (redness.value, yellowness.value)
        let distance = hypot(max(5 - a, a - 25, 0), max(5 - b, b - 35, 0))
        return .standard(distance, 200 * (1 - sigmoid(distance, 0, 10)))
    }
}

/// The curve by which the reference implementation maps most values; 0.5 at `middle`.
private func sigmoid(_ value: Double, _ middle: Double, _ width: Double) -> Double {
    1 / (1 + exp((middle - value) / width))
}

extension Double {
    /// The grey level of a lightness in sRGB, 0 to 1.
    fileprivate var greyLevel: Double {
        let root = (self + 16) / 116
        let light = self > 8 ? root * root * root : self / 903.3
        return light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
}

extension QualityComponent.Reading {
    /// - Parameter quality: By the formula of the reference implementation, 0 to 100.
    fileprivate static func standard(
        _ value: Double, _ quality: Double, unit: String? = nil
    ) -> Self {
        Self(value, unit, quality: quality, .standard)
    }

    /// - Parameter share: By a curve of this program's score, 0 to 1.
    fileprivate static func own(_ value: Double, _ share: Double, unit: String? = nil) -> Self {
        Self(value, unit, quality: 100 * share, .own)
    }

    fileprivate static func raw(_ value: Double) -> Self {
        Self(value, nil, quality: nil, nil)
    }

    fileprivate static func word(_ word: String) -> Self {
        Self(value: nil, word: word, unit: nil, quality: nil, mapping: nil)
    }

    private init(
        _ value: Double, _ unit: String?, quality: Double?, _ mapping: QualityComponent.Mapping?
    ) {
        self.init(
            value: value.rounded(to: 4), word: nil, unit: unit,
            quality: quality.map {
                Int(clamping: min(max($0, 0), 100), rounding: .toNearestOrAwayFromZero)
            }, mapping: mapping)
    }
}
