import CrashPoints
public import Foundation
import Generation
import Ground
public import JobQueue
import ObjectStore

/// Takes back the jobs of workers that are gone; any process may do it at any time.
public struct OrphanRecovery: Sendable {
    private let store: JobStore
    private let home: HeadshotHome
    private let spool: Spool
    private let ledger: any Ledger
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
        ledger = store.ledger(in: home)
    }

    /// What became of the jobs of workers that are gone.
    public struct TakenBack: Sendable {
        /// The jobs that have new states.
        public var recoveries: [Recovery] = []
        /// Whether a worker with jobs is missing: in a moment it is back, or dead.
        public var isUndecided = false
    }

    /// Whether all workers of a queue on a server live that lived at the last look: then there are no jobs to take back.
    ///
    /// It reads the few rows of workers. The index of running jobs also has those that have ended since a long transaction began.
    ///
    /// - Parameter crew: The workers that lived at the last look; `nil` before the first one.
    func isWhole(_ crew: inout Set<WorkerID>?) async throws -> Bool {
        let presence = store.presence
        guard !presence.isCertain else { return false }
        let known = crew ?? []
        let (living, isComplete) = try await BlockingFiles.run { () throws(JobQueueError) in
            let living = Set(try presence.living())
            let lives = try presence.lives(of: Array(living.union(known)))
            let isComplete =
                try presence.killed().isEmpty && lives.values.allSatisfy { $0 == .alive }
            return (living, isComplete)
        }
        let isKnown = crew != nil
        crew = living
        return isKnown && isComplete
    }

    /// Finds jobs whose workers' locks are free, and moves each to its new state.
    ///
    /// - Parameter own: The worker that asks, which never judges itself; `nil` for a command.
    @discardableResult
    public func takeBack(now: Date, except own: WorkerID? = nil) async throws -> TakenBack {
        let owners = try await store.owners().filter { $0 != own }
        guard !owners.isEmpty else { return TakenBack() }
        let lives = try await BlockingFiles.run {
            [presence = store.presence] () throws(JobQueueError) in
            try presence.lives(of: owners)
        }
        let killed = owners.filter { lives[$0] == .killed }
        let ended = owners.filter { lives[$0] == .ended }
        let isUndecided = lives.values.contains(.missing)
        guard !killed.isEmpty || !ended.isEmpty else { return TakenBack(isUndecided: isUndecided) }
        // Before the answers are listed: what is sent after this has left one, or is seen as sent.
        let open = try await ledger.open(of: killed + ended)
        let recoveries = try await store.recover(
            from: killed, ended: ended, spooled: try await answers(), payments: open, now: now)
        CrashPoint.reach(.orphansTakenBack)
        try await sweep()
        return TakenBack(recoveries: recoveries, isUndecided: isUndecided)
    }

    /// Continues uncertain jobs whose answers are in the spool after all, and removes dead workers' leftovers there and
    /// among the lock files; for the start of a worker, and after a restore.
    public func tidy(now: Date) async throws {
        try await sweep()
        try await PhotoRemoval(store: store, home: home).finish(report)
        let answers = try await answers()
        _ = try await store.recover(from: [], spooled: answers, now: now)
        for answer in answers {
            do {
                guard try await isKeptElsewhere(answer) else { continue }
                try await spool.remove(answer.charge.id, of: answer.job)
            } catch StorageError.unusable(let path, let detail) {
                report(.unusableFile(path: "\(path)", detail: detail))
            }
        }
    }

    /// Brings answers that a store did not take there, if it is back; for the end of a worker.
    func upload() async { _ = try? await spool.upload() }

    /// Continues a job from its answer in the spool, if there is one, instead of asking and paying again.
    ///
    /// For `resolve` and `retry`: also continues a job that failed because its answer could not be read or saved.
    ///
    /// - Parameter isPaid: Whether the user says that the request of an uncertain job was charged: then a headshot is taken
    ///   from the answer that was kept of it.
    /// - Returns: Whether the job goes on. An answer that cannot be read is thrown as ``StorageError/unusable(place:detail:)``.
    public func adoptAnswer(
        of job: JobID, isPaid: Bool = false, now: Date
    ) async throws -> Bool {
        var answers = try await spool.answers(of: job)
        if answers.isEmpty, isPaid, try await spoolKeptAnswer(of: job) {
            answers = try await spool.answers(of: job)
        }
        guard !answers.isEmpty else { return false }
        return try await store.adopt(answers, now: now)
    }

    /// Puts the answer to an uncertain job's request into the spool if it was kept and has a picture; returns whether it did.
    private func spoolKeptAnswer(of job: JobID) async throws -> Bool {
        guard let found = try await store.job(job), found.job.state == .uncertain,
            let charge = found.charges.last(where: { $0.state != .free }),
            let body = try await home.objects.read(HeadshotHome.keptBody(of: charge.id, for: job)),
            let picture = KeptBody.pictures(in: body, of: charge.provider).first
        else { return false }
        // What was stored has the id of the request, which the body has not.
        let receipt =
            charge.receipt.flatMap { JSON.value(Receipt.self, from: $0) } ?? picture.receipt
        try await spool.keep(
            Spool.Entry(
                header: Spool.Header(
                    job: job, charge: charge.id, text: picture.text, receipt: receipt,
                    cost: AnswerVerdict.paid(charge, receipt).cost, isWhole: true),
                body: body))
        return true
    }

    /// Removes the files of dead workers.
    ///
    /// Files of dead workers that still hold jobs stay: they distinguish a killed worker from one that exited normally.
    /// The dead workers are listed first, since they claim no more jobs.
    func sweep() async throws {
        let presence = store.presence
        let killed = try await BlockingFiles.run { () throws(JobQueueError) in
            try presence.killed()
        }
        let owners = Set(try await store.owners())
        try await BlockingFiles.run { () throws(JobQueueError) in
            try presence.sweep(killed: killed.filter { !owners.contains($0) })
        }
    }

    private func answers() async throws(StorageError) -> [SpooledAnswer] {
        let (answers, unusable) = try await spool.answers()
        for path in unusable.keys.sorted() {
            report(.unusableAnswer(path: path, detail: unusable[path] ?? ""))
        }
        return answers
    }

    /// Whether a job has ended and its answer was saved elsewhere.
    private func isKeptElsewhere(_ answer: SpooledAnswer) async throws -> Bool {
        guard let job = try await store.job(answer.job)?.job, job.state.hasEnded
        else { return false }
        if job.state == .succeeded { return true }
        let body = HeadshotHome.keptBody(of: answer.charge.id, for: answer.job)
        return try await home.objects.size(body) != nil
    }
}
