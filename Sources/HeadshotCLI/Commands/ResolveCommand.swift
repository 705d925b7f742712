import Answers
import ArgumentParser
import Foundation
import JobQueue
import Setup

/// `headshot resolve`: records whether uncertain jobs were charged.
struct ResolveCommand: SessionCommand {
    /// What the provider's bill says.
    enum Bill: EnumerableFlag {
        case paid, notPaid

        static func help(for value: Bill) -> ArgumentHelp? {
            switch value {
            case .paid: "The request was charged: the job fails, and the charge stays counted."
            case .notPaid: "It was not charged: the job waits again, and is sent once more."
            }
        }
    }

    static let configuration = CommandConfiguration(
        "resolve", "Say whether uncertain jobs' requests were charged.",
        """
        A job is uncertain when its request was sent and no answer came. It is never sent again automatically; the \
        provider's bill or usage page shows whether it was charged. If an answer was kept, which 'headshot show' \
        says, --paid takes the headshot from it. You are asked first with --all, and where it costs more than $1 \
        to send the jobs once more. A job that is not uncertain stops no other.
        """,
        examples: [
            "headshot resolve 7m2kq4x0ab --paid",
            "headshot resolve 7m2kq4x0ab 9c3wd1v5ef --not-paid",
            "headshot resolve --all --reason deadline --day 2026-11-21 --not-paid",
        ],
        exits: [
            .badEnds("a job is not uncertain or may still be answered, or you did not agree"),
            .disk, .away, .configuration,
        ])

    @OptionGroup var chosen: JobChoiceOptions

    @Flag var bill: Bill

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func validate() throws {
        try chosen.filter.mustBe(in: [.uncertain], toBe: "resolved")
    }

    func run(in session: Session) async throws {
        try await session.takeBackOrphans()
        let jobs = try await ChosenJobs(
            chosen, states: [.uncertain], batch: JobStore.paymentBatch, in: session)
        try await demandConsent(to: jobs, session)
        try await DecisionReport.answer(on: jobs, asJSON: output.json) { batch, report in
            let jobs = try await report.adoptingAnswers(
                of: batch, arePaid: bill == .paid, in: session)
            let now = session.now
            let early =
                bill == .notPaid
                ? try await session.store.requestsOnTheirWay(of: jobs.map(\.id), now: now) : [:]
            let resolution: Resolution = bill == .paid ? .paid : .notPaid
            let words = jobs.filter { early[$0.id] == nil }.map {
                (job: $0.id, resolution: resolution)
            }
            let results = try await session.store.resolve(words, now: now)
            for (word, result) in zip(words, results) {
                report.add(word.job, result, state: bill == .paid ? .failed : .waiting)
            }
            for job in jobs {
                guard let end = early[job.id] else { continue }
                report.refuse(
                    job.id, .uncertain,
                    UserMessage(
                        .badEnds, "too_early",
                        """
                        The request of job \(job.id) may still be on its way until \(end.formatted(.iso8601)), so it is \
                        not sent once more yet.
                        """, "The same command does it then."))
            }
        }
    }

    private func demandConsent(to jobs: ChosenJobs, _ session: Session) async throws {
        let count = CountWords.jobs(jobs.count)
        switch bill {
        case .paid:
            guard chosen.all else { return }
            try Confirmation.demand(
                for: jobs, "\(count) to end as failed, their charges counted.", yes: yes)
        case .notPaid:
            let cost = try await RequestCost(
                jobs.counts.filter { $0.state == .uncertain }, models: session.expectedModels())
            guard chosen.all || cost.isLarge else { return }
            try Confirmation.demand(
                for: jobs, "\(count) to send once more: \(cost.words).", yes: yes)
        }
    }
}

extension DecisionReport {
    /// Reports the result of resolving an uncertain job.
    fileprivate mutating func add(_ id: JobID, _ result: ResolutionResult, state: JobState) {
        switch result {
        case .resolved: did(id, state, "\(id)  \(state.rawValue)")
        case .knownPaid, .notUncertain, .notFound: refuse(id, result)
        }
    }

    /// Reports why a job could not be resolved.
    mutating func refuse(_ id: JobID, _ result: ResolutionResult) {
        switch result {
        case .resolved: break
        case .knownPaid:
            refuse(
                id, .uncertain,
                UserMessage(
                    .badEnds, "known_paid", "The provider answered job \(id), so it was charged.",
                    """
                    Its headshot may lie in the results folder, or be saved by the next worker. If not: \
                    'headshot resolve \(id) --paid'.
                    """))
        case .notUncertain(let state):
            refuse(
                id, state,
                UserMessage(
                    .badEnds, "not_uncertain",
                    "Job \(id) is \(state.rawValue); only an uncertain job can be resolved."))
        case .notFound: refuse(id, nil, .noSuchJob(id.description))
        }
    }
}
