import CrashPoints
public import Foundation
public import JobQueue
import ObjectStore

/// Takes back the jobs of workers that are gone; any process may do it at any time.
public struct OrphanRecovery: Sendable {
    private let store: JobStore
    private let home: HeadshotHome
    private let spool: Spool
    private let report: @Sendable (WorkerEvent) -> Void

    /// Creates a recovery for a home; spooled answers that cannot be read are reported.
    public init(
        store: JobStore, home: HeadshotHome,
        report: @escaping @Sendable (WorkerEvent) -> Void = { _ in }
    ) {
        self.store = store
        self.home = home
        self.report = report
        spool = Spool(home: home)
    }

    /// Looks for jobs whose workers' locks are free, and puts each where it belongs.
    public func takeBack(now: Date) async throws -> [Recovery] {
        let workers = home.workers
        let owners = try await store.owners()
        let lives = await BlockingFiles.run {
            Dictionary(grouping: owners) { WorkerLock.life(of: $0, in: workers) }
        }
        let killed = lives[.killed] ?? []
        let ended = lives[.ended] ?? []
        guard !killed.isEmpty || !ended.isEmpty else { return [] }
        let recoveries = try await store.recover(
            from: killed, ended: ended, spooled: try await answers(), now: now)
        CrashPoint.reach(.orphansTakenBack)
        try await sweep()
        return recoveries
    }

    /// Lets uncertain jobs go on whose answers lie in the spool after all, and removes what dead workers left there
    /// and of themselves; for the start of a worker, and after a restore.
    public func tidy(now: Date) async throws {
        try await sweep()
        try await PhotoRemoval(store: store, home: home).finish()
        let answers = try await answers()
        _ = try await store.recover(from: [], spooled: answers, now: now)
        for answer in answers where try await isKeptElsewhere(answer) {
            try await spool.remove(answer.charge.id, of: answer.job)
        }
    }

    /// Lets a job go on from its answer if that lies in the spool, instead of asking and paying once more.
    ///
    /// For a person's `resolve` or `retry`: also for a job that failed because its answer could not be read or saved.
    ///
    /// - Returns: Whether the job goes on. An answer that cannot be read is thrown as ``StorageError/unusable(place:detail:)``.
    public func adoptAnswer(of job: JobID, now: Date) async throws -> Bool {
        let answers = try await spool.answers(of: job)
        guard !answers.isEmpty else { return false }
        return try await store.adopt(answers, now: now)
    }

    /// Removes what dead workers left of themselves.
    ///
    /// The files of those that still hold jobs stay: they tell a worker that was killed from one that ended in order. The
    /// dead are looked for first, since they take no more jobs.
    func sweep() async throws {
        let workers = home.workers
        let killed = await BlockingFiles.run {
            WorkerLock.killed(in: workers)
        }
        let owners = Set(try await store.owners())
        await BlockingFiles.run {
            WorkerLock.sweep(workers, of: killed.filter { !owners.contains($0) })
        }
    }

    private func answers() async throws(StorageError) -> [SpooledAnswer] {
        let (answers, unusable) = try await spool.answers()
        for path in unusable.keys.sorted() {
            report(.unusableAnswer(path: path, detail: unusable[path] ?? ""))
        }
        return answers
    }

    /// Whether a job has ended with its answer in a place of its own.
    private func isKeptElsewhere(_ answer: SpooledAnswer) async throws -> Bool {
        guard let job = try await store.job(answer.job)?.job, job.state.hasEnded
        else { return false }
        if job.state == .succeeded { return true }
        let body = HeadshotHome.keptBody(of: answer.charge.id, for: answer.job)
        return try await home.objects.size(body) != nil
    }
}
