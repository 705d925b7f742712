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
        var query = request.uri.queryParameters.map { (String($0.key), $0.value) }
        let since = try query.take("since").map { text in
            let cursor = try Cursor(String(text), of: "c", count: 2)
            return (place: try cursor.number(0), at: Date(milliseconds: try cursor.number(1)))
        }
        let limit = try PageQuery(query).limit
        let (person, now) = (caller.person, now)
        // What was removed longer ago is not known any more, nor what a restored queue has forgotten.
        var isKnown = true
        if let since {
            let last = try await session.store.lastChange(of: person)
            isKnown = since.at >= now - JobStore.changesLast && last >= since.place
        }
        let begin = isKnown ? since : nil
        let found = try await session.store.changes(
            of: person, after: begin?.place ?? 0, limit: limit + 1)
        let page = Array(found.prefix(limit))
        let things = try await PersonReader(people).things(
            in: page, of: person, in: caller.record,
            since: begin.map { $0.at - Self.tolerance })
        let next = page.last?.place ?? begin?.place ?? 0
        return try .json(
            ChangesAnswer(
                things: things, reset: !isKnown, more: found.count > limit,
                next: "c\(next)_\(now.milliseconds)"))
    }

    /// In seconds: the clocks of servers differ a little.
    private static let tolerance: TimeInterval = 60
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
