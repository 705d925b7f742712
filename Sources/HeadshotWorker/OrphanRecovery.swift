import CrashPoints
public import Foundation
public import JobQueue

/// Takes back the jobs of dead workers; any process may do it at any time.
public struct OrphanRecovery: Sendable {
    private let store: JobStore
    private let home: HeadshotHome
    private let spool: Spool

    /// Creates a recovery for a home.
    public init(store: JobStore, home: HeadshotHome) {
        self.store = store
        self.home = home
        spool = Spool(folder: home.spool)
    }

    /// Looks for jobs whose workers' locks are free, and puts each where it belongs.
    public func takeBack(now: Date) async throws -> [Recovery] {
        let workers = home.workers
        let owners = try await store.owners()
        let dead = try await FileLane.run { () throws(WorkerError) in
            owners.filter { !WorkerLock.isAlive($0, in: workers) }
        }
        guard !dead.isEmpty else { return [] }
        let recoveries = try await store.recover(
            from: dead, spooled: try await spool.answers(), now: now)
        CrashPoint.reach(.orphansTakenBack)
        try await FileLane.run { () throws(WorkerError) in WorkerLock.sweep(workers) }
        return recoveries
    }

    /// Lets uncertain jobs go on whose answers lie in the spool after all, and removes what dead workers left there
    /// and of themselves; for the start of a worker.
    public func tidy(now: Date) async throws {
        let workers = home.workers
        try await FileLane.run { () throws(WorkerError) in WorkerLock.sweep(workers) }
        let answers = try await spool.answers()
        _ = try await store.recover(from: [], spooled: answers, now: now)
        for answer in answers where try await isKeptElsewhere(answer) {
            try await spool.remove(answer.charge.id, of: answer.job)
        }
    }

    /// Whether a job has ended with its answer in a place of its own.
    private func isKeptElsewhere(_ answer: SpooledAnswer) async throws -> Bool {
        guard let job = try await store.job(answer.job)?.job, job.state.hasEnded
        else { return false }
        if job.state == .succeeded { return true }
        let body = home.keptBody(of: answer.charge.id, for: answer.job)
        return try await FileLane.run { () throws(WorkerError) in
            FileManager.default.fileExists(atPath: body)
        }
    }
}
