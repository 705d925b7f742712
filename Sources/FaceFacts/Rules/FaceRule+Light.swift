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
                matter: .lightDim, severity: severity,
                seen: "\(light.exposure.text), highlights \(light.highlights.text)",
                limit: """
                    at least \(Measure.text(skin, .lightness)), or highlights of \
                    \(Measure.text(highlights, .lightness))
                    """,
                sentence: sentence)
        }
        return fault(
            below: FaceTable.darkSkin, FaceTable.darkHighlights, .refusal,
            "Your face is too dark to be recognized. Turn to a window or a lamp and try again.")
            ?? fault(
                below: FaceTable.dimSkin, FaceTable.brightHighlights, .warning,
                "Your face gets little light. Turn to a window or a lamp.")
    }

    /// The face is not washed out in white.
    static let overexposure = FaceRule(name: "overexposure", part: .light, holdsFromSide: true) {
        facts in
        guard let share = facts.light?.overexposed, share.value > FaceTable.overexposedWarning
        else { return nil }
        let isRefused = share.value > FaceTable.overexposedRefusal
        let limit = isRefused ? FaceTable.overexposedRefusal : FaceTable.overexposedWarning
        return Fault(
            matter: .lightBright, severity: isRefused ? .refusal : .warning, seen: share.text,
            limit: "at most \(Measure.text(limit, .share)) of the face",
            sentence: """
                \(isRefused ? "Your face is overexposed" : "Parts of your face are too bright"): \
                \(share.value.spokenShare) of it is plain white. Avoid direct sun and flash, or lower the exposure.
                """)
    }

    /// Both halves of the face are lit.
    static let balance = FaceRule(name: "balance", part: .light) { facts in
        guard let balance = facts.light?.balance, abs(balance.value) > FaceTable.harshBalance else {
            return nil
        }
        let dark = balance.value > 0 ? "left" : "right"
        return Fault(
            matter: .lightUneven, seen: balance.text,
            limit: "within \(Measure.text(FaceTable.harshBalance, .stops))",
            sentence: """
                One side of your face is much darker: the one at the \(dark) of the picture. Turn to the window, so \
                that it lights both.
                """)
    }

    /// Light does not come from below.
    static let lightDirection = FaceRule(name: "lightDirection", part: .light) { facts in
        guard facts.light?.direction == .below else { return nil }
        return Fault(
            matter: .lightBelow, seen: "light from below",
            limit: "light from the front, a side, or above",
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
            matter: contrast.value < usual.lowerBound ? .contrastBacklight : .contrastHarsh,
            seen: contrast.text,
            limit: """
                \(Measure.text(usual.lowerBound, .lightness)) to \(Measure.text(usual.upperBound, .lightness))
                """,
            sentence: contrast.value < usual.lowerBound
                ? "Your face is flat and gray. Clean the lens, and avoid light from behind."
                : "Light and shadow on your face are harsh. Use softer light, as from a window without sun."
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
            matter: .sharpnessBlurred, severity: isBlurred ? .refusal : .warning,
            seen: "detail \(sharpness.detail.text), edges \(sharpness.edges.text)",
            limit: """
                detail at least \(Measure.text(limit, .ratio)), edges at least \
                \(Measure.text(FaceTable.blurredEdges, .ratio))
                """,
            sentence: isBlurred
                ? """
                Your face is too blurred to be recognized. Clean the lens, hold the camera still, focus on your \
                eyes, and try again.
                """ : "Your face is a little soft. Hold the camera still and focus on your eyes.")
    }

    /// The skin is not grainy.
    static let noise = FaceRule(name: "noise", part: .sharpness, holdsFromSide: true) { facts in
        guard let noise = facts.sharpness?.noise, noise.value > FaceTable.noisySkin else {
            return nil
        }
        return Fault(
            matter: .sharpnessGrainy, seen: noise.text,
            limit: "at most \(Measure.text(FaceTable.noisySkin, .ratio)) grey levels",
            sentence: "The photo is grainy. Use a lower ISO setting, and no digital zoom.")
    }
}
