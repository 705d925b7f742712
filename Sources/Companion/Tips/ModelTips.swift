import JobQueue

/// What a model wrote in place of a period's tips.
package struct ModelTips: Sendable {
    package let text: ModelText<Answer>

    /// What a model writes.
    package struct Answer: Decodable, Sendable {
        let tips: [Words]

        struct Words: Decodable, Sendable {
            let title: String
            let body: String
            let part: String?
            let queries: [String]?
        }
    }

    package init(_ reply: Reply?) { text = ModelText(reply) }

    /// What a tip says now: one that is done says what the person did.
    package func said(in tip: Tip) -> Tip.Said {
        guard tip.completed == nil, let tips = text.answer?.tips, tips.indices.contains(tip.place)
        else { return tip.said }
        let words = tips[tip.place]
        return Tip.Said(
            title: words.title, body: words.body, part: words.part ?? tip.said.part,
            queries: words.queries ?? [], model: text.origin.source, scans: tip.said.scans)
    }
}
