import Answers
import Foundation
import Ground
import Hummingbird
import JobQueue
import People
import Setup

/// The routes of a person's daily tasks and the streak that they make.
struct RoutineRoutes: Sendable {
    let session: Session
    let shelf: WordsShelf

    func add(to routes: Routes) {
        routes.add(.get, "/v1/routine", .person(.reads, feature: .routine)) { _, _, caller in
            let desk = try await desk(caller)
            let routine = try await session.store.routine(of: desk.person, on: desk.clock.today)
            return try .json(RoutineAnswer(routine, desk))
        }
        routes.add(.put, "/v1/routine/{task}", .person(.creates, feature: .routine)) {
            try await tick($0, $1, $2)
        }
        routes.add(
            .post, "/v1/routine/freeze",
            .person(.creates, feature: .routine, plan: .freezes)
        ) { _, _, caller in
            try await freeze(caller)
        }
        routes.add(.post, "/v1/people/{id}/freezes", .space(.changes, feature: .routine)) {
            try await give($0, $1, $2)
        }
    }

    /// What a request of a person works with.
    struct Desk: Sendable {
        let person: Person
        let words: RoutineWords
        let rule: StreakRule
        let clock: PersonClock
        let mayFreeze: Bool
    }

    private func desk(_ caller: PersonCaller) async throws -> Desk {
        let person = caller.person
        let record = caller.record
        guard let words = try await shelf.words(of: record).routine else {
            throw Refusal.featureOff
        }
        let clock = try await session.clock(
            for: try await session.store.wishes(of: person), in: record.settings)
        return Desk(
            person: person, words: words, rule: record.settings.streak, clock: clock,
            mayFreeze: try await session.rules(of: person, in: record.settings).freezes)
    }

    private func tick(
        _ request: Request, _ context: ServerContext, _ caller: PersonCaller
    ) async throws -> Response {
        let desk = try await desk(caller)
        let tasks = Set(desk.words.tasks.map(\.id))
        guard let task = context.parameters.get("task"), tasks.contains(task) else {
            throw Refusal.notFound
        }
        let isDone = try await RequestBytes.decode(TaskRequest.self, from: request).completed
        let routine = try await session.store.changeRoutine(
            of: desk.person, on: desk.clock.today, now: desk.clock.now
        ) { routine -> Routine in
            if !isDone {
                routine.done[task] = nil
            } else if routine.done[task] == nil {
                routine.done[task] = desk.clock.now
            }
            if tasks.isSubset(of: routine.done.keys) {
                desk.rule.add(desk.clock.now, to: &routine.streak, in: desk.clock.zone)
            }
            return routine
        }
        guard let routine else { throw Refusal.leaving }
        return try .json(RoutineAnswer(routine, desk))
    }

    private func freeze(_ caller: PersonCaller) async throws -> Response {
        let desk = try await desk(caller)
        let frozen = try await session.store.changeRoutine(
            of: desk.person, on: desk.clock.today, now: desk.clock.now
        ) { routine -> Result<Routine, Refusal> in
            guard desk.rule.canFreeze(routine.streak, at: desk.clock.now, in: desk.clock.zone)
            else { return .failure(.freezeNotNeeded) }
            guard routine.freezes > 0 else { return .failure(.noFreeze) }
            routine.freezes -= 1
            routine.streak.freezesUsed += 1
            return .success(routine)
        }
        guard let frozen else { throw Refusal.leaving }
        return try .json(RoutineAnswer(frozen.get(), desk))
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
        try await session.store.giveFreeze(
            wanted.id, to: person, now: session.configuration.environment.now)
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

/// A person's day, and the days before it.
struct RoutineAnswer: Encodable {
    let day: LocalDay
    let tasks: [TaskState]
    let streak: StreakAnswer
    /// The sentence of the day; absent until the day is done.
    let insight: String?

    struct TaskState: Encodable {
        let id: String
        let title: String
        let completed: Bool
        let completedAt: Date?
    }

    init(_ routine: Routine, _ desk: RoutineRoutes.Desk) {
        let today = desk.clock.today
        day = today
        tasks = desk.words.tasks.map { task in
            TaskState(
                id: task.id, title: task.title, completed: routine.done[task.id] != nil,
                completedAt: routine.done[task.id])
        }
        streak = StreakAnswer(
            routine.streak, freezes: routine.freezes, mayFreeze: desk.mayFreeze, desk.rule,
            desk.clock, desk.words)
        let insights = desk.words.toldInsights
        // One a day, each in its turn.
        let isDone = routine.streak.lastDay.map { $0 >= today } ?? false
        insight =
            isDone && !insights.isEmpty ? insights[today.turn(among: insights.count)] : nil
    }
}

/// The days in a row as they are sent.
struct StreakAnswer: Encodable {
    /// 0 once it is over.
    let count: Int
    /// Until when the next day has to be done; absent before the first.
    let deadline: Date?
    let atRisk: Bool
    /// Whether there was a streak, and it is over.
    let lapsed: Bool
    /// What is said of one that is over; absent for one that is not.
    let message: String?
    let freezes: Int
    /// Whether a freeze would save it now, and there is one.
    let canFreeze: Bool
    let totalDays: Int
    let best: Int

    init(
        _ streak: Streak, freezes: Int, mayFreeze: Bool, _ rule: StreakRule, _ clock: PersonClock,
        _ words: RoutineWords
    ) {
        count = rule.shown(streak, at: clock.now, in: clock.zone)
        deadline = rule.deadline(of: streak, in: clock.zone)
        atRisk = rule.isAtRisk(streak, at: clock.now, in: clock.zone)
        lapsed = rule.isOver(streak, at: clock.now, in: clock.zone)
        message = lapsed ? words.lapsed.replacing("{best}", with: String(streak.best)) : nil
        self.freezes = freezes
        canFreeze =
            mayFreeze && freezes > 0 && rule.canFreeze(streak, at: clock.now, in: clock.zone)
        totalDays = streak.totalDays
        best = streak.best
    }
}
