import Ground

extension CutOutFigures {
    /// Measures an outline, on the fine copy.
    init(of outline: Outline, _ copy: FineCopy, _ looks: PersonLikelihood) {
        // Limits are for what the net and edges give: the colours only make it better.
        let alpha = outline.uncorrected
        let share = { (count: Int, all: Int) in Double(count) / Double(max(all, 1)) }
        let all = alpha.values.count
        let lastRows = alpha.values.suffix(max(8 / copy.step, 1) * alpha.width)
        self.init(
            face: Self.face(outline.likelihood, copy.head), agreement: Double(looks.agreement),
            band: share(
                alpha.values.count { $0 > 0.1 && $0 < 0.9 }, Self.contourLength(of: alpha))
                / Double(copy.head.unit),
            doubt: Self.doubt(of: outline, copy.head.halved),
            missing: Self.missing(outline.alpha.halved(), looks.anywhere, copy.head.halved),
            lost: Double(outline.lost),
            bottom: share(lastRows.count { $0 > 0.5 }, lastRows.count),
            background: share(alpha.values.count { $0 < 0.1 }, all))
    }

    private static func face(_ likelihood: Plane, _ head: Head) -> Double {
        var (inside, sure) = (0, 0)
        for y in 0..<likelihood.height {
            for x in 0..<likelihood.width
            where head.faceReach(Float(x) + 0.5, Float(y) + 0.5) < 1 {
                inside += 1
                if likelihood[x, y] > 0.8 { sure += 1 }
            }
        }
        return Double(sure) / Double(max(inside, 1))
    }

    /// The size of the largest piece of the person that the net doubts.
    ///
    /// Every outline has a doubtful rim, so only what is inside it counts, and only above the shoulders: lace
    /// and patterns further down are doubtful, yet cut out well.
    private static func doubt(of outline: Outline, _ head: Head) -> Double {
        let (alpha, likelihood) = (outline.uncorrected.halved(), outline.likelihood.halved())
        let doubtful = Plane(width: alpha.width, height: alpha.height) { x, y in
            alpha[x, y] > 0.5 && likelihood[x, y] < 0.8
                && Float(y) < head.y + 2.4 * head.unit ? 1 : 0
        }
        let pieces = Mask(doubtful, where: { $0 > 0 }).shrunk(by: 0.04 * head.unit).pieces()
        return Double(pieces.map(\.count).max() ?? 0) / Double(head.unit * head.unit)
    }

    /// The largest piece below the chin that one look takes for a person's and the cut-out leaves out: an arm, or a
    /// shoulder.
    ///
    /// Seams along the outline do not count.
    private static func missing(_ alpha: Plane, _ anywhere: Plane, _ head: Head) -> Double {
        let left = Plane(width: alpha.width, height: alpha.height) { x, y in
            alpha[x, y] < 0.5 && anywhere[x, y] > 0.3 && Float(y) > head.y + 1.2 * head.unit ? 1 : 0
        }
        let pieces = Mask(left, where: { $0 > 0 }).shrunk(by: 0.1 * head.unit).pieces()
        return Double(pieces.map(\.count).max() ?? 0) / Double(head.unit * head.unit)
    }

    /// The pixels of the person that have background beside them; the picture's edges do not count.
    private static func contourLength(of alpha: Plane) -> Int {
        var length = 0
        for y in stride(from: 1, to: alpha.height - 1, by: 1) {
            for x in stride(from: 1, to: alpha.width - 1, by: 1) where alpha[x, y] > 0.5 {
                let least = min(
                    min(alpha[x - 1, y], alpha[x + 1, y]), min(alpha[x, y - 1], alpha[x, y + 1]))
                if least <= 0.5 { length += 1 }
            }
        }
        return length
    }
}
