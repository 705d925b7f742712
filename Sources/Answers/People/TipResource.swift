package import Companion
import Foundation
import People

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
