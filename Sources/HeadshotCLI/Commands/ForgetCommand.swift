import Answers
import ArgumentParser
import HeadshotWorker
import JobQueue
import Setup

/// `headshot forget`: removes everything of one person.
struct ForgetCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "forget", "Remove all photos, headshots, prompts and jobs of a person.",
        """
        Waiting jobs are cancelled first; a running one has to end before. The sums of what was paid stay, \
        without the person. Files are looked for by their jobs' ids, in the home and in the folder of headshots; \
        a headshot that is not there is named, and the command ends with 1. Backups, and queues that 'headshot restore' kept, are not touched. After \
        a job of the provider 'local' is pruned, its headshot can no longer be found by person: prune such \
        jobs --with-headshots.
        """,
        examples: [
            "headshot forget anna", "headshot forget anna --yes",
            "headshot forget anna --results /srv/headshots",
        ],
        exits: [
            .badEnds(
                "a headshot is not at its place, something could not be removed, or you did not agree"
            ), .disk,
            .tryLater("a job of the person is running, or the queue does not answer"),
            .configuration,
        ])

    @Argument(help: ArgumentHelp("The person.", "id"), completion: .people)
    var typedPerson: String

    @OptionGroup var space: SpaceOptions

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var results: ResultsOptions

    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func validate() throws {
        _ = try person
    }

    private var person: Person {
        get throws { try Person(typed: typedPerson, in: space.space ?? .commandLine) }
    }

    func run(in session: Session) async throws {
        let person = try person
        if let space = space.space { _ = try await session.record(of: space) }
        let place = space.space.map { " in the space \($0)" } ?? ""
        let question = "Remove all photos, headshots and jobs of \(person)\(place)?"
        try Confirmation.demand(question, yes: yes)
        try await session.takeBackOrphans()
        let janitor = session.janitor
        let removal = try await janitor.forget(
            person, results: session.configuration.results(results.results, in: session.home))
        try Output.write(line: "Removed \(CountWords.removal(removal)).")
        for queue in try await janitor.keptQueues() {
            note("\(queue) was kept by a restore or an upgrade and may still name \(person).")
        }
        let failures =
            removal.missing.map(ResultWords.missing)
            + ResultWords.problems(removal).map(\.sentence)
        for sentence in failures { note(sentence) }
        if !failures.isEmpty { try ExitStatus.badEnds.end() }
    }
}
