import Answers
import Companion
import Hummingbird
import JobQueue

/// The routes of what a person may try, for today and for the week, and of somebody who is known for the person's style.
extension Handlers {
    func addTips(to routes: Routes) {
        // The first request of a day or a week makes its tips; those that are done stay, whatever the plan is then.
        routes.add(
            .get, "/v1/tips", .person(.creates, feature: .tips, asksModel: true)
        ) { request, _, caller in
            var query = request.query
            let name = query.take("type")
            guard let type = name.flatMap({ Tip.Kind(rawValue: "\($0)") }) else {
                throw Refusal.malformed("'type' is short or long.")
            }
            guard let completed = query.take("completed") else {
                try query.end()
                guard try await rules(of: caller).coaching else { throw Refusal.planRequired }
                return try Response.json(
                    TipsAnswer(try await people.tips(type, for: caller.visitor)))
            }
            guard completed == "true" else { throw Refusal.malformed("'completed' is true.") }
            return try await done(type, try PageQuery(query), caller)
        }
        routes.add(.patch, "/v1/tips/{id}", .person(.changes, feature: .tips)) {
            request, context, caller in
            let wanted = try await RequestBytes.decode(CompletionRequest.self, from: request)
            let (tip, reply) = try await people.complete(
                context.parameters.get("id") ?? "", wanted.completed, for: caller.person)
            return try Response.json(TipResource(tip, ModelTips(reply)))
        }
        routes.add(
            .post, "/v1/celebrity",
            .person(.creates, feature: .celebrity, plan: .coaching, asksModel: true)
        ) { request, _, caller in
            let wanted = try await RequestBytes.decode(CelebrityRequest.self, from: request)
            let (match, reply) = try await people.matchCelebrity(
                theme: wanted.theme, another: wanted.another ?? false,
                key: try request.idempotencyKey(), for: caller.visitor)
            return try Response.json(CelebrityResource(match, reply))
        }
    }

    /// The tips of a kind that the person has done, the last one first.
    private func done(
        _ type: Tip.Kind, _ page: PageQuery, _ caller: PersonCaller
    ) async throws -> Response {
        let last = try page.after.map { text in
            guard let position = TipPosition(text) else {
                throw Refusal.malformed("'after' is not from a page of these.")
            }
            return position
        }
        let (found, next) = try await page.read({ TipPosition($0)?.text ?? "" }) {
            try await people.store.tipsDone(by: caller.person, type, before: last, limit: $0)
        }
        let tips = found.map { Extended(TipResource($0, ModelTips(nil)), ["period": $0.period]) }
        return try .json(Page("tips", tips, next: next))
    }
}

/// Whether a tip is done.
private struct CompletionRequest: Decodable, Sendable {
    let completed: Bool
}

private struct CelebrityRequest: Decodable, Sendable {
    let theme: String?
    /// Whether it is to be another than the last one.
    let another: Bool?
}
