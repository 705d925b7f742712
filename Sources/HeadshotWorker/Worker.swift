import CrashPoints
import Foundation
public import Generation
public import JobQueue
public import PromptFactory
public import ServiceLifecycle

/// Claims and runs jobs, several at once, until a stop is requested or its work is done.
///
/// A graceful shutdown claims nothing more and lets running jobs finish. Cancellation aborts their transfers; jobs with
/// requests in flight become uncertain. When the machine fails, running jobs finish if they can, and ``run()`` throws.
public final class Worker: Service {
    private let store: JobStore
    private let settings: WorkerSettings
    private let rule: StopRule
    private let lanes: [Lane]
    private let environment: WorkerEnvironment
    private let identity: WorkerIdentity
    private let runner: JobRunner
    private let watcher: QueueWatcher
    private let recovery: OrphanRecovery
    private let tally = WorkCounter()

    /// Creates a worker and takes its lock.
    ///
    /// - Parameter providers: The providers to ask, by name, in order of preference; without one, only headshots that
    ///   need no model are made.
    public init(
        store: JobStore, home: HeadshotHome, decoders: DecoderPool, prompts: PromptComposer,
        words: WordsPrompts, analysisFiles: AnalysisFiles, providers: [ServiceProvider],
        settings: WorkerSettings,
        rule: StopRule, environment outside: WorkerEnvironment
    ) throws(JobQueueError) {
        var environment = outside
        environment.report = { [tally] event in
            tally.note(event)
            outside.report(event)
        }
        let progress = ProgressBoard(worker: settings.introduction)
        lanes = Lane.all(of: providers, settings, decoders: decoders.size)
        self.store = store
        self.settings = settings
        self.rule = rule
        self.environment = environment
        identity = try WorkerIdentity(store.presence, newName: environment.newName)
        let bench = Workbench(
            store: store, home: home, decoders: decoders, prompts: prompts,
            words: words,
            preparer: Preparer(decoders: decoders), progress: progress,
            settings: settings, environment: environment, analysisFiles: analysisFiles)
        runner = JobRunner(
            bench: bench, spool: Spool(home: home),
            results: ResultStore(at: settings.results, of: home),
            ledger: store.ledger(in: home),
            providers: Dictionary(
                providers.flatMap { [($0.name, $0), (WordsLane.name(of: $0.name), $0)] }
            ) { first, _ in first },
            lanes: lanes)
        watcher = QueueWatcher(
            store: store, bell: store.bell(), identity: identity, progress: progress, lanes: lanes,
            environment: environment)
        recovery = OrphanRecovery(store: store, home: home, report: environment.report)
    }

    /// The summary of the jobs so far; final after ``run()`` has returned.
    public var summary: WorkSummary { tally.summary }

    /// Runs until the rule, a graceful shutdown or cancellation ends it.
    public func run() async throws {
        defer { identity.retire() }
        environment.report(.started(identity.id, concurrency: settings.concurrency))
        try await reconcile()
        try await store.keepLimits(orElse: settings.cap)
        try await store.repairDueTimes(now: environment.now())
        try await recovery.tidy(now: environment.now())
        // A drain may be over before the first pause is.
        try await tidyServer()
        try await runner.janitor.finish(results: settings.results)
        let lastServed = try await store.lastServed()
        let state = await withTaskGroup(of: WorkLoopEvent.self) { group in
            group.addTask {
                // Throws when the task is cancelled, which also requests a stop.
                try? await gracefulShutdown()
                return .stopRequested
            }
            let state = await work(in: &group, after: lastServed)
            group.cancelAll()
            return state
        }
        if state.failure != nil { await recovery.upload() }
        tally.close(state.ending ?? .stopped)
        environment.report(.stopped)
        if let failure = state.failure { throw failure }
    }

    /// Lets a queue that has forgotten payments learn of them, and the ledger what is missing in it; jobs succeed whose headshots are
    /// there, though the queue had forgotten them.
    private func reconcile() async throws {
        let ledger = runner.ledger
        if let learned = try await ledger.learn(now: environment.now()) {
            environment.report(.reconciled(learned))
        }
        for job in try await ledger.parked() { try await runner.keepHeadshot(of: job) }
        await ledger.note(now: environment.now())
    }

    /// Looks at the queue, waits for something to happen, and again, until the loop can end.
    private func work(
        in group: inout TaskGroup<WorkLoopEvent>, after lastServed: [String: Space]
    ) async -> WorkLoopState {
        var state = WorkLoopState(
            rule: rule, started: environment.now(), at: environment.instant(),
            lastServed: lastServed, only: settings.only)
        var isWatching = false
        while true {
            do {
                let version = try await store.engine.dataVersion()
                let moment = try await look(&state, &group)
                if !isWatching, !Task.isCancelled {
                    isWatching = true
                    group.addTask { [watcher, isBusy = state.runningCount > 0] in
                        await watcher.wait(since: version, until: moment, isBusy: isBusy)
                        return .woke
                    }
                }
            } catch {
                await judge(error, &state)
                if state.ending == nil { continue }
            }
            if state.sendsNoMore { for lane in lanes { lane.slots.close() } }
            if state.isOver { return state }
            switch await group.next() {
            case .jobLeft(let claim, let failure):
                state.remove(claim)
                if let failure { await judge(failure, &state) }
            case .stopRequested:
                state.end(.stopped)
                environment.report(
                    .stopping(
                        running: state.runningCount,
                        requests: state.requests(
                            of: lanes.reduce(into: []) { $0.formUnion($1.slots.sendingJobs) })))
            case .woke, nil:
                isWatching = false
            }
        }
    }

    /// Ends the worker on a failure of the machine; a server that was rolled back is reconciled instead.
    private func judge(_ failure: any Error, _ state: inout WorkLoopState) async {
        do {
            switch failure {
            case JobQueueError.notReconciled: try await reconcile()
            default:
                // Where the home has gone, whatever failed first says little.
                try store.engine.checkFiles()
                state.end(.stopped, failure: failure)
            }
        } catch {
            state.end(.stopped, failure: error)
        }
    }

    /// Stops cancelled jobs, takes back jobs of dead workers, and claims as many as there is room for.
    ///
    /// - Returns: When the queue should be looked at again even if it does not change.
    private func look(
        _ state: inout WorkLoopState, _ group: inout TaskGroup<WorkLoopEvent>
    ) async throws -> Date? {
        if state.runningCount > 0 {
            state.stop(
                try await store.cancelRequests(for: identity.id, among: state.runningJobs))
        }
        guard state.ending == nil else { return nil }
        if try await identity.renewIfOver() {
            runner.progress.publishAgain()
            environment.report(.renamed(identity.id))
        }
        try identity.uphold()
        try await tidyAgain(&state)
        if state.wasClockSetBack(to: environment.now()) {
            try await store.repairDueTimes(now: environment.now())
        }
        var orphans = OrphanRecovery.TakenBack()
        if try await !recovery.isWhole(&state.crew) {
            orphans = try await recovery.takeBack(now: environment.now(), except: identity.id)
            if orphans.isUndecided { state.crew = nil }
        }
        for recovered in orphans.recoveries { environment.report(.recovered(recovered)) }
        // The outcomes of their charges are in no ledger yet.
        if !orphans.recoveries.isEmpty { await runner.ledger.note(now: environment.now()) }
        for lane in lanes { lane.slots.close(at: state.end) }
        var findings: [LaneFinding] = []
        for index in lanes.indices {
            findings.append(try await claim(in: index, &state, &group))
        }
        // What a missing worker holds may be due in a moment.
        if orphans.isUndecided { return environment.now() + Self.moment }
        return judge(findings, &state)
    }

    /// Seconds until a missing worker is looked for again.
    private static let moment = 0.2

    /// Looks now and then for answers of jobs that were taken from workers which had lost the queue's server; in a file, for
    /// what removals have left because somebody was reading.
    private func tidyAgain(_ state: inout WorkLoopState) async throws {
        guard state.isTimeToTidy(every: Self.tidyPause, at: environment.instant()) else { return }
        // Also what removals of other processes have left, which have ended.
        guard !store.presence.isCertain else { return try await store.discardOldRows(ofAll: true) }
        state.crew = nil
        try await tidyServer()
        try await recovery.tidy(now: environment.now())
        try await runner.ledger.noteProgress()
        await runner.ledger.note(now: environment.now())
    }

    private static let tidyPause: Duration = .seconds(30)

    /// Keeps a queue on a server from growing with each transaction, and claims from passing all that ended beside a long one.
    private func tidyServer() async throws {
        guard !store.presence.isCertain else { return }
        try await store.noteLongTransaction(now: environment.now())
        try await store.removeOldMarks()
        try await store.foldSums()
    }

    /// How often one claim looks further among very many jobs that limits hold back.
    private static let mostLooks = 4

    private enum LaneFinding {
        /// Nothing is due before this time.
        case idle(nextDue: Date?, nextSetBack: Date?)
        /// A gate lets none through.
        case held(Gate, until: Date?)
        /// There is no room; the next job for which there is room is due at this time.
        case busy(nextDue: Date? = nil)
    }

    private func claim(
        in index: Int, _ state: inout WorkLoopState, _ group: inout TaskGroup<WorkLoopEvent>
    ) async throws -> LaneFinding {
        let lane = lanes[index]
        guard !lane.paid.isEmpty || lane.freeProvider != nil else {
            return .idle(nextDue: nil, nextSetBack: nil)
        }
        var offered: [JobID] = []
        var looks = 0
        while true {
            let now = environment.now()
            let takesPaid =
                !lane.paid.isEmpty
                && state.mayClaim(
                    in: index, atMost: lane.concurrency, ahead: lane.mostAhead,
                    saving: lane.slots.savingCount, now: now)
            let takesFree =
                lane.freeProvider != nil
                && state.mayClaimFree(in: index, atMost: lane.mostFree, now: now)
            guard takesPaid || takesFree else { return .busy() }
            // The look may have waited for the queue's server for long: what a dead name claims is taken back at once.
            guard !identity.isOver else { return .busy() }
            let sending = state.paidCount(in: index) - lane.slots.savingCount
            let result = try await store.claim(
                for: identity.id, token: environment.newName().rawValue,
                providers: takesPaid ? state.inTurn(lane.paid, of: index) : [],
                freeProvider: takesFree ? lane.freeProvider : nil, lastServed: state.lastServed,
                isAhead: sending >= lane.concurrency, leavingOut: state.leftOut, offered: offered,
                understands: { [words = runner.bench.words, only = settings.only] job in
                    // What is not to be done here is left to others like what is not understood.
                    only?.contains(job.id) ?? true && job.isUnderstood && words.has(job)
                }, now: environment.now())
            offered = []
            switch result {
            case .claimed(let claim): start(claim, in: index, &state, &group)
            case .crowded(let provider):
                looks += 1
                // What else there is to see to comes first.
                guard looks < Self.mostLooks else { return .busy(nextDue: environment.now()) }
                offered = try await store.lookFurther(
                    of: provider, leavingOut: state.leftOut, now: environment.now())
            case .idle(let nextDue, let nextSetBack):
                let sawAll =
                    takesPaid != lane.paid.isEmpty && takesFree == (lane.freeProvider != nil)
                return sawAll
                    ? .idle(nextDue: nextDue, nextSetBack: nextSetBack) : .busy(nextDue: nextDue)
            case .notUnderstood(let jobs):
                if state.leaveOut(jobs, now: environment.now()), settings.only == nil {
                    environment.report(.leftOut(jobs[0], count: jobs.count))
                }
            case .held(let gate, let until): return .held(gate, until: until)
            }
        }
    }

    /// Decides what all lanes together mean for the loop; returns when to look again even if nothing changes.
    private func judge(_ findings: [LaneFinding], _ state: inout WorkLoopState) -> Date? {
        var moments: [Date] = []
        var due: [Date] = []
        var setBack: [Date] = []
        var closed: Gate?
        var isBusy = false
        for (lane, finding) in zip(lanes, findings) {
            switch finding {
            case .idle(let nextDue, let nextSetBack):
                due += [nextDue].compactMap(\.self)
                setBack += [nextSetBack].compactMap(\.self)
            case .held(let gate, let until):
                moments += [until].compactMap(\.self)
                // What waits there ends automatically.
                if lane.isFleeting { continue }
                closed = closed ?? gate
                // A gate that lets one request at a time through is not reported.
                if state.foundHeld(by: gate), gate.isHalted || until != nil {
                    environment.report(
                        .held(provider: gate.provider, reason: gate.reason, until: until))
                }
            case .busy(let nextDue):
                due += [nextDue].compactMap(\.self)
                isBusy = true
            }
        }
        if closed == nil, !isBusy {
            state.foundNothing(nextDue: due.min(), nextSetBack: setBack.min())
        }
        return (moments + due + [state.end].compactMap(\.self)).min()
    }

    private func start(
        _ claim: Claim, in lane: Int, _ state: inout WorkLoopState,
        _ group: inout TaskGroup<WorkLoopEvent>
    ) {
        CrashPoint.reach(.jobClaimed)
        environment.report(.claimed(claim.job.id, attempt: claim.job.attempts))
        let isFree = claim.job.provider == lanes[lane].freeProvider
        let stop = state.add(claim, in: lane, isFree: isFree)
        group.addTask { [runner] in
            .jobLeft(claim, await Self.failure(of: runner, claim, cancelledBy: stop))
        }
    }

    /// Runs one job, which the user can cancel alone; returns the machine's fault, if any.
    private static func failure(
        of runner: JobRunner, _ claim: Claim, cancelledBy stop: AsyncStream<Never>
    ) async -> (any Error)? {
        await withTaskGroup(of: JobRace.self) { group in
            group.addTask {
                do {
                    try await runner.run(claim)
                    return .left(nil)
                } catch {
                    return .left(error)
                }
            }
            group.addTask {
                for await _ in stop {}
                return .cancelled
            }
            var failure: (any Error)?
            // The first to end cancels the other; the job's end is awaited in both cases.
            for await end in group {
                if case .left(let error) = end { failure = error }
                group.cancelAll()
            }
            return failure
        }
    }
}
