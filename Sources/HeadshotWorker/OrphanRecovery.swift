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
        try await FileLane.run { () throws(WorkerError) in WorkerLock.sweep(workers) }
        return recoveries
    }

    /// Lets uncertain jobs go on whose answers lie in the spool after all; for the start of a worker.
    public func adoptAnswers(now: Date) async throws {
        _ = try await store.recover(from: [], spooled: try await spool.answers(), now: now)
    }
}
