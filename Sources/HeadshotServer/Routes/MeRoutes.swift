import Answers
import Foundation
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import Setup

/// The routes of one person: the plan and what is left of it, all that is kept, and the way out.
struct MeRoutes: Sendable {
    let session: Session
    let persons: Persons
    let shelf: WordsShelf

    func add(to group: RouterGroup<ServerContext>) {
        group.get("me") { _, context in
            let caller = try context.requireCaller()
            return try Response.json(
                try await reader.me(caller.requirePerson(), in: caller.access.space))
        }
        group.get("me/export") { _, context in
            let caller = try context.requireCaller()
            return try Response.json(
                try await reader.export(caller.requirePerson(), in: caller.access.space))
        }
        group.patch("me") { request, context in try await change(request, context) }
        group.delete("me") { _, context in
            let caller = try context.requireCaller()
            try caller.require(.submit)
            return try await forget(caller.requirePerson())
        }
    }

    private var now: Date { session.configuration.environment.now }
    private var reader: PersonReader { PersonReader(session: session, shelf: shelf) }

    private func change(_ request: Request, _ context: ServerContext) async throws -> Response {
        let caller = try context.requireCaller()
        try caller.require(.submit)
        let record = caller.access.space
        let wanted = try await RequestBytes.decode(MeRequest.self, from: request)
        let change = try wanted.change(
            in: record.settings, try await shelf.words(of: record),
            personas: session.configuration.personas)
        let person = try await persons.admit(caller)
        guard try await session.store.changeWishes(of: person, now: now, change) != nil else {
            throw Refusal.leaving
        }
        return try .json(try await reader.me(person, in: record))
    }

    /// Removes all that is a person's: at once, or as soon as a running job has ended.
    func forget(_ person: Person) async throws -> Response {
        try await session.store.beginToForget(person, now: now)
        let results = session.configuration.results(nil, in: session.home)
        do {
            _ = try await session.janitor.forget(person, results: results)
            return Response(status: .noContent)
        } catch WorkerError.personIsBusy {
            return Response(status: .accepted)
        }
    }
}
