import Foundation
import JobQueue
import People

/// What a model wrote in place of a period's tips.
struct ToldTips: Sendable {
    let told: ToldWords<Answer>

    /// What a model writes.
    struct Answer: Decodable, Sendable {
        let tips: [Words]

        struct Words: Decodable, Sendable {
            let title: String
            let body: String
            let part: String?
            let queries: [String]?
        }
    }

    init(_ reply: Reply?) { told = ToldWords(reply) }

    /// What a tip says now: one that is done says what the person did.
    func said(in tip: Tip) -> Tip.Said {
        guard tip.completed == nil, let tips = told.answer?.tips, tips.indices.contains(tip.place)
        else { return tip.said }
        let words = tips[tip.place]
        return Tip.Said(
            title: words.title, body: words.body, part: words.part ?? tip.said.part,
            queries: words.queries ?? [], model: told.source)
    }
}

/// A tip as it is sent.
struct TipResource: Encodable {
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

    init(_ tip: Tip, _ told: ToldTips) {
        let said = told.said(in: tip)
        id = tip.id
        title = said.title
        body = said.body
        part = said.part
        queries = tip.type == .long ? said.queries.map(Searches.Search.init) : nil
        completed = tip.completed
        source = said.model ?? ToldWords<ToldTips.Answer>.local
    }
}

/// The tips of a day or a week.
struct TipsAnswer: Encodable {
    let type: String
    /// The day or the week.
    let period: String
    let tips: [TipResource]
    let state: String
    /// The job that may bring a model's tips; absent once it has ended.
    let job: String?

    init(type: String, period: String, _ tips: [Tip], _ reply: Reply?) {
        let told = ToldTips(reply)
        self.type = type
        self.period = period
        self.tips = tips.map { TipResource($0, told) }
        (state, job) = (told.told.state, told.told.job)
    }
}

/// A tip as it is kept.
struct KeptTip: Encodable {
    let period: String
    let tip: TipResource
}
