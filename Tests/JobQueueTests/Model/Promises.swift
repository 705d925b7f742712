import JobQueue

/// What must hold after every step, whatever a model says.
enum Promises {
    /// The first promise that a step broke, in words.
    static func firstBroken(
        by operation: Operation, from before: QueueModel.Sight, to after: QueueModel.Sight,
        cap: DailyCap
    ) -> String? {
        let counting = after.charges.filter { $0.state != .free }
        for job in after.jobs {
            let open = counting.filter { $0.job == job.id }
            if open.count > 1 { return "job \(job.id) is charged twice" }
            if job.state == .waiting, !job.isAnswered, !open.isEmpty {
                return "job \(job.id) waits to be charged again"
            }
            if job.state.hasEnded, job.person.space != .commandLine,
                !after.told.contains("\(job.id) job.\(job.state.rawValue)")
            {
                return "the app of job \(job.id) is not told of its end"
            }
            if job.isAnswered, open.first?.state != .paid { return "job \(job.id) has no answer" }
        }
        for charge in before.charges where [.paid, .free].contains(charge.state) {
            let later = after.charges.first { $0.id == charge.id }
            if later?.state != charge.state { return "charge \(charge.id) was rewritten" }
        }
        if after.charges.count > before.charges.count, let new = after.charges.last {
            let used = counting.count { $0.person == new.person && $0.day == new.day }
            if used > cap.charges { return "charge \(new.id) is over the cap" }
            let today = counting.filter { $0.day == new.day }
            if let limit = cap.spend, today.map(\.counted).reduce(0, +) > limit {
                return "charge \(new.id) is over the budget"
            }
            let ofSpace = today.filter { $0.space == new.space }.map(\.counted).reduce(0, +)
            if new.space != .commandLine, ofSpace > QueueModel.spaceBudget {
                return "charge \(new.id) is over the budget of its space"
            }
        }
        if let job = vanished(operation, before, after) { return "job \(job) is lost" }
        return nil
    }

    private static func vanished(
        _ operation: Operation, _ before: QueueModel.Sight, _ after: QueueModel.Sight
    ) -> JobID? {
        switch operation {
        case .prune, .forget: return nil
        default:
            let left = Set(after.jobs.map(\.id))
            return before.jobs.map(\.id).first { !left.contains($0) }
        }
    }
}
