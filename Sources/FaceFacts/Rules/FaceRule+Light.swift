import Foundation
import Ground

extension FaceRule {
    /// The face is not too dark; dark skin in good light has bright highlights and is never refused.
    static let exposure = FaceRule(name: "exposure", part: .light, holdsFromSide: true) { facts in
        guard let light = facts.light else { return nil }
        func fault(
            below skin: Double, _ highlights: Double, _ severity: Finding.Severity,
            _ sentence: String
        ) -> Fault? {
            guard light.exposure.value < skin, light.highlights.value < highlights else {
                return nil
            }
            return Fault(
                severity: severity,
                seen: "\(light.exposure.text), highlights \(light.highlights.text)",
                limit: """
                    at least \(Measure.text(skin, .lightness)), or highlights of \
                    \(Measure.text(highlights, .lightness))
                    """,
                sentence: sentence)
        }
        return fault(
            below: FaceTable.darkSkin, FaceTable.darkHighlights, .refusal,
            "The face is too dark to be recognised. Turn to a window or a lamp and try again.")
            ?? fault(
                below: FaceTable.dimSkin, FaceTable.brightHighlights, .warning,
                "The face gets little light. Turn to a window or a lamp.")
    }

    /// The face is not washed out in white.
    static let overexposure = FaceRule(name: "overexposure", part: .light, holdsFromSide: true) {
        facts in
        guard let share = facts.light?.overexposed, share.value > FaceTable.overexposedWarning
        else { return nil }
        let isRefused = share.value > FaceTable.overexposedRefusal
        let limit = isRefused ? FaceTable.overexposedRefusal : FaceTable.overexposedWarning
        return Fault(
            severity: isRefused ? .refusal : .warning, seen: share.text,
            limit: "at most \(Measure.text(limit, .share)) of the face",
            sentence: """
                \(isRefused ? "The face is over-exposed" : "Parts of the face are too bright"): \(share.value.percent) of it \
                is plain white. Avoid direct sun and flash, or lower the exposure.
                """)
    }

    /// Both halves of the face are lit.
    static let balance = FaceRule(name: "balance", part: .light) { facts in
        guard let balance = facts.light?.balance, abs(balance.value) > FaceTable.harshBalance else {
            return nil
        }
        let (dark, bright) = balance.value > 0 ? ("left", "right") : ("right", "left")
        let times = pow(2, abs(balance.value)).rounded(to: 1)
        return Fault(
            seen: balance.text, limit: "within \(Measure.text(FaceTable.harshBalance, .stops))",
            sentence: """
                The half of the face at the \(dark) of the picture is \(times) times darker than the one at the \
                \(bright). Turn to the window, so that it lights both.
                """)
    }

    /// Light does not come from below.
    static let lightDirection = FaceRule(name: "lightDirection", part: .light) { facts in
        guard facts.light?.direction == .below else { return nil }
        return Fault(
            seen: "light from below", limit: "light from the front, a side, or above",
            sentence:
                "The light comes from below, as from a screen or a table. Use light at eye level or above."
        )
    }

    /// The face is neither flat nor harsh.
    static let contrast = FaceRule(name: "contrast", part: .contrast) { facts in
        let usual = FaceTable.flatContrast...FaceTable.harshContrast
        guard let contrast = facts.light?.contrast, !usual.contains(contrast.value) else {
            return nil
        }
        return Fault(
            seen: contrast.text,
            limit: """
                \(Measure.text(usual.lowerBound, .lightness)) to \(Measure.text(usual.upperBound, .lightness))
                """,
            sentence: contrast.value < usual.lowerBound
                ? "The face is flat and grey. Clean the lens, and avoid light from behind."
                : "Light and shadow on the face are harsh. Use softer light, as from a window without sun."
        )
    }

    /// The face is sharp; in noise, which looks like detail, only the edges count.
    package static let sharpness = FaceRule(
        name: "sharpness", part: .sharpness, holdsFromSide: true
    ) { facts in
        guard let sharpness = facts.sharpness else { return nil }
        let isNoisy = sharpness.noise.value > FaceTable.noisySkin
        let isBlurred =
            isNoisy
            ? sharpness.edges.value < FaceTable.blurredEdges / 2
            : sharpness.detail.value < FaceTable.blurredDetail
        guard
            isBlurred || sharpness.detail.value < FaceTable.softDetail
                || sharpness.edges.value < FaceTable.blurredEdges
        else { return nil }
        let limit = isBlurred ? FaceTable.blurredDetail : FaceTable.softDetail
        return Fault(
            severity: isBlurred ? .refusal : .warning,
            seen: "detail \(sharpness.detail.text), edges \(sharpness.edges.text)",
            limit: """
                detail at least \(Measure.text(limit, .ratio)), edges at least \
                \(Measure.text(FaceTable.blurredEdges, .ratio))
                """,
            sentence: isBlurred
                ? """
                The face is too blurred to be recognised. Clean the lens, hold the camera still, focus on the \
                eyes, and try again.
                """ : "The face is a little soft. Hold the camera still and focus on the eyes.")
    }

    /// The skin is not grainy.
    static let noise = FaceRule(name: "noise", part: .sharpness, holdsFromSide: true) { facts in
        guard let noise = facts.sharpness?.noise, noise.value > FaceTable.noisySkin else {
            return nil
        }
        return Fault(
            seen: noise.text,
            limit: "at most \(Measure.text(FaceTable.noisySkin, .ratio)) grey levels",
            sentence: "The photo is grainy. Use a lower ISO setting, and no digital zoom.")
    }
}
