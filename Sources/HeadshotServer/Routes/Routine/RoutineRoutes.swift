import Answers
import Companion
import Ground
import Foundation
import Hummingbird
import JobQueue

/// The routes of a person's daily tasks and the streak that they make.
extension Handlers {
    func addRoutine(to routes: Routes) {
        routes.add(.get, "/v1/routine", .person(.reads, feature: .routine)) { _, _, caller in
            try .json(RoutineAnswer(try await people.routine(for: caller.visitor)))
        }
        routes.add(.put, "/v1/routine/{task}", .person(.creates, feature: .routine)) {
            request, context, caller in
            let wanted = try await RequestBytes.decode(TaskRequest.self, from: request)
            let day = try await people.set(
                try wanted.tick(context.parameters.get("task") ?? ""), for: caller.visitor)
            return try Response.json(RoutineAnswer(day))
        }
        routes.add(.get, "/v1/routine/days", .person(.reads, feature: .routine)) {
            request, caller in
            var query = request.query
            let from = try query.take("from").map { try LocalDay(requested: $0, as: "from") }
            let to = try query.take("to").map { try LocalDay(requested: $0, as: "to") }
            try query.end()
            let days = try await people.routineDays(from: from, to: to, for: caller.visitor)
            return try .json(["days": days.map(RoutineHistoryAnswer.init)])
        }
        // A person who has a freeze has paid for it: no plan keeps it from being used.
        routes.add(.post, "/v1/routine/freeze", .person(.creates, feature: .routine)) {
            _, _, caller in
            try .json(RoutineAnswer(try await people.freeze(for: caller.visitor)))
        }
        routes.add(.put, "/v1/routine/freeze", .person(.creates, feature: .routine)) {
            request, _, caller in
            let wanted = try await RequestBytes.decode(EquipRequest.self, from: request)
            let day = try await people.equip(wanted.equipped, for: caller.visitor)
            return try Response.json(RoutineAnswer(day))
        }
        // Whichever store sold the freeze.
        routes.add(.post, "/v1/people/{id}/freezes", .space(.changes, feature: .routine)) {
            request, context, caller in
            let person = try await person(context, caller)
            let wanted = try await RequestBytes.decode(FreezeRequest.self, from: request)
            guard (1...Self.longestID).contains(wanted.id.utf8.count), wanted.id.isVisibleASCII
            else {
                throw Refusal.malformed("'id' has 1 to \(Self.longestID) visible ASCII characters.")
            }
            guard try await people.store.giveFreeze(wanted.id, to: person, now: now) else {
                throw Refusal.leaving
            }
            return Response(status: .noContent)
        }
    }

    /// In bytes; the queue stores no longer one.
    private static let longestID = 128
}

/// Whether freezes are used as soon as a day is missed.
private struct EquipRequest: Decodable, Sendable {
    let equipped: Bool
}

private struct TaskRequest: Decodable, Sendable {
    let completed: Bool
    /// When that was; a phone that was offline sends it late.
    let completedAt: Date?
    let timeZone: String?

    func tick(_ task: String) throws(Refusal) -> TaskTick {
        if let timeZone { _ = try TimeZone(requested: timeZone) }
        return TaskTick(task, isDone: completed, at: completedAt, in: timeZone)
    }
}

private struct FreezeRequest: Decodable, Sendable {
    /// The operator's own name for it, such as a receipt's number.
    let id: String
}
