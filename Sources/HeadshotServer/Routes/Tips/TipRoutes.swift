import Answers
import Companion
import Hummingbird
import JobQueue

/// The routes of what a person may try, for today and for the week, and of somebody who is known for the person's style.
extension Handlers {
    func addTips(to routes: Routes) {
        // The first request of a day or a week makes its tips.
        routes.add(
            .get, "/v1/tips",
            .person(.creates, feature: .tips, plan: .coaching, asksModel: true)
        ) { request, _, caller in
            let name = request.uri.queryParameters["type"]
            guard let type = name.flatMap({ Tip.Kind(rawValue: "\($0)") }) else {
                throw Refusal.malformed("'type' is short or long.")
            }
            return try Response.json(TipsAnswer(try await people.tips(type, for: caller.visitor)))
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
                theme: wanted.theme, for: caller.visitor)
            return try Response.json(CelebrityResource(match, reply))
        }
    }
}

/// Whether a tip is done.
private struct CompletionRequest: Decodable, Sendable {
    let completed: Bool
}

private struct CelebrityRequest: Decodable, Sendable {
    let theme: String?
}
