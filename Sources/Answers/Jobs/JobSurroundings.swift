package import Foundation
import Generation
import HeadshotWorker
package import JobQueue

/// What decides how jobs go on and is not in their rows: gates, budgets in all, and what their workers report.
package struct JobSurroundings: Sendable {
    private let gates: [Gate]
    /// What is left of the budgets in all, in millionths of a US dollar, of the spaces whose jobs wait for a budget.
    private let moneyLeft: [Space: Int]
    private let progress: [JobID: JobProgress]

    /// Reads what there is around some jobs.
    ///
    /// - Parameter known: The gates, if they were read already.
    package init(of jobs: [Job], in store: JobStore, gates known: [Gate]? = nil) async throws {
        gates = if let known { known } else { try await store.gates() }
        var moneyLeft: [Space: Int] = [:]
        for space in Set(jobs.filter(\.waitsForBudget).map(\.person.space)) {
            moneyLeft[space] = try await store.moneyLeft(of: space)
        }
        self.moneyLeft = moneyLeft
        progress = await WorkerRoster(store.presence)
            .progress(of: Set(jobs.filter { $0.state == .running }.compactMap(\.owner)))
    }

    /// The gate that stops the job's provider now.
    package func gate(of job: Job, at now: Date) -> Gate? { gates.holding(job.provider, at: now) }

    /// What the job's worker reports of it.
    package func progress(of job: Job) -> JobProgress? { progress[job.id] }

    /// Whether the job waits until the budget in all of its space is raised, and not for another day.
    package func isSpentInAll(for job: Job) -> Bool {
        guard job.waitsForBudget, let left = moneyLeft[job.person.space] else { return false }
        return left < max(1, job.leastBound)
    }
}

extension JobStore {
    /// How many jobs wait until the budget in all of their space is raised, by space.
    package nonisolated func waitingForBudgetInAll() async throws -> [(space: Space, jobs: Int)] {
        var waiting: [(space: Space, jobs: Int)] = []
        for record in try await spaces() where record.settings.totalBudget != nil {
            let filter = JobFilter(
                states: [.waiting], reasons: [WaitReason.budget.rawValue], space: record.space)
            let jobs = try await jobs(filter, limit: 1)
            guard let job = jobs.first,
                try await JobSurroundings(of: jobs, in: self, gates: []).isSpentInAll(for: job)
            else { continue }
            let count = try await choose(filter).counts.map(\.jobs).reduce(0, +)
            waiting.append((record.space, count))
        }
        return waiting
    }
}

extension Job {
    fileprivate var waitsForBudget: Bool { state == .waiting && waitReason == .budget }

    /// The least that must be left of a budget for its request, in millionths of a US dollar; 0 if that is unknown.
    fileprivate var leastBound: Int {
        guard let quote else { return 0 }
        // A budget counts a request by the most that it can cost, of which the prompt is a small part.
        let picture =
            kind == .headshot
            ? ModelFacts.facts(for: quote.model).bound(of: .picture(.portrait), from: []) : nil
        return max(quote.price ?? 0, picture ?? 0)
    }

    /// ``sentence(gate:progress:isSpentInAll:now:timeZone:)`` of the job in its surroundings.
    package func sentence(
        in surroundings: JobSurroundings, now: Date, timeZone: TimeZone? = TimeWords.zone
    ) -> String {
        sentence(
            gate: surroundings.gate(of: self, at: now), progress: surroundings.progress(of: self),
            isSpentInAll: surroundings.isSpentInAll(for: self), now: now, timeZone: timeZone)
    }
}

extension JobSummary {
    /// A job in its surroundings.
    package init(
        _ job: Job, in surroundings: JobSurroundings, results: String? = nil, now: Date,
        timeZone: TimeZone? = TimeWords.zone
    ) {
        self.init(
            job, gate: surroundings.gate(of: job, at: now),
            progress: surroundings.progress(of: job),
            isSpentInAll: surroundings.isSpentInAll(for: job), results: results, now: now,
            timeZone: timeZone)
    }
}
