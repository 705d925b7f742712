import Foundation
import JobQueue

/// What becomes of jobs whose workers died, and of the gate.
extension QueueModel {
    mutating func recover(_ dead: [WorkerID]) -> String {
        var recovered: [String] = []
        for index in sight.jobs.indices {
            guard let owner = sight.jobs[index].owner, dead.contains(owner) else { continue }
            recover(index)
            let job = sight.jobs[index]
            recovered.append("\(job.id) \(job.state.rawValue) \(job.reason)")
        }
        for id in spool { adopt(Int(id) - 1) }
        return "recovered \(recovered.sorted())"
    }

    private mutating func recover(_ index: Int) {
        guard let charge = openCharge(of: sight.jobs[index].id) else {
            recoverFree(index)
            return
        }
        if spool.contains(sight.charges[charge].id) {
            putBack(index, "answered", due: sight.jobs[index].due, countsAttempt: true)
            settleCharge(charge, .paid, cost: Outcome.cost)
        } else if sight.charges[charge].state == .paid {
            end(index, .failed, "answer_lost")
        } else {
            end(index, .uncertain, "worker_died")
            settleCharge(charge, .unknown)
        }
    }

    private mutating func recoverFree(_ index: Int) {
        if sight.jobs[index].isCancelRequested {
            end(index, .cancelled, "cancelled")
            return
        }
        sight.jobs[index].crashes += 1
        if sight.jobs[index].crashes >= deathsThatPark {
            end(index, .failed, "killed_workers")
        } else {
            putBack(index, "interrupted", due: sight.jobs[index].due)
        }
    }

    private mutating func adopt(_ charge: Int) {
        guard sight.charges[charge].state != .free,
            let index = index(of: sight.charges[charge].job),
            sight.jobs[index].state == .uncertain
        else { return }
        sight.jobs[index].state = .waiting
        sight.jobs[index].reason = "answered"
        sight.jobs[index].ended = nil
        settleCharge(charge, .paid, cost: Outcome.cost)
    }

    mutating func clearGate() -> String {
        guard let gate = sight.gate else { return "open" }
        let wasClosed = gate.isHalted || gate.opens.map { $0 > now } ?? false
        sight.gate = ModelGate(allowed: wasClosed ? 1 : gate.allowed, changed: now)
        return wasClosed ? "cleared" : "open"
    }

    mutating func tellGate(_ change: GateChange) {
        var gate = sight.gate ?? ModelGate()
        switch change {
        case .answered:
            guard gate.allowed != nil || gate.failures > 0 else { return }
            let isClosed = gate.isHalted || gate.opens.map { $0 > now } ?? false
            guard !isClosed else { return }
            let more = gate.allowed.map { $0 + 1 }
            gate = ModelGate(opens: gate.opens, allowed: more == 17 ? nil : more)
        case .cooldown(let until, let reason, _):
            gate.close(until: Self.seconds(until), reason)
        case .halt(let reason, _):
            gate.isHalted = true
            gate.allowed = 1
            gate.reason = reason
        case .serverError:
            gate.failures += 1
            let rests = [30, 60, 120, 240, 300]
            if gate.failures >= 3 {
                gate.close(until: now + rests[min(gate.failures - 3, 4)], "server_errors")
            }
        case .unreachable:
            gate.failures += 1
            let rests = [5, 10, 20, 40, 80, 160, 300]
            gate.close(until: now + rests[min(gate.failures - 1, 6)], "unreachable")
        }
        gate.changed = now
        sight.gate = gate
    }

    mutating func mendWaits() -> String {
        for index in sight.jobs.indices {
            let job = sight.jobs[index]
            guard job.state == .waiting, job.due > now, job.reason != "scheduled" else { continue }
            let isPremature =
                job.isCapped || job.isOverBudget
                ? job.due != nextDay : max(job.created, job.started ?? job.created) > now
            if isPremature { sight.jobs[index].due = now }
        }
        if let gate = sight.gate, let opens = gate.opens, opens > now, gate.changed > now {
            sight.gate?.opens = opens - gate.changed + now
            sight.gate?.changed = now
        }
        return "mended"
    }
}

extension ModelGate {
    fileprivate mutating func close(until: Int, _ reason: String) {
        allowed = 1
        guard until > opens ?? .min else { return }
        opens = until
        if !isHalted { self.reason = reason }
    }
}
