import ArgumentParser
import JobQueue

/// `headshot resolve`: what a person knows of an uncertain job's money.
struct ResolveCommand: AsyncParsableCommand {
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
        commandName: "resolve",
        abstract: "Say whether an uncertain job's request was charged.",
        discussion: """
            A job is uncertain when its request was sent and no answer came. It is never sent again by itself; the \
            provider's bill or usage page tells whether it was charged.

            \(HelpText.ending(
                ["headshot resolve 7m2kq4x0ab --paid", "headshot resolve 7m2kq4x0ab --not-paid"],
                [.done, .badEnds, .usage, .disk, .configuration]))
            """)

    @Argument(help: ArgumentHelp("The job.", valueName: "id"))
    var job: String

    @Flag var bill: Bill

    @OptionGroup var home: HomeOptions

    func run() async throws {
        try await Session.run(home) { session in
            try await session.takeBackOrphans()
            let id = try await session.job(job).job.id
            if try await session.adoptAnswer(of: id) {
                return try Answers.write(line: "\(id)  waiting")
            }
            let resolution: Resolution =
                switch bill {
                case .paid: .paid
                case .notPaid: .notPaid
                }
            let now = session.configuration.environment.now
            switch try await session.store.resolve(id, as: resolution, now: now) {
            case .resolved:
                try Answers.write(line: "\(id)  \(bill == .paid ? "failed" : "waiting")")
            case .knownPaid: throw CommandError.knownPaid(job: id.rawValue)
            case .notUncertain(let state):
                throw CommandError.notUncertain(job: id.rawValue, state: state)
            case .notFound: throw CommandError.noSuchJob(id.rawValue)
            }
        }
    }
}
