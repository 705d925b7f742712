package import Companion
import Foundation
package import Ground
import JobQueue
package import People

/// A moment as it is sent.
package struct MomentResource: Encodable, Sendable {
    private let moment: Moment
    private let praise: Improvable<Praise>

    package var id: String { moment.id }

    package struct Praise: Encodable, Sendable {
        let tone: Tone
        let text: String
        /// Where help is; absent for a moment beside which it would be out of place.
        let help: Help?
        /// What was done, in a word; only of a model's praise.
        let action: String?
        let tags: [String]?
        /// Why the local text stays: no model was asked.
        let reason: String?
    }

    /// What a model writes.
    struct PraiseText: Decodable, Sendable {
        let tone: ModelTone
        /// Absent from responses that do not show it.
        let text: String?
        let action: String?
        let tags: [String]?
    }

    package init(
        _ moment: Moment, _ reply: Reply?, _ words: MomentWords, _ help: HelpFinder
    ) {
        let told = ModelText<PraiseText>(reply)
        let answer = moment.said.answer
        let first = answer.tone
        let second = told.answer.map { model in
            SecondReading(
                first, line: answer.text, model: model.tone, text: model.text, by: words,
                seed: moment.id.seed)
        }
        let model = second?.isOfModel == true ? told.answer : nil
        let tone = second?.tone ?? first
        var origin = told.origin(ifFailed: words.failed)
        if model == nil { origin.source = TextOrigin.local }
        self.moment = moment
        praise = Improvable(
            Praise(
                tone: tone, text: second?.text ?? answer.text,
                // Help that was named stays.
                help: help.find(first, in: answer.language) ?? help.find(tone, in: answer.language),
                action: model?.action, tags: model?.tags, reason: answer.obstacle), origin)
    }

    package func encode(to encoder: any Encoder) throws {
        // In seconds: how long after it happened it was written down.
        let timeAgo = max(0, Int(clamping: moment.submitted.timeIntervalSince(moment.happened)))
        try encoder.encode([
            "id": moment.id, "clientId": moment.client, "text": moment.said.text,
            "note": moment.said.note, "mood": moment.said.mood,
            "photoCount": moment.said.photos, "day": moment.day, "happenedAt": moment.happened,
            "submittedAt": moment.submitted, "timeZone": moment.said.zone, "timeAgo": timeAgo,
            "favourite": moment.isFavourite, "praise": praise,
        ])
    }
}

extension Moment.Reply {
    /// The tone of the reply; that of a word which this version does not know is one that suits everybody.
    var tone: Tone { Tone(rawValue: reading) ?? .neutral }
}

extension MomentDay.Reading {
    /// The tone in which the moment is answered now.
    fileprivate var tone: Tone { modelTone.map(reply.tone.after) ?? reply.tone }

    /// How a model has read it; nil if none has.
    private var modelTone: ModelTone? {
        struct PraiseText: Decodable { let tone: ModelTone }
        let json = answer.map { Data($0.utf8) }
        return json.flatMap { try? JSONDecoder().decode(PraiseText.self, from: $0) }?.tone
    }

    /// Whether it may be danger, by the reader or by a model.
    fileprivate var hasSignOfDanger: Bool {
        reply.hasSignOfDanger == true || modelTone == .concern
    }
}

extension MomentDay {
    /// The local text about the day.
    package func text(by words: MomentWords) -> DayWords {
        DayWords(
            of: day, count: count,
            wins: readings.filter(\.tone.isWin).compactMap(\.text),
            tones: Set(readings.map(\.tone)),
            hasSignOfDanger: readings.contains(where: \.hasSignOfDanger), by: words)
    }
}

/// Finds where a person can look for help.
package struct HelpFinder: Sendable {
    private let words: Words
    private let country: String?

    package init(_ words: Words, _ wishes: Preferences) {
        self.words = words
        country = wishes.said.country
    }

    /// The help that is named beside words of a tone; nil if none is.
    func find(_ tone: Tone?, in language: String?) -> Help? {
        guard let tone, tone.namesHelp else { return nil }
        return words.help(in: language, country: country)
    }
}

/// A day as it is sent.
package struct DayResource: Encodable {
    package let day: LocalDay
    let count: Int
    /// Absent for a day that is not bright.
    let emoji: String?
    let label: String?
    /// The first moments' words.
    let moments: [String]
    let summary: Improvable<Summary>

    package struct Summary: Encodable {
        let text: String
    }

    /// What a model writes.
    struct SummaryText: Decodable, Sendable {
        let summary: String
        let emoji: String
        let label: String
    }

    /// The most moments that are sent of a day.
    package static let bullets = 3

    package init(_ day: MomentDay, _ reply: Reply?, _ words: MomentWords) {
        let told = ModelText<SummaryText>(reply)
        let said = day.text(by: words)
        // A moment may have come after the model's words, or was read anew.
        let model = said.isBright ? told.answer : nil
        self.day = day.day
        count = day.count
        emoji = model?.emoji ?? said.emoji
        label = model?.label ?? said.label
        moments = day.first.map { $0.said.text ?? words.placeholder }
        var origin = told.origin
        if !said.isBright { (origin.state, origin.job) = (TextOrigin.final, nil) }
        if model == nil { origin.source = TextOrigin.local }
        summary = Improvable(Summary(text: model?.summary ?? said.text), origin)
    }
}
