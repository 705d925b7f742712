import Glibc

/// Finds the centres of the eyes in a crop: dark round things whose edges all point at one place.
///
/// After Timm and Barth, "Accurate eye centre localisation by means of gradients" (2011), limited to where eyes
/// can be in the detector's box.
enum EyeFinder {
    /// The eyes in pixels of the crop, and how clearly they stood out: 0 not at all, 1 clearly.
    static func eyes(
        in crop: FaceCrop
    ) -> (left: SIMD2<Double>, right: SIMD2<Double>, confidence: Double) {
        let usual = crop.face.usualEyes
        let gradients = GradientField(of: crop.grey)
        let width = crop.face.width
        let lefts = EyeCandidate.best(in: gradients, near: usual.left, faceWidth: width)
        let rights = EyeCandidate.best(in: gradients, near: usual.right, faceWidth: width)
        let pair = bestPair(lefts, rights, usual: usual.right - usual.left)
        let confidence = pair.map { min($0.left.clarity, $0.right.clarity) } ?? 0
        guard let pair, confidence >= EyePair.leastConfidence else {
            return (usual.left, usual.right, confidence)
        }
        return (pair.left.position, pair.right.position, confidence)
    }

    /// The two candidates that are strongest together and placed relative to one another like eyes.
    private static func bestPair(
        _ lefts: [EyeCandidate], _ rights: [EyeCandidate], usual: SIMD2<Double>
    ) -> (left: EyeCandidate, right: EyeCandidate)? {
        var best: (score: Double, pair: (left: EyeCandidate, right: EyeCandidate))?
        for left in lefts {
            for right in rights {
                let way = right.position - left.position
                let miss = (way - usual) / hypot(usual.x, usual.y)
                // The offset between the eyes varies by about a tenth of its length, and by tilt.
                let fit = exp(-(miss.x * miss.x) / 0.045 - (miss.y * miss.y) / 0.07)
                let score = (left.strength + right.strength) * fit
                if score > best?.score ?? 0 { best = (score, (left, right)) }
            }
        }
        return best?.pair
    }
}

extension DetectedFace {
    /// The usual place of the eyes in the box of a view, from 31 faces with marked eyes.
    fileprivate var usualEyes: (left: SIMD2<Double>, right: SIMD2<Double>) {
        let (left, right): (SIMD2<Double>, SIMD2<Double>) =
            switch view {
            case .front: ([0.305, 0.275], [0.705, 0.275])
            case .noseToLeft: ([0.315, 0.35], [0.665, 0.35])
            case .noseToRight: ([0.335, 0.35], [0.70, 0.35])
            case .rolledCounterClockwise: ([0.25, 0.36], [0.65, 0.22])
            case .rolledClockwise: ([0.35, 0.22], [0.75, 0.36])
            }
        let corner: SIMD2<Double> = [self.left, top]
        let size: SIMD2<Double> = [width, height]
        return (corner + left * size, corner + right * size)
    }
}
