import Ground

extension PhotoScore {
    /// The three strengths and the three weaknesses of a photo.
    ///
    /// A weakness is what would make the photo better still, the largest gain first: it names no part at its best
    /// while another is not, praises nothing, and repeats what a finding says of its part. A strength praises no
    /// part that a finding is about.
    struct Remarks {
        let strengths: [Remark]
        let weaknesses: [Remark]

        init(_ parts: PartValues, of facts: FaceFacts, _ findings: [Finding]) {
            let byGain = parts.byGain
            weaknesses = byGain.prefix(3).map { part in
                Remark(part: part, sentence: Self.wish(part, parts, facts, findings))
            }
            let rest = byGain.dropFirst(3).filter { facts.knows($0) && findings.on($0) == nil }
            // What is found fault with, or is not known, comes last.
            let others = byGain.dropFirst(3).filter { !rest.contains($0) }
            strengths = [rest, others].flatMap { parts.byWorth($0) }.prefix(3).map { part in
                Remark(part: part, sentence: Self.praise(part, parts, facts, findings))
            }
        }

        private static func wish(
            _ part: Part, _ parts: PartValues, _ facts: FaceFacts, _ findings: [Finding]
        ) -> String {
            if let finding = findings.on(part) { return finding.sentence }
            guard facts.knows(part) else { return part.unknown }
            guard parts[part].rounded(to: 3) < 1 else { return part.another }
            let gauges = facts.gauges.filter { $0.part == part }
            guard let worst = gauges.min(by: { $0.value < $1.value }), worst.value < 1 else {
                // Of a blurred photo, nothing behind the person is known either.
                return "A sharper photo would show the background as it is."
            }
            return worst.wish
        }

        private static func praise(
            _ part: Part, _ parts: PartValues, _ facts: FaceFacts, _ findings: [Finding]
        ) -> String {
            guard facts.knows(part) else { return part.unknown }
            let isGood = parts[part] >= 0.8 && findings.on(part) == nil
            return isGood ? part.good : "Other parts of the photo need more work than \(part.name)."
        }
    }
}

extension FaceFacts {
    /// Whether a part can be judged; a pose that is too small to tell cannot, nor a background out of sight.
    fileprivate func knows(_ part: PhotoScore.Part) -> Bool {
        switch part {
        case .pose: pose != nil
        case .background: background != nil
        case .light, .sharpness, .framing, .resolution, .contrast: true
        }
    }
}

extension [Finding] {
    /// The finding that weighs most on a part.
    fileprivate func on(_ part: PhotoScore.Part) -> Finding? {
        let all = filter { $0.faceRule?.part == part }
        return all.first { $0.severity == .refusal } ?? all.first
    }
}
