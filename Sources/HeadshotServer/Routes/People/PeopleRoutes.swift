import Answers
import Companion
import Foundation
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import Setup

/// The routes about all persons of a space, for servers.
struct PeopleRoutes: Sendable {
    let session: Session
    let me: MeRoutes

    func add(to routes: Routes) {
        routes.add(.get, "/v1/people", .space(.reads)) { request, _, caller in
            try await list(request, caller)
        }
        routes.add(.delete, "/v1/people/{id}", .space(.changes)) { _, context, caller in
            try await me.forget(Self.person(context, caller))
        }
        routes.add(.put, "/v1/people/{id}/plan", .space(.changes)) {
            try await grant($0, $1, $2)
        }
    }

    private var now: Date { session.configuration.environment.now }

    private func list(_ request: Request, _ caller: Caller) async throws -> Response {
        let page = try PageQuery(request.uri.queryParameters)
        let (found, hasMore) = try await page.read {
            try await session.store.persons(of: caller.space, after: page.after, limit: $0)
        }
        let cap = try await session.keptLimits
        let now = now
        let usage = try await session.store.usage(
            in: caller.space, counting: .headshot, cap: cap, now: now)
        let people = found.map { record in
            let used = usage[record.person]?.usedToday ?? 0
            let entitlement = record.entitlement.best(at: now)
            return PeopleAnswer.PersonSummary(
                person: record.person.rawValue, created: record.created,
                plan: entitlement.plan, expires: entitlement.expires,
                usedToday: used, leftToday: max(0, cap.charges - used))
        }
        return try .json(
            PeopleAnswer(
                people: people, left: page.after == nil ? try await departed(caller.space) : nil,
                next: hasMore ? people.last?.person : nil))
    }

    /// What a store, or an operator, still says of persons who have left; `nil` for nothing.
    private func departed(_ space: Space) async throws -> [PeopleAnswer.Departed]? {
        let found = try await session.store.departedPurchases(of: space, limit: PageQuery.most)
        guard !found.isEmpty else { return nil }
        return found.map { departed in
            let purchase = departed.purchase
            return PeopleAnswer.Departed(
                person: departed.person?.rawValue, store: purchase.store,
                product: purchase.product, plan: purchase.entitlement.plan,
                expires: purchase.entitlement.expires, said: purchase.said)
        }
    }

    /// Says what a person pays for, whichever store sold it.
    private func grant(
        _ request: Request, _ context: ServerContext, _ caller: Caller
    ) async throws -> Response {
        let person = try Self.person(context, caller)
        let wanted = try await RequestBytes.decode(PlanRequest.self, from: request)
        let known = try await session.store.set(
            Entitlement(wanted.plan, expires: wanted.expires), of: person, said: now
        ).best(at: now)
        return try .json(
            PlanAnswer(person: person.rawValue, plan: known.plan, expires: known.expires))
    }

    private static func person(
        _ context: ServerContext, _ caller: Caller
    ) throws(Refusal) -> Person {
        guard let id = context.parameters.get("id") else { throw .notFound }
        return try Person(requested: id, in: caller.space)
    }
}

/// Persons whom a space has met, by their ids.
private struct PeopleAnswer: Encodable {
    let people: [PersonSummary]
    /// Beside the first persons: the purchases of those who have left.
    let left: [Departed]?
    /// What to send as `after` for the next ones; absent after the last.
    let next: String?

    struct PersonSummary: Encodable {
        let person: String
        let created: Date
        let plan: Plan
        let expires: Date?
        let usedToday: Int
        let leftToday: Int
    }

    struct Departed: Encodable {
        /// Only of a plan that an operator granted.
        let person: String?
        let store: String?
        let product: String?
        let plan: Plan
        let expires: Date?
        let said: Date
    }
}

private struct PlanRequest: Decodable, Sendable {
    let plan: Plan
    /// When it ends; left out, it does not.
    let expires: Date?
}

private struct PlanAnswer: Encodable {
    let person: String
    let plan: Plan
    let expires: Date?
}
