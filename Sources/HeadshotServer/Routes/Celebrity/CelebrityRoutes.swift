import Answers
import Companion
import Hummingbird
import JobQueue

/// The route that finds somebody who is known for a person's style.
struct CelebrityRoutes: Sendable {
    let people: PersonServices

    func add(to routes: Routes) {
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

private struct CelebrityRequest: Decodable, Sendable {
    let theme: String?
}
