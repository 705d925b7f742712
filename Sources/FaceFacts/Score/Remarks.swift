import Ground

extension PhotoScore {
    /// The three strengths and the three weaknesses of a photo.
    ///
    /// Weaknesses say what would improve the photo, the largest gain first: none names a part at its best while
    /// another is not, none praises, and each repeats what a finding says about its part. A strength never
    /// praises a part with a finding.
    struct Remarks {
        let strengths: [Remark]
        let weaknesses: [Remark]

        init(_ parts: PartValues, of facts: FaceFacts, _ findings: [Finding]) {
            let byGain = parts.byGain
            weaknesses = byGain.prefix(3).map { part in
                Remark(part: part, sentence: Self.wish(part, parts, facts, findings))
            }
            let rest = byGain.dropFirst(3).filter { facts.knows($0) && findings.on($0) == nil }
            // Parts with a finding, or unknown ones, come last.
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
                // In a blurred photo, the background is unknown too.
                return "A sharper photo would show the background as it is."
            }
            return worst.wish
        }

        private static func praise(
            _ part: Part, _ parts: PartValues, _ facts: FaceFacts, _ findings: [Finding]
        ) -> String {
            guard facts.knows(part) else { return part.unknown }
            return isGood(part, parts, findings)
                ? part.good : "Other parts of the photo need more work than \(part.name)."
        }

        private static func isGood(
            _ part: Part, _ parts: PartValues, _ findings: [Finding]
        ) -> Bool {
            parts[part] >= 0.8 && findings.on(part) == nil
        }

        /// What is said of one part alone: that it is good, or what would be better.
        static func judgement(
            _ part: Part, _ parts: PartValues, _ facts: FaceFacts, _ findings: [Finding]
        ) -> String {
            facts.knows(part) && isGood(part, parts, findings)
                ? part.good : wish(part, parts, facts, findings)
        }
    }
}

extension FaceFacts {
    /// What is good of a part, or what would be better; nil where there is no score.
    package func remark(on part: PhotoScore.Part) -> PhotoScore.Remark? {
        PartValues(of: self).map { parts in
            let sentence = PhotoScore.Remarks.judgement(
                part, parts, self, FaceRules.findings(for: self))
            return PhotoScore.Remark(part: part, sentence: sentence)
        }
    }

    /// Whether a part can be judged: not a pose that is too small, nor a background outside the photo.
    func knows(_ part: PhotoScore.Part) -> Bool {
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
