import Foundation
import JobQueue

/// What people do to the queue.
extension QueueModel {
    mutating func submit(_ number: Int, _ job: NewJob, due: Int? = nil) -> String {
        let due = due ?? now
        let first = sight.jobs.first { $0.person == job.person && $0.key == job.key }
        if job.key != nil, let first { return "existing \(first.id)" }
        let milliseconds = Int64(Self.date(now).timeIntervalSince(Self.firstMoment) * 1000)
        lastID = max(lastID + 1, milliseconds * 512)
        let id = Self.known(lastID)
        ids[number] = id
        sight.jobs.append(
            ModelJob(
                id: id, provider: job.provider, person: job.person, key: job.key,
                input: job.input?.photo, priority: job.priority,
                reason: due > now ? "scheduled" : "new", due: due, created: now,
                retryOf: job.retryOf))
        return "queued \(id)"
    }

    /// The beginning of 2020 in UTC.
    private static var firstMoment: Date { Date(timeIntervalSince1970: 1_577_836_800) }

    mutating func retry(_ id: JobID, as copy: Int) -> String {
        guard let index = index(of: id), sight.jobs[index].state.hasEnded,
            sight.jobs[index].state != .uncertain
        else { return "nothing" }
        return submit(
            copy, Operation.newJob(copy, person: sight.jobs[index].person, retryOf: id))
    }

    mutating func cancel(_ id: JobID) -> String {
        guard let index = index(of: id) else { return "notFound" }
        switch sight.jobs[index].state {
        case .waiting where sight.jobs[index].reason == "answered": return "tooLate(waiting)"
        case .waiting:
            end(index, .cancelled, "cancelled")
            return "cancelled"
        case .running:
            sight.jobs[index].isCancelRequested = true
            return "requested"
        case .succeeded, .rejected, .failed, .cancelled, .uncertain:
            return "tooLate(\(sight.jobs[index].state.rawValue))"
        }
    }

    mutating func resolvePaid(_ id: JobID) -> String {
        guard let index = index(of: id) else { return "notFound" }
        guard sight.jobs[index].state == .uncertain else { return notUncertain(index) }
        end(index, .failed, "resolved_paid")
        if let charge = openCharge(of: id) { settleCharge(charge, .paid) }
        return "resolved"
    }

    mutating func resolveNotPaid(_ id: JobID) -> String {
        guard let index = index(of: id) else { return "notFound" }
        guard sight.jobs[index].state == .uncertain else { return notUncertain(index) }
        let charge = openCharge(of: id)
        if let charge, sight.charges[charge].state == .paid { return "knownPaid" }
        sight.jobs[index].state = .waiting
        sight.jobs[index].reason = "retry"
        sight.jobs[index].due = sight.jobs[index].created
        sight.jobs[index].ended = nil
        sight.jobs[index].isCancelRequested = false
        if let charge { settleCharge(charge, .free) }
        return "resolved"
    }

    mutating func resolveReplaced(_ id: JobID, by copy: Int) -> String {
        guard let index = index(of: id) else { return "notFound" }
        guard sight.jobs[index].state == .uncertain else { return notUncertain(index) }
        end(index, .failed, "replaced")
        let person = sight.jobs[index].person
        _ = submit(copy, Operation.newJob(copy, person: person, retryOf: id))
        return "resolved \(self.id(copy))"
    }

    mutating func setCap(_ new: DailyCap) -> String {
        guard new != cap else { return "known" }
        cap = new
        for index in sight.jobs.indices where sight.jobs[index].isCapped {
            sight.jobs[index].due = now
        }
        releaseSpent { _ in true }
        return "adopted"
    }

    mutating func prune(olderThan age: Int) -> String {
        let old = sight.jobs.filter { job in
            [.succeeded, .rejected, .failed, .cancelled].contains(job.state)
                && job.ended.map { $0 < now - age } ?? false
        }
        return remove(old.map(\.id))
    }

    mutating func forget(_ person: Person) -> String {
        let isBusy = sight.jobs.contains { $0.person == person && $0.state == .running }
        guard !isBusy else { return "busy" }
        for index in sight.jobs.indices
        where sight.jobs[index].person == person && sight.jobs[index].state == .waiting {
            end(index, .cancelled, "forgotten")
        }
        let jobs = sight.jobs.filter { $0.person == person }
        for index in sight.charges.indices where sight.charges[index].person == person {
            sight.charges[index].person = nil
        }
        return remove(jobs.map(\.id))
    }

    private mutating func remove(_ ids: [JobID]) -> String {
        sight.jobs.removeAll { ids.contains($0.id) }
        return "removed \(ids)"
    }

    private func notUncertain(_ index: Int) -> String {
        "notUncertain(\(sight.jobs[index].state.rawValue))"
    }

    /// Ends a job without touching what its attempts came to.
    mutating func end(_ index: Int, _ state: JobState, _ reason: String) {
        sight.jobs[index].state = state
        sight.jobs[index].reason = reason
        sight.jobs[index].ended = now
        leave(index)
    }

    /// Takes the worker's hand off a job.
    mutating func leave(_ index: Int) {
        sight.jobs[index].owner = nil
        sight.jobs[index].phase = nil
        tokens[sight.jobs[index].id] = nil
    }
}

extension ModelJob {
    var isCapped: Bool { state == .waiting && reason == "daily_cap" }
    var isOverBudget: Bool { state == .waiting && reason == "budget" }
}
