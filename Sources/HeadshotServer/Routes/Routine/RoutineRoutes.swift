import Answers
import Companion
import Ground
import Hummingbird
import JobQueue

/// The routes of a person's daily tasks and the streak that they make.
struct RoutineRoutes: Sendable {
    let people: PersonServices

    func add(to routes: Routes) {
        routes.add(.get, "/v1/routine", .person(.reads, feature: .routine)) { _, _, caller in
            try .json(RoutineAnswer(try await people.routine(for: caller.visitor)))
        }
        routes.add(.put, "/v1/routine/{task}", .person(.creates, feature: .routine)) {
            request, context, caller in
            let wanted = try await RequestBytes.decode(TaskRequest.self, from: request)
            let day = try await people.set(
                context.parameters.get("task") ?? "", isDone: wanted.completed,
                for: caller.visitor)
            return try Response.json(RoutineAnswer(day))
        }
        routes.add(
            .post, "/v1/routine/freeze",
            .person(.creates, feature: .routine, plan: .freezes)
        ) { _, _, caller in
            try .json(RoutineAnswer(try await people.freeze(for: caller.visitor)))
        }
        routes.add(.post, "/v1/people/{id}/freezes", .space(.changes, feature: .routine)) {
            try await give($0, $1, $2)
        }
    }

    /// Gives a person a freeze, whichever store sold it.
    private func give(
        _ request: Request, _ context: ServerContext, _ caller: Caller
    ) async throws -> Response {
        guard let id = context.parameters.get("id") else { throw Refusal.notFound }
        let person = try Person(requested: id, in: caller.space)
        let wanted = try await RequestBytes.decode(FreezeRequest.self, from: request)
        guard (1...Self.longestID).contains(wanted.id.utf8.count), wanted.id.isVisibleASCII else {
            throw Refusal.malformed("'id' has 1 to \(Self.longestID) visible ASCII characters.")
        }
        try await people.store.giveFreeze(
            wanted.id, to: person, now: people.now)
        return Response(status: .noContent)
    }

    /// In bytes; the queue stores no longer one.
    private static let longestID = 128
}

private struct TaskRequest: Decodable, Sendable {
    let completed: Bool
}

private struct FreezeRequest: Decodable, Sendable {
    /// The operator's own name for it, such as a receipt's number.
    let id: String
}
