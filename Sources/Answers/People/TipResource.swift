package import Companion
import Foundation
import Ground
import JobQueue
package import People

/// A tip as it is sent.
package struct TipResource: Encodable {
    private let tip: Tip
    private let model: ModelTips

    package init(_ tip: Tip, _ model: ModelTips) {
        self.tip = tip
        self.model = model
    }

    package func encode(to encoder: any Encoder) throws {
        let said = model.said(in: tip)
        // Searches for pictures, but not for a day's tip.
        let queries = tip.type == .long ? said.queries.map(Searches.Search.init) : nil
        try encoder.encode([
            "id": tip.id, "title": said.title, "body": said.body, "part": said.part,
            "queries": queries, "completed": tip.completed,
            "source": said.model ?? TextOrigin.local,
        ])
    }
}

/// The tips of a day or a week.
package struct TipsAnswer: Encodable {
    private let period: PeriodTips

    package init(_ period: PeriodTips) { self.period = period }

    package func encode(to encoder: any Encoder) throws {
        let model = ModelTips(period.reply)
        try encoder.encode([
            "type": period.type.rawValue, "period": period.period,
            "tips": period.tips.map { TipResource($0, model) }, "state": model.text.origin.state,
            // The job that may bring a model's tips; absent once it has ended.
            "job": model.text.origin.job,
        ])
    }
}

/// A tip as it is kept.
struct KeptTip: Encodable {
    let period: String
    let tip: TipResource
}

/// Somebody who is known for a person's style.
package struct CelebrityContent: Encodable {
    let day: LocalDay
    let name: String
    /// What of the style may be tried; never about looks.
    let why: String
    /// The shape and the theme that were looked for; absent where they are not known.
    let faceShape: String?
    let theme: String?
    let queries: [Searches.Search]

    /// What a model writes.
    fileprivate struct MatchText: Decodable, Sendable {
        let name: String
        let why: String
        let queries: [String]
    }
}

package typealias CelebrityResource = Improvable<CelebrityContent>

extension CelebrityResource {
    package init(_ match: KeptMatch, _ reply: Reply?) {
        let told = ModelText<CelebrityContent.MatchText>(reply)
        self.init(
            CelebrityContent(
                day: match.day, name: told.answer?.name ?? match.name,
                why: told.answer?.why ?? match.why, faceShape: match.faceShape, theme: match.theme,
                queries: (told.answer?.queries ?? match.queries).map(Searches.Search.init)),
            told.origin)
    }
}

/// A person's answers, and the preview that they lead to.
package struct QuizResource: Encodable {
    let answers: [String: QuizAnswer]
    let preview: QuizPreview

    /// `nil` before there are any answers.
    package init?(
        _ wishes: Preferences, _ quiz: Quiz, measured: String?, celebrity: String?
    ) {
        guard let answers = wishes.answers,
            let preview = wishes.preview(of: quiz, measured: measured, celebrity: celebrity)
        else { return nil }
        self.answers = answers
        self.preview = preview
    }
}
