import Foundation
import HTTPTypes
import Hummingbird
import JobQueue

/// Finds out who asks, by the token and the person's id, and how often.
struct Authentication: RouterMiddleware {
    let store: JobStore
    let now: @Sendable () -> Date
    let rates = RateLimit()

    func handle(
        _ request: Request, context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard let token = Self.token(of: request),
            let access = try await store.access(with: token, now: now())
        else { throw Refusal.unauthenticated }
        let space = access.space.space
        context.note.space = space.rawValue
        if let seconds = rates.take(for: token.secret) { throw Refusal.rate(retryAfter: seconds) }
        let person = try Self.person(of: request, in: space)
        switch access.holder {
        case .server: break
        case .store: throw Refusal.storeOnly
        case .app:
            // The token is public: the id is what only this one person has.
            guard access.space.settings.budget != nil else { throw Refusal.budgetMissing }
            guard let person else { throw Refusal.personMissing }
            guard person.isSecret else {
                throw Refusal.personInvalid("An app names persons by UUIDs of version 4.")
            }
        }
        var standing: Admission?
        if let person { standing = try await store.standing(of: person) }
        guard standing != .leaving else { throw Refusal.leaving }
        var context = context
        context.caller = Caller(access: access, person: person, isKnown: standing == .admitted)
        return try await next(request, context)
    }

    static func token(of request: Request) -> AccessToken? {
        let words = request.headers[.authorization]?.split(separator: " ") ?? []
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        return AccessToken(String(words[1]))
    }

    /// The person that the header names; nil without the header.
    private static func person(of request: Request, in space: Space) throws(Refusal) -> Person? {
        guard let name = HTTPField.Name("x-user-id"), let id = request.headers[name] else {
            return nil
        }
        return try Person(requested: id, in: space)
    }
}
