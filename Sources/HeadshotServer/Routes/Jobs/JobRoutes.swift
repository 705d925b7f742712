import Answers
import Companion
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import HummingbirdCore
import JobQueue
import ObjectStore
import PromptFactory
import Setup

/// The routes that show jobs, and cancel them.
extension Handlers {
    func addJobs(to routes: Routes) {
        routes.add(.get, "/v1/jobs", .jobs(.reads), list)
        routes.add(.get, "/v1/jobs/{id}", .jobs(.reads), show)
        routes.add(.get, "/v1/jobs/{id}/headshot", .jobs(.reads)) { request, context, caller in
            let known = try await found(context, caller)
            guard let file = try await session.result(of: known.job) else {
                let resources = try await session.resources([known], in: caller.settings)
                throw Refusal.notReady(resources[0].sentence)
            }
            return try await file.response(to: request, looks, of: known.job.person)
        }
        routes.add(.get, "/v1/jobs/{id}/photo", .jobs(.reads)) { request, context, caller in
            let job = try await found(context, caller).job
            guard let photo = job.input else { throw Refusal.notFound }
            let file = session.home.photo(named: photo)
            return try await file.response(to: request, looks, of: job.person)
        }
        routes.add(.delete, "/v1/jobs/{id}", .person(.changes)) { _, context, caller in
            try await remove(
                found(context) { name in
                    guard let id = JobID(name), let job = try await session.store.job(id)?.job,
                        job.person == caller.person
                    else { return nil }
                    return job
                })
        }
        routes.add(.post, "/v1/jobs/{id}/cancel", .jobs(.changes)) { _, context, caller in
            try await cancel(context, caller)
        }
    }

    private func list(_ request: Request, _ caller: JobsCaller) async throws -> Response {
        let query = try JobQuery(request.query, for: caller)
        let id = { (found: (job: Job, charges: [Charge])) in found.job.id.description }
        let (found, next) = try await query.page.read(id) {
            try await session.store.jobsAndCharges(
                query.filter, olderThan: query.after, limit: $0)
        }
        let jobs = try await session.resources(found, in: caller.settings, isListed: true)
        return try .json(Page("jobs", jobs, next: next))
    }

    /// One job; with `Prefer: wait=N`, once it has ended or so many seconds have passed.
    private func show(
        _ request: Request, _ context: ServerContext, _ caller: JobsCaller
    ) async throws -> Response {
        let job = try await found(context, caller).job
        guard let seconds = try Self.wait(in: request), !job.state.hasEnded else {
            return try await answer(found(context, caller), caller)
        }
        // It keeps a connection, as a stream does.
        let slot = try doors.slot(doors.open, for: caller.person, in: caller.space)
        defer { slot.leave() }
        let listening = feed.listen(to: .job(job.id), for: caller.caller)
        try await request.body.consumeWithInboundCloseHandler { _ in
            try await listening.waitForEnd(atMost: .seconds(seconds))
        } onInboundClosed: {
            listening.end()
        }
        try await session.recheck(caller.caller)
        // Watching for the client's disconnect makes the connection unusable for another request.
        return try await answer(found(context, caller), caller, headers: [.connection: "close"])
    }

    private func answer(
        _ found: (job: Job, charges: [Charge]), _ caller: JobsCaller, headers: HTTPFields = [:]
    ) async throws -> Response {
        try .json(
            try await session.resources([found], in: caller.settings)[0], headers: headers)
    }

    /// Removes a job that has ended, its headshot, and its photo if nothing else needs it; the charge stays.
    func remove(_ job: Job) async throws -> Response {
        guard job.state.hasEnded else { throw Refusal.notEnded(job.state) }
        // What becomes of its charge is not decided yet.
        if job.state == .uncertain { throw Refusal.mayBeCharged }
        do {
            let removal = try await session.janitor.remove(
                [job], withHeadshotsIn: session.results)
            guard removal.problems[job.id] == nil else { throw Refusal.store }
        } catch StorageError.unavailable {
            throw Refusal.store
        }
        return Response(status: .noContent)
    }

    private func cancel(
        _ context: ServerContext, _ caller: JobsCaller
    ) async throws -> Response {
        let job = try await found(context, caller).job
        guard let result = try await session.store.cancel([job.id], now: now).first else {
            throw Refusal.defect
        }
        switch result {
        case .cancelled, .requested:
            return try await answer(found(context, caller), caller)
        case .tooLate(let state): throw Refusal.alreadyEnded(state)
        case .notFound: throw Refusal.notFound
        }
    }

    /// The job of the path, if the caller may see it.
    func found(
        _ context: ServerContext, _ caller: JobsCaller
    ) async throws -> (job: Job, charges: [Charge]) {
        try await found(context) { name in
            guard let id = JobID(name), let found = try await session.store.job(id),
                caller.sees(found.job)
            else { return nil }
            return found
        }
    }

    /// The seconds of `Prefer: wait=N`, RFC 7240; nil without it.
    private static func wait(in request: Request) throws(Refusal) -> Int? {
        guard let name = HTTPField.Name("Prefer"), let text = request.headers[name] else {
            return nil
        }
        for preference in text.split(separator: ",") {
            let parts = preference.split(separator: "=", maxSplits: 1)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.first?.lowercased() == "wait" else { continue }
            guard parts.count == 2, let seconds = Int(digits: parts[1], in: 0...Int.max) else {
                throw .malformed("'Prefer: wait' needs whole seconds.")
            }
            return min(seconds, longestWait)
        }
        return nil
    }

    /// In seconds: proxies give up on longer ones.
    private static let longestWait = 60
}

struct JobQuery {
    var filter: JobFilter
    let page: PageQuery
    let after: JobID?

    init(_ query: [(String, Substring)], for caller: JobsCaller) throws(Refusal) {
        filter = caller.visible
        var query = query
        while let states = query.take("state") {
            for word in states.split(separator: ",") {
                filter.states.append(try Self.known(JobState(rawValue: String(word)), "state"))
            }
        }
        while let reason = query.take("reason") { filter.reasons.append(String(reason)) }
        if let person = query.take("person") {
            try filter.narrow(to: String(person), for: caller)
        }
        if let kind = query.take("kind") { filter.kind = JobKind(rawValue: String(kind)) }
        if let provider = query.take("provider") { filter.provider = String(provider) }
        page = try PageQuery(query)
        after = try page.after.map { last throws(Refusal) in
            try Self.known(JobID(last), "after")
        }
    }

    private static func known<Value>(
        _ value: Value?, _ name: String
    ) throws(Refusal) -> Value {
        guard let value else { throw .malformed("The value of '\(name)' is wrong.") }
        return value
    }
}
