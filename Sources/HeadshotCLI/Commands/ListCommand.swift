import ArgumentParser
import Foundation
import JobQueue

/// `headshot list`: the newest jobs, one a line.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List jobs, newest first.",
        discussion: HelpText.ending(
            [
                "headshot list", "headshot list --state uncertain --state failed",
                "headshot list --person anna --limit 10 --json",
            ], [.done, .usage, .disk, .configuration]))

    @Option(help: "Only jobs in this state; may be given several times.")
    var state: [JobState] = []

    @OptionGroup var filter: PersonFilter

    @Option(help: ArgumentHelp("At most so many jobs.", valueName: "number"))
    var limit = 50

    @OptionGroup var output: OutputOptions
    @OptionGroup var home: HomeOptions

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit must be 1 or more.") }
    }

    func run() async throws {
        try await Session.run(home) { session in
            try await session.takeBackOrphans()
            let filter = JobFilter(states: state, person: filter.person, limit: limit)
            let jobs = try await session.store.jobs(filter)
            let gate = try await session.store.gates().first
            let now = session.configuration.environment.now
            guard output.json || !jobs.isEmpty else {
                note("There is no such job.")
                return
            }
            let lines = jobs.map { JobSummary($0, gate: gate, now: now) }
            try Answers.print(ListAnswer(jobs: lines, now: now), asJSON: output.json)
        }
    }
}

/// Jobs, one a line.
struct ListAnswer: CommandAnswer {
    let jobs: [JobSummary]
    private let now: Date
    private let timeZone: TimeZone

    init(jobs: [JobSummary], now: Date, timeZone: TimeZone = .current) {
        self.jobs = jobs
        self.now = now
        self.timeZone = timeZone
    }

    private enum CodingKeys: CodingKey { case jobs }

    var text: String {
        var table = TextTable("JOB", "STATE", "STYLE", "PERSON", "PHOTO", "SUBMITTED", "NOTE")
        for job in jobs {
            table.add(
                job.id, job.state, job.style ?? "?", job.person, job.photo.printable,
                TimeWords.moment(job.submitted, now: now, in: timeZone), job.sentence)
        }
        return table.text
    }
}
