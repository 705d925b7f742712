import ArgumentParser
import HeadshotWorker
import JobQueue
import PromptFactory

/// `headshot retry`: another job for the same photo.
struct RetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Make another headshot of a job's photo, in the same style or another.",
        discussion: """
            A new job is queued and its id printed; it is paid like any other of its provider. A job whose request may have been \
            charged is repeated only with --accept-possible-charge, since that can mean to pay twice.

            \(HelpText.ending(
                [
                    "headshot retry 7m2kq4x0ab", "headshot retry 7m2kq4x0ab --background casual",
                    "headshot retry 7m2kq4x0ab --provider gemini",
                    "headshot retry 7m2kq4x0ab --accept-possible-charge",
                ], [.done, .badEnds, .usage, .disk, .configuration]))
            """)

    @Argument(help: ArgumentHelp("The job.", valueName: "id"))
    var job: String

    @Option(help: "Another angle. Default: the job's own.")
    var angle: Angle?

    @Option(help: "Another background. Default: the job's own.")
    var background: Background?

    @Option(help: "Another provider. Default: the job's own.")
    var provider: ProviderKind?

    @Flag(help: "Repeat an uncertain job, though its request may have been charged.")
    var acceptPossibleCharge = false

    @OptionGroup var home: HomeOptions

    func run() async throws {
        try await Session.run(home) { session in
            try await session.takeBackOrphans()
            let (job, charges) = try await session.job(job)
            if try await session.adoptAnswer(of: job.id) {
                return try Answers.write(line: job.id.rawValue)
            }
            let submitter = Submitter(
                store: session.store, home: session.home,
                environment: session.configuration.environment.worker())
            let maker = provider ?? ProviderKind(rawValue: job.provider) ?? .gemini
            let repetition = submitter.repetition(
                of: job, style: style(of: job), provider: provider,
                quote: try await session.quote(for: maker))
            switch job.state {
            case .waiting, .running:
                throw CommandError.notEnded(job: job.id.rawValue, state: job.state)
            case .uncertain:
                guard acceptPossibleCharge else {
                    throw CommandError.mayBeCharged(job: job.id.rawValue, charges: charges)
                }
                try await replace(job, by: repetition, in: session)
            case .succeeded, .rejected, .failed, .cancelled:
                try await queue(repetition, in: session)
            }
        }
    }

    /// The style that is asked for, completed by the job's own; `nil` to repeat the job as it is.
    private func style(of job: Job) -> Style? {
        guard angle != nil || background != nil else { return nil }
        let own = HeadshotOrder(payload: job.payload)?.style
        return Style(
            angle: angle ?? own?.angle ?? .front,
            background: background ?? own?.background ?? .professional)
    }

    private func queue(_ job: NewJob, in session: Session) async throws {
        guard try await PhotoStore(home: session.home).photo(named: job.photo) != nil else {
            throw CommandError.photoGone(job: self.job)
        }
        let submissions = try await session.store.submit(
            [job], now: session.configuration.environment.now)
        for submission in submissions { try Answers.write(line: submission.id.rawValue) }
    }

    private func replace(_ job: Job, by repetition: NewJob, in session: Session) async throws {
        let result = try await session.store.resolve(
            job.id, as: .replaced(by: repetition), now: session.configuration.environment.now)
        switch result {
        case .resolved(let replacement):
            if let replacement { try Answers.write(line: replacement.rawValue) }
        case .knownPaid: throw CommandError.knownPaid(job: job.id.rawValue)
        case .notUncertain(let state):
            throw CommandError.notUncertain(job: job.id.rawValue, state: state)
        case .notFound: throw CommandError.noSuchJob(job.id.rawValue)
        }
    }
}
