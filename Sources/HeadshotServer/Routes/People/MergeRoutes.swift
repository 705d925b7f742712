import Answers
import Companion
import Hummingbird
import JobQueue
import Setup

/// The route by which an anonymous person becomes one with an account.
extension Handlers {
    func addMerging(to routes: Routes) {
        routes.add(.post, "/v1/people/{id}/merge", .space(.changes)) { request, context, caller in
            let person = try await found(context) { try Person(requested: $0, in: caller.space) }
            let wanted = try await RequestBytes.decode(MergeRequest.self, from: request)
            let other = try Person(requested: wanted.into, in: caller.space)
            guard person != other else {
                throw Refusal.malformed("'into' is the person who is merged.")
            }
            let merge = try await session.store.merge(
                person, into: other, by: caller.settings.streak, now: now)
            switch merge {
            case .merged:
                return try Response.json(["merged": person.rawValue, "person": other.rawValue])
            case .busy: throw Refusal(.personBusy, "Try again once it has ended.", retryAfter: 10)
            case .unknown: throw Refusal.notFound
            case .isOther(let known): throw Refusal.merged(into: known)
            case .leaving: throw Refusal.leaving
            }
        }
    }
}

private struct MergeRequest: Decodable, Sendable {
    /// The person who stays.
    let into: String
}
