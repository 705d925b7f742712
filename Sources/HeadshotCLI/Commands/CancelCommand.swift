import Answers
import ArgumentParser
import JobQueue
import Setup

/// `headshot cancel`: cancels jobs.
struct CancelCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "cancel", "Cancel jobs.",
        """
        A waiting job ends at once. The worker of a running one stops it: before the photo is sent nothing is \
        paid, after that the job becomes uncertain. A job that cannot be cancelled stops no other. With --all \
        you are asked first.
        """,
        examples: [
            "headshot cancel 7m2kq4x0ab", "headshot cancel 7m2kq4x0ab 9c3wd1v5ef",
            "headshot cancel --all --person anna",
            "headshot cancel --all --state waiting --style left-casual --yes",
        ],
        exits: [
            .badEnds("it is too late for a job, or you did not agree"), .disk, .away,
            .configuration,
        ])

    @OptionGroup var chosen: JobChoiceOptions

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func validate() throws {
        try chosen.filter.mustBe(in: Self.states, toBe: "cancelled")
    }

    func run(in session: Session) async throws {
        try await session.takeBackOrphans()
        let jobs = try await ChosenJobs(chosen, states: Self.states, in: session)
        if chosen.all {
            let summary = "\(CountWords.jobs(jobs.count)) to cancel."
            try Confirmation.demand(for: jobs, summary, yes: yes)
        }
        try await DecisionReport.answer(on: jobs, asJSON: output.json) { batch, report in
            let now = session.now
            let results = try await session.store.cancel(batch.map(\.id), now: now)
            for (job, result) in zip(batch, results) { report.add(job.id, result) }
        }
        try await session.finishRemovals()
    }

    /// The states in which a job can be cancelled.
    private static let states: [JobState] = [.waiting, .running]
}

extension DecisionReport {
    fileprivate mutating func add(_ id: JobID, _ result: Cancellation) {
        switch result {
        case .cancelled: did(id, .cancelled, "\(id)  cancelled")
        case .requested: did(id, .running, "\(id)  its worker was asked to stop")
        case .tooLate(let state):
            refuse(id, state, UserMessage(.badEnds, "too_late", "\(id): \(Self.refusal(state))"))
        case .notFound: refuse(id, nil, .noSuchJob(id.description))
        }
    }

    /// Why a job in a state cannot be cancelled.
    private static func refusal(_ state: JobState) -> String {
        switch state {
        case .waiting: "Its answer is here and paid; it is saved, not cancelled."
        case .uncertain:
            "It is uncertain, and was sent already; 'headshot resolve' moves it on."
        case .cancelled: "It was cancelled before."
        case .running, .succeeded, .rejected, .failed:
            "It is too late: the job has \(state.rawValue)."
        }
    }
}
