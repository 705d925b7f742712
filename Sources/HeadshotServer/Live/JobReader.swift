import Answers
import HeadshotWorker
import JobQueue
import Setup

/// Reads jobs as they are told, with what their workers say of them.
struct JobReader: Sendable {
    let session: Session

    /// A job as it is now; nil if it was removed.
    func resource(_ id: JobID) async throws -> JobResource? {
        guard let found = try await session.store.job(id) else { return nil }
        return try await resources([found]).first
    }

    /// Jobs that were read, in their order.
    ///
    /// - Parameters:
    ///   - gates: All gates; nil to read them.
    ///   - isListed: Whether each is one of many.
    func resources(
        _ found: [(job: Job, charges: [Charge])], gates: [Gate]? = nil, isListed: Bool = false
    ) async throws -> [JobResource] {
        let known = if let gates { gates } else { try await session.store.gates() }
        let owners = Set(found.compactMap(\.job.owner))
        let progress =
            owners.isEmpty ? [:] : await WorkerRoster(session.store.presence).progress(of: owners)
        let now = session.configuration.environment.now
        return found.map { job, charges in
            JobResource(
                job, charges, progress: progress[job.id],
                gate: known.holding(job.provider, at: now), isListed: isListed, now: now)
        }
    }
}
