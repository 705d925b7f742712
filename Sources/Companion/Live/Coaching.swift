package import FaceFacts
import Foundation
import Ground
package import HeadshotWorker
package import JobQueue
package import People

/// What a coach knows of a photo, and what it says at once.
package struct Coaching {
    package let words: CoachWords
    package let persona: CoachWords.Persona

    /// Nil for words without a persona.
    package init?(_ words: CoachWords?, _ wishes: Preferences) {
        guard let words, let persona = words.persona(wishes.said.persona) else { return nil }
        self.words = words
        self.persona = persona
    }

    /// The lines about a scan.
    ///
    /// - Parameter name: The scan's name, which decides among lines.
    package func summary(
        of answer: ScanAnswer, named name: String, by rules: PlanRules
    ) -> CoachSummary {
        CoachSummary(
            by: persona, words, strength: answer.strengths.first { $0.isPraise }?.sentence,
            weakness: rules.shown(detail: answer.weaknesses)?.first?.sentence,
            seed: name.seed)
    }

    /// The reply to a question that may speak of danger, whatever the frame shows; nil for others.
    package func care(_ reading: MomentReading?, _ reader: MomentReader) -> Turn.Content? {
        guard let reading, reading.isOfDanger else { return nil }
        let thanks =
            reading.tone == .crisis ? reading.language.flatMap(reader.thanks(in:)) : nil
        return unanswered(reading, thanks)
    }

    /// Words in place of an answer, beside which help is named.
    private func unanswered(_ reading: MomentReading, _ text: String? = nil) -> Turn.Content {
        Turn.Content(
            text: text ?? words.live.unlisted, tone: reading.tone.rawValue,
            language: reading.language, goesToModels: false)
    }

    /// What is said to a frame at once.
    ///
    /// - Parameters:
    ///   - seen: What was seen of the one face in it; nil without one.
    ///   - question: What was asked, and how it was read; nil without one.
    package func sentence(
        _ photo: AnalyzedPhoto?, _ seen: ScanAnswer?,
        _ question: (text: String, reading: MomentReading)?, by rules: PlanRules, seed: UInt64
    ) -> Turn.Content {
        let worst = photo.flatMap { Self.worst(of: $0, seen, by: rules) }
        guard let (text, reading) = question else {
            let praise = words.live.good.chosen(by: seed) ?? ""
            return Turn.Content(text: worst?.sentence ?? praise, goesToModels: true)
        }
        if reading.isUnlisted { return unanswered(reading) }
        let topic = words.live.topic(of: text)
        if reading.isHard || topic == CoachWords.Live.looks {
            // Never a cheer, whatever the frame shows.
            let gentle = words.live.gentle?.chosen(by: seed) ?? words.live.unlisted
            return Turn.Content(
                text: gentle, tone: Tone.gentle.rawValue, language: reading.language,
                goesToModels: true)
        }
        let answer = topic.flatMap { self.answer(to: $0, by: seen, rules) }
        return Turn.Content(
            text: answer ?? unsure(worst), goesToModels: true, isAnswer: true)
    }

    /// What was measured of what a question is about; nil where that is not known, or not in the plan.
    private func answer(
        to topic: String, by seen: ScanAnswer?, _ rules: PlanRules
    ) -> String? {
        guard let face = seen?.face else { return nil }
        if topic == CoachWords.Live.smile {
            return face.expression?.mouth.flatMap { words.live.smiles?[$0.rawValue] }
        }
        let remark = PhotoScore.Part(rawValue: topic).flatMap { face.remark(on: $0) }
        return remark.flatMap { $0.isPraise || rules.weaknesses ? $0.sentence : nil }
    }

    /// What is said to a question that only a model can answer: so much, and what was seen.
    private func unsure(_ worst: Finding?) -> String {
        guard let worst else { return words.live.unsureAlone ?? words.live.unlisted }
        return words.live.unsure?.replacing("{remark}", with: worst.sentence) ?? worst.sentence
    }

    /// The finding that costs a frame most of its score; nil if nothing has to be better.
    private static func worst(
        of photo: AnalyzedPhoto, _ seen: ScanAnswer?, by rules: PlanRules
    ) -> Finding? {
        let findings = rules.shown(photo.findings)
        // Weaknesses repeat what a finding says of their part, the largest first.
        let sentences = seen?.weaknesses.map(\.sentence) ?? []
        let worst = sentences.lazy.compactMap { sentence in
            findings.first { $0.sentence == sentence }
        }.first
        return worst ?? findings.first { $0.severity != .notice }
    }

    /// What a model gets of a scan: facts, and neither a photo nor who it is.
    package static func facts(
        of answer: ScanAnswer, by rules: PlanRules
    ) -> [String: WordsOrder.Value] {
        var facts: [String: WordsOrder.Value] = [
            "score_of_10": .text(answer.score.formatted(.number.precision(.fractionLength(1)))),
            "strengths": .texts(rules.shown(answer.strengths).map(\.sentence)),
        ]
        facts.merge(Self.facts(of: answer.face, answer.weaknesses, by: rules)) { old, _ in old }
        return facts
    }

    /// The facts of a face that a model receives: none that the plan does not include.
    package static func facts(
        of face: FaceFacts, _ weaknesses: [PhotoScore.Remark], by rules: PlanRules
    ) -> [String: WordsOrder.Value] {
        guard let face = rules.shown(detail: face) else { return [:] }
        var facts: [String: WordsOrder.Value] = ["weaknesses": .texts(weaknesses.map(\.sentence))]
        if let light = face.light { facts["light_from"] = .text(light.direction.rawValue) }
        if let pose = face.pose { facts["head_turned"] = .text(pose.direction.rawValue) }
        if let framing = face.framing {
            let share = framing.headShare.value * 100
            let percent = Int(clamping: share, rounding: .toNearestOrAwayFromZero)
            facts["head_percent_of_height"] = .number(percent)
        }
        if let undertone = face.colour?.undertone { facts["undertone"] = .text(undertone.rawValue) }
        return facts
    }
}

extension MomentReading {
    /// Whether a question is answered by help alone.
    fileprivate var isOfDanger: Bool {
        tone == .crisis || (tone == .neutral && hasSignOfDanger)
    }

    /// Whether a question speaks of something hard.
    fileprivate var isHard: Bool { tone == .gentle || tone == .recovery }

    /// Whether a question is in no language that can be judged here.
    package var isUnlisted: Bool { tone == .neutral && language == nil }

    /// Whether a coach's model may read a question: one without a sign of danger, and nothing hard, since the answer of
    /// such a model has no tone.
    package var goesToCoach: Bool { !isOfDanger && !isUnlisted && !isHard }
}
