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

    func add(to group: RouterGroup<ServerContext>) {
        group.get("me") { _, context in
            let caller = try context.requireCaller()
            return try Response.json(try await me(caller.requirePerson(), caller))
        }
        group.get("me/export") { _, context in
            let caller = try context.requireCaller()
            return try Response.json(try await export(caller.requirePerson(), caller))
        }
        group.delete("me") { _, context in
            let caller = try context.requireCaller()
            try caller.require(.submit)
            return try await forget(caller.requirePerson())
        }
    }

    private var now: Date { session.configuration.environment.now }

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

    private func me(_ person: Person, _ caller: Caller) async throws -> MeAnswer {
        let settings = caller.access.space.settings
        let entitlement = try await session.store.entitlement(of: person)
        let cap = try session.configuration.cap(CapOverrides())
        let used =
            try await session.store.usage(in: person.space, of: person, cap: cap, now: now)[person]?
            .usedToday ?? 0
        var scans: MeAnswer.Scans?
        if settings.features.contains(.scans) {
            scans = MeAnswer.Scans(
                try await session.store.placeForScan(of: person, settings.plans, now: now))
        }
        let hasHeadshots = settings.features.contains(.headshots)
        return MeAnswer(
            person: person.rawValue, plan: entitlement.plan(at: now),
            expires: entitlement.plan(at: now) == .free ? nil : entitlement.expires,
            features: SpaceSettings.Feature.allCases.filter(settings.features.contains)
                .map(\.rawValue),
            headshots: hasHeadshots
                ? MeAnswer.Headshots(
                    dailyCap: cap.charges, usedToday: used, leftToday: max(0, cap.charges - used),
                    resets: cap.nextDay(after: now)) : nil,
            scans: scans)
    }

    private func export(_ person: Person, _ caller: Caller) async throws -> PersonExport {
        let store = session.store
        let now = now
        let found = try await store.jobsAndCharges(JobFilter(person: person), limit: Int.max)
        let plans = caller.access.space.settings.plans
        let me = try await me(person, caller)
        return PersonExport(
            me: me,
            jobs: found.map { JobResource($0.job, $0.charges, now: now) },
            photos: try await store.uploads(of: person).map(PhotoResource.init),
            scans: try await store.scans(of: person, limit: Int.max).map {
                try ScanResource($0, by: plans[me.plan])
            })
    }
}

/// A person's plan, and what is left of it.
struct MeAnswer: Encodable {
    let person: String
    let plan: Plan
    /// When the plan ends; absent for one that does not.
    let expires: Date?
    let features: [String]
    /// Absent where the space does not offer them.
    let headshots: Headshots?
    let scans: Scans?

    struct Headshots: Encodable {
        let dailyCap: Int
        let usedToday: Int
        let leftToday: Int
        let resets: Date
    }

    struct Scans: Encodable {
        let allowed: Bool
        /// When the next one is allowed, if that is known.
        let availableAt: Date?

        init(_ place: ScanPlace) {
            switch place {
            case .free: (allowed, availableAt) = (true, nil)
            case .later(let moment): (allowed, availableAt) = (false, moment)
            case .notInPlan: (allowed, availableAt) = (false, nil)
            }
        }
    }
}

/// All that is kept of a person; headshots and photos are behind the links.
private struct PersonExport: Encodable {
    let me: MeAnswer
    let jobs: [JobResource]
    let photos: [PhotoResource]
    let scans: [ScanResource]
}
