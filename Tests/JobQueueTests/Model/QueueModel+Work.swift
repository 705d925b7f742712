import Foundation
import JobQueue

/// What workers do to the queue.
extension QueueModel {
    mutating func claim(_ number: Int, by worker: WorkerID, hasKey: Bool) -> String {
        if let index = sight.jobs.firstIndex(where: \.isAnswered) {
            return take(index, number, worker, .saving)
        }
        if let index = nextDue(isFree: true, worker) {
            return take(index, number, worker, .preparing)
        }
        guard hasKey else { return idle { $0.isFree } }
        let gates = gates(for: worker)
        if gates.contains(where: \.isHalted) { return "held" }
        if let opens = gates.compactMap(\.opens).max(), opens > now {
            return "held until \(opens)"
        }
        let running = sight.jobs.count { $0.state == .running && !$0.isFree }
        if gates.contains(where: { running >= $0.allowed ?? .max }) { return "held" }
        while let index = nextDue(isFree: false, worker) {
            if noteIfSpent(sight.jobs[index].person.space) { continue }
            guard isAtCap(sight.jobs[index].person) else {
                return take(index, number, worker, .preparing)
            }
            for other in sight.jobs.indices
            where sight.jobs[other].isDue(now) && !sight.jobs[other].isFree
                && sight.jobs[other].person == sight.jobs[index].person
            {
                sight.jobs[other].due = nextDay
                sight.jobs[other].reason = "daily_cap"
            }
        }
        setAsideSpent()
        return idle { _ in true }
    }

    private func idle(_ isWanted: (ModelJob) -> Bool) -> String {
        let waiting = sight.jobs.filter { $0.state == .waiting && isWanted($0) }
        let setBack = waiting.filter { $0.reason == "interrupted" }.map(\.due).min()
        guard let next = waiting.map(\.due).min() else { return "idle" }
        return "idle until \(next)" + (setBack.map { ", set back until \($0)" } ?? "")
    }

    /// The gates that a worker's requests have to pass: the provider's, and that of its model.
    private func gates(for worker: WorkerID) -> [ModelGate] {
        let model = Operation.model(of: worker)
        return sight.gates.filter { $0.model == nil || $0.model == model }
    }

    mutating func record(_ number: Int) -> String {
        guard let hold = holds[number] else { return "nothing" }
        guard let index = held(hold) else { return "lost" }
        sight.jobs[index].findings = "[\(number)]"
        return "kept"
    }

    mutating func startCharge(_ number: Int) -> String {
        // No worker asks twice, or for an answer that it has.
        guard let hold = holds[number], hold.charge == nil, !hold.isSaving, !hold.isFree
        else { return "nothing" }
        guard let index = held(hold) else { return "lost" }
        if sight.jobs[index].isCancelRequested {
            end(index, .cancelled, "cancelled")
            return "cancelled"
        }
        let gates = gates(for: hold.worker)
        let isClosed = gates.contains { gate in
            gate.isHalted || gate.opens.map { $0 > now } ?? false
                || requestsOut(to: gate.model) >= gate.allowed ?? .max
        }
        if isClosed {
            let isHalted = gates.contains(where: \.isHalted)
            putBack(index, isHalted ? "provider_halted" : "cooldown", due: hold.due)
            return "held"
        }
        if isAtCap(sight.jobs[index].person) {
            putBack(index, "daily_cap", due: nextDay)
            return "capReached until \(nextDay)"
        }
        let bound = bound(of: Operation.model(of: hold.worker))
        let space = sight.jobs[index].person.space
        if let exceeded = budget(exceededBy: bound, in: space) {
            putBack(index, "budget", due: nextDay)
            spent[exceeded == .ofAll ? Self.everySpace : space.rawValue] = nextDay
            shortDay = cap.day(of: Self.date(now))
            setAsideSpent()
            return "budgetReached until \(nextDay)"
        }
        let id = Int64(sight.charges.count + 1)
        sight.charges.append(
            ModelCharge(
                id: id, job: hold.job, person: sight.jobs[index].person,
                space: sight.jobs[index].person.space,
                model: Operation.model(of: hold.worker),
                day: cap.day(of: Self.date(now)), bound: bound))
        sight.jobs[index].phase = .uploading
        sight.journal.append("\(id) started")
        holds[number]?.charge = id
        return "started \(id)"
    }

    mutating func keep(_ number: Int) -> String {
        guard let hold = holds[number], let charge = hold.charge else { return "nothing" }
        if !spool.contains(charge) { spool.append(charge) }
        return "kept"
    }

    mutating func settle(_ number: Int, _ outcome: Outcome) -> String {
        guard let hold = holds[number] else { return "nothing" }
        if let state = outcome.charge {
            guard let charge = hold.charge else { return "nothing" }
            let index = Int(charge) - 1
            let isNews = [.started, .unknown].contains(sight.charges[index].state)
            settleCharge(index, state, cost: outcome.cost)
            if isNews,
                let change = outcome.gate(now: Self.date(now), input: hold.input ?? "")
            {
                tellGates(change, asking: Operation.model(of: hold.worker))
            }
            if isNews, state == .free, held(hold) == nil { continueUncertain(hold.job) }
        }
        guard let index = held(hold) else { return "lost" }
        switch outcome.job(now: Self.date(now)) {
        case .succeeded(_, let result):
            end(index, .succeeded, "succeeded")
            sight.jobs[index].result = result?.name(of: sight.jobs[index].id)
            spool.removeAll { $0 == hold.charge }
        case .rejected(let reason): end(index, .rejected, reason)
        case .failed(let reason, _): end(index, .failed, reason.rawValue)
        case .cancelled: end(index, .cancelled, "cancelled")
        case .gaveUp(let reason): end(index, .cancelled, reason.rawValue)
        case .uncertain(let reason, _): end(index, .uncertain, reason.rawValue)
        case .waits where sight.jobs[index].isCancelRequested,
            .setBack where sight.jobs[index].isCancelRequested:
            end(index, .cancelled, "cancelled")
        case .setBack: setBack(index)
        case .waits(let reason, let due, let countsAttempt, _):
            putBack(
                index, reason.rawValue, due: due.map(Self.seconds) ?? hold.due,
                countsAttempt: countsAttempt)
        case .saving:
            sight.jobs[index].phase = .saving
            holds[number]?.isSaving = true
        }
        return "written"
    }

    /// A job that was taken for uncertain waits again once its charge is known to be free.
    private mutating func continueUncertain(_ id: JobID) {
        guard let index = index(of: id), sight.jobs[index].state == .uncertain else { return }
        guard !sight.jobs[index].isCancelRequested else {
            return end(index, .cancelled, "cancelled")
        }
        sight.jobs[index].state = .waiting
        sight.jobs[index].reason = "interrupted"
        sight.jobs[index].due = now
        sight.jobs[index].ended = nil
    }

    func isAtCap(_ person: Person) -> Bool {
        let today = cap.day(of: Self.date(now))
        let used = sight.charges.count {
            $0.person == person && $0.day == today && $0.state != .free
        }
        return used >= cap.charges
    }

    func spentToday(in space: Space? = nil) -> Int {
        let today = cap.day(of: Self.date(now))
        return sight.charges.filter { charge in
            charge.day == today && charge.state != .free && (space == nil || charge.space == space)
        }
        .map(\.counted).reduce(0, +)
    }

    private enum Budget { case ofAll, ofSpace }

    private func budget(exceededBy bound: Int, in space: Space) -> Budget? {
        if let limit = cap.spend, spentToday() + bound > limit { return .ofAll }
        guard space != .commandLine, spentToday(in: space) + bound > Self.spaceBudget else {
            return nil
        }
        return .ofSpace
    }

    /// A model that once cost more than the bound counts by that from then on.
    private func bound(of model: String) -> Int {
        let above = sight.charges.filter { $0.model == model }.compactMap { charge in
            charge.cost.flatMap { $0 > charge.bound ? $0 : nil }
        }
        return max(Outcome.bound, above.max() ?? 0)
    }

    /// Lets jobs go on that wait for money, because a charge cost less than its bound.
    private mutating func releaseUnspent(of charge: ModelCharge) {
        guard let cost = charge.cost, cost < charge.bound,
            charge.day == cap.day(of: Self.date(now))
        else { return }
        guard spent.values.contains(where: { $0 > now }) else { return }
        let own = charge.space.rawValue
        switch budget(exceededBy: charge.bound, in: charge.space) {
        case .ofAll: return
        case .ofSpace:
            guard cap.spend != nil else { return }
            spent[own] = nextDay
            releaseSpent { $0 != own }
        case nil:
            let isOfAll = cap.spend != nil
            releaseSpent { isOfAll || $0 == own }
        }
    }

    /// Writes what is known of a charge, unless it was known before.
    mutating func settleCharge(_ index: Int, _ state: ChargeState, cost: Int? = nil) {
        guard [.started, .unknown].contains(sight.charges[index].state) else { return }
        sight.charges[index].state = state
        sight.charges[index].cost = cost
        sight.charges[index].settled = now
        sight.journal.append("\(index + 1) \(state.rawValue)")
        if state == .paid { releaseUnspent(of: sight.charges[index]) }
        guard state == .free else { return }
        for other in sight.jobs.indices
        where sight.jobs[other].isCapped
            && sight.jobs[other].person == sight.charges[index].person
        {
            sight.jobs[other].due = now
        }
        let own = sight.charges[index].space.rawValue
        releaseSpent { $0 == own || $0 == Self.everySpace }
    }

    mutating func putBack(
        _ index: Int, _ reason: String, due: Int, countsAttempt: Bool = false
    ) {
        sight.jobs[index].state = .waiting
        sight.jobs[index].reason = reason
        sight.jobs[index].due = due
        if reason == "refused" { sight.jobs[index].refusals += 1 }
        if !countsAttempt { sight.jobs[index].attempts = max(0, sight.jobs[index].attempts - 1) }
        leave(index)
    }

    private mutating func take(
        _ index: Int, _ number: Int, _ worker: WorkerID, _ phase: JobPhase
    ) -> String {
        let job = sight.jobs[index]
        let token = "token-\(number)"
        sight.jobs[index].state = .running
        sight.jobs[index].phase = phase
        sight.jobs[index].reason = "claimed"
        sight.jobs[index].owner = worker
        sight.jobs[index].started = now
        if phase == .preparing { sight.jobs[index].attempts += 1 }
        tokens[job.id] = token
        lastServed[worker, default: [:]][job.provider] = job.person.space
        let charge = phase == .saving ? openCharge(of: job.id).map { sight.charges[$0].id } : nil
        holds[number] = Hold(
            job: job.id, token: token, worker: worker, due: job.due, isFree: job.isFree,
            input: job.input, charge: charge, isSaving: phase == .saving)
        return "claimed \(job.id) \(phase.rawValue) \(charge.map { "\($0)" } ?? "no charge")"
    }

    private func held(_ hold: Hold) -> Int? {
        guard tokens[hold.job] == hold.token else { return nil }
        return index(of: hold.job)
    }

    private func requestsOut(to model: String?) -> Int {
        sight.charges.count { charge in
            charge.state == .started && (model == nil || charge.model == model)
                && sight.jobs.contains { $0.id == charge.job && $0.state == .running }
        }
    }

    var nextDay: Int { Self.seconds(cap.nextDay(after: Self.date(now))) }

    private func nextDue(isFree: Bool, _ worker: WorkerID) -> Int? {
        let due = sight.jobs.indices.filter {
            sight.jobs[$0].isDue(now) && sight.jobs[$0].isFree == isFree
                && (isFree || opening(of: sight.jobs[$0].person.space) <= now)
        }
        return due.min { left, right in
            let (a, b) = (sight.jobs[left], sight.jobs[right])
            let (first, second) = (turn(of: a, worker), turn(of: b, worker))
            guard first == second else { return first < second }
            return (-a.priority, a.due, left) < (-b.priority, b.due, right)
        }
    }

    /// The position of a job's space in the turn, which goes on after the space that the worker served last.
    private func turn(of job: ModelJob, _ worker: WorkerID) -> (Int, String) {
        let space = job.person.space.rawValue
        let last = lastServed[worker]?[job.provider]?.rawValue ?? ""
        return (space > last ? 0 : 1, space)
    }
}

extension ModelCharge {
    /// What budgets count of it.
    var counted: Int { cost ?? bound }
}

extension ModelJob {
    var isFree: Bool { provider == Operation.freeProvider }

    var isAnswered: Bool { state == .waiting && reason == "answered" }

    func isDue(_ now: Int) -> Bool { state == .waiting && due <= now && !isAnswered }
}
