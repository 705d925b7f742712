package import Companion
import Foundation
import People

/// A tip as it is sent.
package struct TipResource: Encodable {
    let id: String
    let title: String
    let body: String
    /// What of a photo it helps, `wellness` or `style`.
    let part: String
    /// Searches for pictures; absent for a day's tip.
    let queries: [Searches.Search]?
    /// When the person did it; absent as long as that is open.
    let completed: Date?
    /// Who wrote it.
    let source: String

    package init(_ tip: Tip, _ model: ModelTips) {
        let said = model.said(in: tip)
        id = tip.id
        title = said.title
        body = said.body
        part = said.part
        queries = tip.type == .long ? said.queries.map(Searches.Search.init) : nil
        completed = tip.completed
        source = said.model ?? TextOrigin.local
    }
}

/// The tips of a day or a week.
package struct TipsAnswer: Encodable {
    let type: String
    /// The day or the week.
    let period: String
    let tips: [TipResource]
    let state: String?
    /// The job that may bring a model's tips; absent once it has ended.
    let job: String?

    package init(_ period: PeriodTips) {
        let model = ModelTips(period.reply)
        type = period.type.rawValue
        self.period = period.period
        tips = period.tips.map { TipResource($0, model) }
        state = model.text.origin.state
        job = model.text.origin.job
    }
}

/// A tip as it is kept.
struct KeptTip: Encodable {
    let period: String
    let tip: TipResource
}
