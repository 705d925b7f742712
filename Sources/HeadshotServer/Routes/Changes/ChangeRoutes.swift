import Answers
import Companion
import Foundation
import Ground
import Hummingbird
import JobQueue
import Setup

/// The route by which a device that was offline catches up.
extension Handlers {
    func addChanges(to routes: Routes) {
        routes.add(.get, "/v1/changes", .person(.reads), changes)
    }

    private func changes(_ request: Request, _ caller: PersonCaller) async throws -> Response {
        var query = request.query
        let since = try query.take("since").map { try ChangesPlace(String($0)) }
        let limit = try PageQuery(query.take("limit").map { [("limit", $0)] } ?? []).limit
        try query.end()
        let (person, now) = (caller.person, now)
        let reader = PersonReader(people)
        let owner = Self.short(person.rawValue, in: person.space)
        let state = Self.short(
            try AnswerJSON.line(await reader.planAndStreak(of: person, in: caller.record)),
            in: person.space)
        // What was removed longer ago is not known any more, nor what a restored queue has forgotten. One person's place is not
        // another's: after a merge, a client has the place of somebody who is not there any more.
        var isKnown = true
        if let since {
            let last = try await session.store.lastChange(of: person)
            isKnown =
                since.person == owner && since.at >= now - JobStore.changesLast
                && last >= since.place
        }
        let begin = isKnown ? since : nil
        let found = try await session.store.changes(
            of: person, after: begin?.place ?? 0, limit: limit + 1)
        let page = Array(found.prefix(limit))
        let things = try await reader.things(
            in: page, of: person, in: caller.record,
            since: begin.map { $0.at - Self.tolerance }, knowsState: begin?.state == state)
        let next = ChangesPlace(
            place: page.last?.place ?? begin?.place ?? 0, at: now, person: owner, state: state)
        return try .json(
            ChangesAnswer(
                things: things, reset: !isKnown, more: found.count > limit, next: next.cursor))
    }

    /// A short name of a text: others of the same length are other texts, but for one in four billion.
    private static func short(_ text: String, in space: Space) -> String {
        String(JobStore.hash(text, in: space).prefix(8))
    }

    /// In seconds: the clocks of servers differ a little.
    private static let tolerance: TimeInterval = 60
}

/// How far a client has caught up.
private struct ChangesPlace {
    let place: Int64
    let at: Date
    /// Whose changes they are, as a short name.
    let person: String
    /// The plan and the streak that the client knows, as a short name.
    let state: String

    var cursor: String { "c\(place)_\(at.milliseconds)_\(person)_\(state)" }
}

extension ChangesPlace {
    fileprivate init(_ text: String) throws(Refusal) {
        let cursor = try Cursor(text, of: "c", count: 4, as: "since")
        self.init(
            place: try cursor.number(0), at: Date(milliseconds: try cursor.number(1)),
            person: cursor.text(2), state: cursor.text(3))
    }
}

private struct ChangesAnswer: Encodable {
    let things: JSONObject
    /// Whether the client has to forget what it has: it is all here, from the beginning.
    let reset: Bool
    /// Whether there is more after `next`.
    let more: Bool
    /// What to send as `since` the next time.
    let next: String

    func encode(to encoder: any Encoder) throws {
        try things.encode(to: encoder)
        try encoder.encode(["reset": reset, "more": more, "next": next])
    }
}
