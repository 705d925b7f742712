import Answers
import Companion
import Foundation
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import Setup

/// The routes about all persons of a space, for servers.
extension Handlers {
    func addPeople(to routes: Routes) {
        routes.add(.get, "/v1/people", .space(.reads), list)
        routes.add(.delete, "/v1/people/{id}", .space(.changes)) { _, context, caller in
            try await forget(person(context, caller))
        }
        routes.add(.put, "/v1/people/{id}/plan", .space(.changes), grant)
    }

    private func list(_ request: Request, _ caller: Caller) async throws -> Response {
        let page = try PageQuery(request.query)
        try Cursor.checkID(page.after)
        let (found, next) = try await page.read(\PersonRecord.person.rawValue) {
            try await session.store.persons(of: caller.space, after: page.after, limit: $0)
        }
        let cap = try await session.keptLimits
        let now = now
        var usage: [Person?: Usage] = [:]
        if let first = found.first, let last = found.last {
            usage = try await session.store.usage(
                .persons(
                    from: first.person.rawValue, to: last.person.rawValue, in: caller.space),
                counting: .headshot, cap: cap, now: now)
        }
        let people = found.map { record in
            let used = usage[record.person]?.usedToday ?? 0
            let entitlement = record.entitlement.best(at: now)
            return PersonSummary(
                person: record.person.rawValue, created: record.created,
                plan: entitlement.plan, expires: entitlement.expires,
                usedToday: used, leftToday: max(0, cap.charges - used))
        }
        // Beside the first persons: the purchases of those who have left.
        let left = page.after == nil ? try await departed(caller.space) : []
        return try .json(
            Extended(Page("people", people, next: next), left.isEmpty ? [:] : ["left": left]))
    }

    /// What a store still says of persons who have left.
    private func departed(_ space: Space) async throws -> [Departed] {
        try await session.store.departedPurchases(of: space, limit: PageQuery.most).map {
            Departed(
                store: $0.store, product: $0.product, plan: $0.entitlement.plan,
                expires: $0.entitlement.expires, said: $0.said)
        }
    }

    /// Says what a person pays for, whichever store sold it.
    private func grant(
        _ request: Request, _ context: ServerContext, _ caller: Caller
    ) async throws -> Response {
        let person = try await person(context, caller)
        let wanted = try await RequestBytes.decode(PlanRequest.self, from: request)
        let granted = Entitlement(wanted.plan, expires: wanted.expires)
        guard let all = try await session.store.set(granted, of: person, said: now) else {
            throw Refusal.leaving
        }
        let known = all.best(at: now)
        return try .json(
            PlanAnswer(person: person.rawValue, plan: known.plan, expires: known.expires))
    }

    func person(_ context: ServerContext, _ caller: Caller) async throws -> Person {
        let person = try await found(context) { try Person(requested: $0, in: caller.space) }
        if let other = try await session.store.merged(person) { throw Refusal.merged(into: other) }
        return person
    }
}

private struct PersonSummary: Encodable {
    let person: String
    let created: Date
    let plan: Plan
    let expires: Date?
    let usedToday: Int
    let leftToday: Int
}

private struct Departed: Encodable {
    let store: String?
    let product: String?
    let plan: Plan
    let expires: Date?
    let said: Date
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
