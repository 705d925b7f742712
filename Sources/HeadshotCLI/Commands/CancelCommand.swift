import ArgumentParser
import JobQueue

/// `headshot cancel`: takes jobs back.
struct CancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Take jobs back.",
        discussion: """
            A waiting job ends at once. The worker of a running one is told: before the photo is sent nothing is \
            paid, after that the job becomes uncertain.

            \(HelpText.ending(
                ["headshot cancel 7m2kq4x0ab", "headshot cancel 7m2kq4x0ab 9c3wd1v5ef"],
                [.done, .badEnds, .usage, .disk, .configuration]))
            """)

    @Argument(help: ArgumentHelp("The jobs.", valueName: "id"))
    var jobs: [String]

    @OptionGroup var home: HomeOptions

    func run() async throws {
        try await Session.run(home) { session in
            try await session.takeBackOrphans()
            // All are looked up first: with a mistyped one, nothing is cancelled.
            var ids: [JobID] = []
            for name in jobs { ids.append(try await session.job(name).job.id) }
            var isTooLate = false
            for id in ids {
                let now = session.configuration.environment.now
                switch try await session.store.cancel(id, now: now) {
                case .cancelled: try Answers.write(line: "\(id)  cancelled")
                case .requested: try Answers.write(line: "\(id)  its worker was told to stop")
                case .tooLate(let state):
                    isTooLate = true
                    note("\(id): \(Self.refusal(state))")
                case .notFound: throw CommandError.noSuchJob(id.rawValue)
                }
            }
            if isTooLate { try ExitStatus.badEnds.end() }
        }
    }

    /// Why a job in a state cannot be taken back.
    static func refusal(_ state: JobState) -> String {
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
