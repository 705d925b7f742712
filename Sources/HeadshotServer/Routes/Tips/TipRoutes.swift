import Answers
import Companion
import Hummingbird
import JobQueue

/// The routes of what a person may try, for today and for the week.
struct TipRoutes: Sendable {
    let people: PersonServices

    func add(to routes: Routes) {
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
            let wanted = try await RequestBytes.decode(TipRequest.self, from: request)
            let (tip, reply) = try await people.complete(
                context.parameters.get("id") ?? "", wanted.completed, for: caller.person)
            return try Response.json(TipResource(tip, ModelTips(reply)))
        }
    }
}

private struct TipRequest: Decodable, Sendable {
    let completed: Bool
}
