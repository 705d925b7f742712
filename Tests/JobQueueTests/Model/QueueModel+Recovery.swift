import Foundation
import JobQueue

/// What becomes of jobs whose workers died, and of the gate.
extension QueueModel {
    mutating func recover(_ worker: WorkerID?, wasKilled: Bool) -> String {
        var recovered: [String] = []
        for index in sight.jobs.indices {
            guard let owner = sight.jobs[index].owner, owner == worker else { continue }
            recover(index, wasKilled: wasKilled)
            let job = sight.jobs[index]
            recovered.append("\(job.id) \(job.state.rawValue) \(job.reason)")
        }
        for id in spool { _ = adopt(Int(id) - 1, of: []) }
        return "recovered \(recovered.sorted())"
    }

    private mutating func recover(_ index: Int, wasKilled: Bool) {
        guard let charge = openCharge(of: sight.jobs[index].id) else {
            if sight.jobs[index].isCancelRequested {
                end(index, .cancelled, "cancelled")
            } else if wasKilled {
                setBack(index)
            } else {
                putBack(index, "interrupted", due: now + 1)
            }
            return
        }
        if spool.contains(sight.charges[charge].id) {
            putBack(index, "answered", due: sight.jobs[index].due, countsAttempt: true)
            settleCharge(charge, .paid, cost: Outcome.spooledCost)
        } else if sight.charges[charge].state == .paid {
            end(index, .failed, "answer_lost")
        } else {
            end(index, .uncertain, "worker_died")
            settleCharge(charge, .unknown)
        }
    }

    /// Puts a job behind the others, twice as far each time, and at most ten minutes.
    mutating func setBack(_ index: Int) {
        let deaths = sight.jobs[index].crashes
        sight.jobs[index].crashes = deaths + 1
        let wait = deaths < 10 ? firstWait << deaths : 600
        putBack(index, "interrupted", due: now + min(600, wait))
    }

    mutating func release(_ number: Int) -> String {
        guard let hold = holds[number], tokens[hold.job] == hold.token,
            let index = index(of: hold.job), openCharge(of: hold.job) == nil
        else { return "nothing" }
        if sight.jobs[index].isCancelRequested {
            end(index, .cancelled, "cancelled")
        } else {
            putBack(index, "interrupted", due: now + 1)
        }
        return "written"
    }

    mutating func adopt(_ id: JobID) -> String {
        let answers = spool.filter { sight.charges[Int($0) - 1].job == id }
        let adopted = answers.map {
            adopt(Int($0) - 1, of: ["answer_lost", "result_unwritable"])
        }
        return adopted.contains(true) ? "goes on" : "nothing"
    }

    /// Lets a job go on that is uncertain, or failed for one of these reasons.
    private mutating func adopt(_ charge: Int, of reasons: Set<String>) -> Bool {
        guard sight.charges[charge].state != .free,
            let index = index(of: sight.charges[charge].job)
        else { return false }
        let job = sight.jobs[index]
        guard job.state == .uncertain || job.state == .failed && reasons.contains(job.reason) else {
            return false
        }
        sight.jobs[index].state = .waiting
        sight.jobs[index].reason = "answered"
        sight.jobs[index].ended = nil
        settleCharge(charge, .paid, cost: Outcome.spooledCost)
        return true
    }

    mutating func clearGate() -> String {
        var wasAnyClosed = false
        for index in sight.gates.indices {
            let gate = sight.gates[index]
            let wasClosed = gate.isHalted || gate.opens.map { $0 > now } ?? false
            sight.gates[index] = ModelGate(
                model: gate.model, allowed: wasClosed ? 1 : gate.allowed, changed: now)
            wasAnyClosed = wasAnyClosed || wasClosed
        }
        return wasAnyClosed ? "cleared" : "open"
    }

    /// Tells the gates that an answer concerns: a good one is news for both, a refused key or a broken line for the
    /// provider's, everything else for the model's.
    mutating func tellGates(_ change: GateChange, asking model: String) {
        switch change {
        case .answered:
            tellGate(of: nil, change)
            tellGate(of: model, change)
        case .halt, .unreachable: tellGate(of: nil, change)
        case .cooldown, .serverError, .unknownOutcome, .noAnswer, .refused:
            tellGate(of: model, change)
        }
    }

    private mutating func tellGate(of model: String?, _ change: GateChange) {
        let known = sight.gates.first { $0.model == model }
        guard let gate = told(known ?? ModelGate(model: model), change) else { return }
        sight.gates.removeAll { $0.model == model }
        sight.gates.append(gate)
        sight.gates.sort { $0.model ?? "" < $1.model ?? "" }
    }

    /// A gate after an answer; `nil` where there is nothing to write.
    private func told(_ old: ModelGate, _ change: GateChange) -> ModelGate? {
        var gate = old
        let isClosed = gate.isHalted || gate.opens.map { $0 > now } ?? false
        switch change {
        case .answered:
            guard gate.allowed != nil || gate.failures > 0 || gate.costlyFailures > 0 else {
                return nil
            }
            guard !isClosed else { return gate }
            let more = gate.allowed.map { $0 + 1 }
            gate = ModelGate(
                model: gate.model, opens: gate.opens, allowed: more == 17 ? nil : more)
        case .cooldown(let until, let reason, _):
            gate.close(until: Self.seconds(until), reason.rawValue)
        case .halt(let reason, _):
            gate.isHalted = true
            gate.allowed = 1
            gate.reason = reason.rawValue
        case .serverError(let until, _):
            guard !isClosed || until != nil else { return gate }
            var end = until.map(Self.seconds) ?? now
            if !isClosed { gate.failures += 1 }
            if !isClosed, gate.failures >= 3 { end = max(end, now + gate.rest) }
            if end > now { gate.close(until: end, "server_errors") }
        case .unreachable:
            guard !isClosed else { return gate }
            gate.failures += 1
            let rests = [5, 10, 20, 40, 80, 160, 300]
            gate.close(until: now + rests[min(gate.failures - 1, 6)], "unreachable")
        case .unknownOutcome, .noAnswer:
            guard !isClosed else { return gate }
            gate.costlyFailures += 1
            let rests = [300, 600, 1200, 2400, 4800, 7200]
            switch gate.costlyFailures {
            case 1: gate.allowed = min(gate.allowed ?? 2, 2)
            case 2: gate.allowed = 1
            case let count:
                let isUnknown = if case .unknownOutcome = change { true } else { false }
                gate.close(
                    until: now + rests[min(count - 3, 5)],
                    isUnknown ? "unknown_outcomes" : "no_answers")
            }
        case .refused(let input, _):
            guard !isClosed else { return gate }
            let name = String(input.prefix(12))
            let isOutage = gate.refusedInputs.count == 3
            if isOutage || !gate.refusedInputs.contains(name) {
                if !isOutage { gate.refusedInputs.append(name) }
                gate.failures += 1
                if gate.refusedInputs.count == 3 {
                    gate.close(until: now + gate.rest, "refusals")
                }
            }
        }
        gate.changed = now
        return gate
    }

    mutating func repairDueTimes() -> String {
        for (space, opening) in spent where opening > now && opening != nextDay {
            spent[space] = now
        }
        for index in sight.jobs.indices {
            let job = sight.jobs[index]
            guard job.state == .waiting, job.due > now, job.reason != "scheduled" else { continue }
            let isPremature =
                job.isCapped || job.isOverBudget
                ? job.due != nextDay : max(job.created, job.started ?? job.created) > now
            if isPremature { sight.jobs[index].due = now }
        }
        for index in sight.gates.indices {
            let gate = sight.gates[index]
            guard let opens = gate.opens, opens > now, gate.changed > now else { continue }
            sight.gates[index].opens = opens - gate.changed + now
            sight.gates[index].changed = now
        }
        return "mended"
    }
}

extension ModelGate {
    /// In seconds, from the third failure on.
    fileprivate var rest: Int { [30, 60, 120, 240, 300][min(failures - 3, 4)] }

    fileprivate mutating func close(until: Int, _ reason: String) {
        allowed = 1
        guard until > opens ?? .min else { return }
        opens = until
        if !isHalted { self.reason = reason }
    }
}
