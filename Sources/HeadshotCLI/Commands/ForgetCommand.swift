import ArgumentParser
import HeadshotWorker
import JobQueue

/// `headshot forget`: everything of one person goes.
struct ForgetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Remove all photos, headshots, prompts and jobs of a person.",
        discussion: """
            Waiting jobs are taken back first; a running one has to end before. The sums of what was paid stay, \
            without the person. Backups and copies elsewhere are not touched.

            \(HelpText.ending(
                ["headshot forget anna", "headshot forget anna --yes"],
                [.done, .badEnds, .usage, .disk, .tryLater, .configuration]))
            """)

    @Argument(help: ArgumentHelp("The person.", valueName: "id"))
    var person: Person

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var home: HomeOptions

    func run() async throws {
        try await Session.run(home) { session in
            let question = "Remove all photos, headshots and jobs of \(person)?"
            guard try yes || Confirmation.ask(question) else {
                return try ExitStatus.badEnds.end()
            }
            try await session.takeBackOrphans()
            let janitor = Janitor(
                store: session.store, home: session.home,
                environment: session.configuration.environment.worker())
            let removal = try await janitor.forget(person)
            print("Removed \(CountWords.removal(removal)).")
        }
    }
}
