import Answers
import Companion
import HeadshotWorker
import JobQueue
import Setup

/// Jobs as they are shown, with what their workers say of them.
extension Session {
    /// A job of a space as it is now; nil if it was removed.
    func resource(_ id: JobID, in settings: SpaceSettings) async throws -> JobResource? {
        guard let found = try await store.job(id) else { return nil }
        return try await resources([found], in: settings).first
    }

    /// Jobs of a space that were read, in their order.
    ///
    /// - Parameter isListed: Whether each is one of many.
    func resources(
        _ found: [(job: Job, charges: [Charge])], in settings: SpaceSettings,
        isListed: Bool = false
    ) async throws -> [JobResource] {
        let rules = try await people.shownRules(of: found.map(\.job.person), in: settings)
        return try await resources(
            found, by: rules, try await store.gates(), isListed: isListed)
    }

    /// What is shown of the headshots of the persons of jobs, in whichever spaces they are.
    func rules(ofJobs jobs: some Sequence<Job>) async throws -> [Person: ShownRules] {
        var rules: [Person: ShownRules] = [:]
        for (space, persons) in Dictionary(grouping: jobs.map(\.person), by: \.space) {
            guard let settings = try await store.record(of: space)?.settings else {
                continue
            }
            rules.merge(try await people.shownRules(of: persons, in: settings)) { $1 }
        }
        return rules
    }

    /// Jobs that were read, in their order; a person without rules has all that there is.
    func resources(
        _ found: [(job: Job, charges: [Charge])], by rules: [Person: ShownRules], _ gates: [Gate],
        isListed: Bool = false
    ) async throws -> [JobResource] {
        let surroundings = try await JobSurroundings(
            of: found.map(\.job), in: store, gates: gates)
        let now = configuration.environment.now
        return found.map { job, charges in
            JobResource(
                job, charges, by: rules[job.person] ?? .all, in: surroundings, isListed: isListed,
                now: now)
        }
    }
}
