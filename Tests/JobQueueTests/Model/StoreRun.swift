import Foundation

@testable import JobQueue

/// The real queue behind the steps of a sequence, with what its workers remember.
struct StoreRun {
    let queue: TestQueue
    private var now = TestQueue.now
    private var cap = DailyCap.ten
    private var holds: [Int: Hold] = [:]
    private var lastServed: [WorkerID: [String: Space]] = [:]
    private var spool: [SpooledAnswer] = []
    private var ids: [Int: JobID] = [:]
    /// In the order in which they were started.
    private var charges: [Int64] = []

    private struct Hold {
        let claim: Claim
        let worker: WorkerID
        var charge: Int64?
        var isSaving: Bool
    }

    init(_ queue: TestQueue) { self.queue = queue }

    private var store: JobStore { queue.store }

    /// Does a step and says what the store answered, in the model's words.
    mutating func apply(_ operation: Operation) async throws -> String {
        switch operation {
        case .submit(let job, let person, let key, let priority, let dueIn, let isFree):
            return try await submit(
                job,
                Operation.newJob(
                    job, person: Operation.person(person), key: key, priority: priority,
                    due: dueIn == 0 ? nil : now + Double(dueIn), isFree: isFree))
        case .claim(let number, let worker, let hasKey):
            return try await claim(number, by: Operation.worker(worker), hasKey: hasKey)
        case .record(let number):
            guard let claim = holds[number]?.claim else { return "nothing" }
            let isKept = try await store.record(facts: nil, findings: "[\(number)]", for: claim)
            return isKept ? "kept" : "lost"
        case .startCharge(let number): return try await startCharge(number)
        case .spool(let number):
            guard let hold = holds[number], let charge = hold.charge else { return "nothing" }
            let answer = SpooledAnswer(
                job: hold.claim.job.id, charge: charge, cost: Outcome.spooledCost)
            if !spool.contains(answer) { spool.append(answer) }
            return "kept"
        case .settle(let number, let outcome): return try await settle(number, outcome)
        case .cancel(let job):
            return switch try await store.cancel(id(job), now: now) {
            case .cancelled: "cancelled"
            case .requested: "requested"
            case .tooLate(let state): "tooLate(\(state.rawValue))"
            case .notFound: "notFound"
            }
        case .retry(let job, let copy):
            guard let found = try await store.job(id(job))?.job, found.state.hasEnded,
                found.state != .uncertain
            else { return "nothing" }
            return try await submit(
                copy, Operation.newJob(copy, person: found.person, retryOf: found.id))
        case .resolvePaid(let job): return try await resolve(job, .paid)
        case .resolveNotPaid(let job): return try await resolve(job, .notPaid)
        case .resolveReplaced(let job, let copy):
            guard let found = try await store.job(id(job))?.job else { return "notFound" }
            let new = Operation.newJob(copy, person: found.person, retryOf: found.id)
            return try await resolve(job, .replaced(by: new), making: copy)
        case .die(let worker): return try await recover(killed: [Operation.worker(worker)])
        case .leave(let worker): return try await recover(ended: [Operation.worker(worker)])
        case .release(let number):
            guard let hold = holds[number] else { return "nothing" }
            return try await store.release(hold.claim, now: now) == nil ? "nothing" : "written"
        case .adoptAnswers: return try await recover()
        case .adoptAnswer(let job):
            let answers = spool.filter { $0.job == id(job) }
            return try await store.adopt(answers, now: now) ? "goes on" : "nothing"
        case .clearGate:
            return try await store.clearGate(of: "gemini", now: now) ? "cleared" : "open"
        case .setCap(let charges, let spend, let zone):
            let new = DailyCap(
                charges: charges, spend: spend == 0 ? nil : spend, timeZone: zone.timeZone)
            try await store.setLimits(new, now: now)
            defer { cap = new }
            return new == cap ? "known" : "adopted"
        case .pass(let seconds):
            now += Double(seconds)
            return "passed"
        case .repairDueTimes:
            try await store.repairDueTimes(now: now)
            return "mended"
        case .prune(let age):
            let old = try await store.removable(
                endedBefore: now - Double(age),
                states: [.succeeded, .rejected, .failed, .cancelled], limit: 1000)
            return try await remove(old.map(\.id))
        case .forget(let person): return try await forget(Operation.person(person))
        }
    }

    private func id(_ number: Int) -> JobID { ids[number] ?? QueueModel.nobody }

    /// A server's own numbers have gaps, where a charge was refused.
    private func number(ofCharge id: Int64) -> Int { (charges.firstIndex(of: id) ?? -1) + 1 }

    private mutating func submit(_ number: Int, _ job: NewJob) async throws -> String {
        switch try await store.submit([job], now: now).first {
        case .queued(let id):
            ids[number] = id
            return "queued \(id)"
        case .existing(let job): return "existing \(job.id)"
        case nil: return "nothing"
        }
    }

    private mutating func claim(
        _ number: Int, by worker: WorkerID, hasKey: Bool
    ) async throws -> String {
        let result = try await store.claim(
            for: worker, token: "token-\(number)",
            providers: hasKey
                ? [PaidProvider(name: "gemini", model: Operation.model(of: worker))] : [],
            freeProvider: Operation.freeProvider, lastServed: lastServed[worker] ?? [:], now: now)
        switch result {
        case .claimed(let claim):
            lastServed[worker, default: [:]][claim.job.provider] = claim.job.person.space
            let isSaving = claim.job.phase == .saving
            let charge = claim.answered?.id
            holds[number] = Hold(
                claim: claim, worker: worker, charge: charge, isSaving: isSaving)
            let phase = claim.job.phase?.rawValue ?? "no phase"
            let words = charge.map { "\(self.number(ofCharge: $0))" } ?? "no charge"
            return "claimed \(claim.job.id) \(phase) \(words)"
        case .idle(let due, let setBack):
            let more = setBack.map { ", set back until \(QueueModel.seconds($0))" } ?? ""
            return due.map { "idle until \(QueueModel.seconds($0))" + more } ?? "idle"
        case .notUnderstood: return "not understood"
        case .crowded: return "crowded"
        case .held(_, let until):
            return until.map { "held until \(QueueModel.seconds($0))" } ?? "held"
        }
    }

    private mutating func startCharge(_ number: Int) async throws -> String {
        guard let hold = holds[number], hold.charge == nil, !hold.isSaving,
            hold.claim.job.provider != Operation.freeProvider
        else { return "nothing" }
        var draft = TestQueue.draft
        draft.model = Operation.model(of: hold.worker)
        draft.bound = Outcome.bound
        let start = try await store.startCharge(for: hold.claim, draft, now: now)
        switch start {
        case .started(let charge):
            holds[number]?.charge = charge.id
            charges.append(charge.id)
            return "started \(self.number(ofCharge: charge.id))"
        case .left(.waits(.dailyCap, let until?, _, _)):
            return "capReached until \(QueueModel.seconds(until))"
        case .left(.waits(.budget, let until?, _, _)):
            return "budgetReached until \(QueueModel.seconds(until))"
        case .left(.waits): return "held"
        case .left(.gaveUp(let reason)): return "gave up \(reason.rawValue)"
        case .left(let end): return "\(end)"
        case .lost: return "lost"
        }
    }

    private mutating func settle(_ number: Int, _ outcome: Outcome) async throws -> String {
        guard let hold = holds[number] else { return "nothing" }
        var settlement = Settlement(
            job: outcome.job(now: now),
            gate: outcome.gate(now: now, input: hold.claim.job.input ?? ""))
        if let state = outcome.charge {
            guard let charge = hold.charge else { return "nothing" }
            settlement.charge = ChargeEnd(
                id: charge, state: state, cost: outcome.cost)
        }
        guard try await store.settle(hold.claim, settlement, now: now) != nil else { return "lost" }
        if settlement.job == .saving { holds[number]?.isSaving = true }
        if outcome == .saved { spool.removeAll { $0.charge.id == hold.charge } }
        return "written"
    }

    private mutating func resolve(
        _ job: Int, _ resolution: Resolution, making copy: Int? = nil
    ) async throws -> String {
        switch try await store.resolve(id(job), as: resolution, now: now) {
        case .resolved(let replacement):
            guard let copy, let replacement else { return "resolved" }
            ids[copy] = replacement
            return "resolved \(replacement)"
        case .knownPaid: return "knownPaid"
        case .notUncertain(let state): return "notUncertain(\(state.rawValue))"
        case .notFound: return "notFound"
        }
    }

    private func recover(
        killed: [WorkerID] = [], ended: [WorkerID] = []
    ) async throws -> String {
        let recoveries = try await store.recover(
            from: killed, ended: ended, spooled: spool, now: now)
        let lines = recoveries.map { "\($0.job) \($0.state.rawValue) \($0.reason)" }
        return "recovered \(lines.sorted())"
    }

    private func forget(_ person: Person) async throws -> String {
        guard try await store.prepareToForget(person, now: now).isEmpty else { return "busy" }
        let jobs = try await store.jobs(JobFilter(person: person), limit: .max)
        let answer = try await remove(jobs.map(\.id).sorted())
        _ = try await store.anonymiseCharges(of: person)
        return answer
    }

    private func remove(_ ids: [JobID]) async throws -> String {
        let removal = try await store.remove(ids)
        return "removed \(removal.jobs)"
    }
}
