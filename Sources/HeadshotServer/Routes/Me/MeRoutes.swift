import Answers
import Companion
import Foundation
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import ObjectStore
import Setup

/// The routes of one person: the plan and what is left of it, all that is kept, and the way out.
extension Handlers {
    func addMe(to routes: Routes) {
        routes.add(.get, "/v1/me", .person(.reads)) { _, _, caller in
            try .json(try await persons.me(caller.person, in: caller.record))
        }
        routes.add(.get, "/v1/me/export", .person(.reads)) { _, _, caller in
            try .json(try await persons.export(caller.person, in: caller.record))
        }
        routes.add(.patch, "/v1/me", .person(.creates)) { request, _, caller in
            try await change(request, caller)
        }
        routes.add(.delete, "/v1/me", .person(.changes)) { _, _, caller in
            try await forget(caller.person)
        }
    }

    private var persons: PersonReader { PersonReader(people) }

    private func change(_ request: Request, _ caller: PersonCaller) async throws -> Response {
        let record = caller.record
        let person = caller.person
        let wanted = try await RequestBytes.decode(MeRequest.self, from: request)
        let change = try wanted.change(
            in: record.settings, try await people.texts.words(of: record),
            personas: session.configuration.personas)
        guard try await session.store.changePreferences(of: person, now: now, change) != nil else {
            throw Refusal.leaving
        }
        return try .json(try await persons.me(person, in: record))
    }

    /// Removes all that is a person's: at once, or as soon as a running job has ended.
    func forget(_ person: Person) async throws -> Response {
        try await session.store.beginToForget(person, now: now)
        do {
            _ = try await session.janitor.forget(person, results: session.results)
            return Response(status: .noContent)
        } catch WorkerError.personIsBusy {
            return Response(status: .accepted)
        } catch StorageError.unavailable {
            // What is left goes once it can be reached: what was begun is gone on with every hour.
            throw Refusal.store
        }
    }
}
