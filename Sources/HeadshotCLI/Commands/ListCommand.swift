import Answers
import ArgumentParser
import Foundation
import Ground
import JobQueue
import Setup

/// `headshot list`: prints the newest jobs, one a line.
struct ListCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "list", "List jobs, newest first.",
        """
        With --csv as a table for spreadsheets, in UTF-8 with the columns of --json. A cell that a spreadsheet \
        would take for a formula begins with an apostrophe there; programs should read --json.
        """,
        examples: [
            "headshot list", "headshot list --state uncertain --state failed",
            "headshot list --reason server_error --day 2026-11-21",
            "headshot list --person anna --limit 10 --json",
            "headshot list --csv --limit 10000 > jobs.csv",
        ], exits: [.disk, .configuration])

    @OptionGroup var filter: JobFilterOptions

    @Option(help: ArgumentHelp("At most so many jobs.", "number"))
    var limit = 50

    @Flag(help: "Answer as a table for spreadsheets, in comma-separated values.")
    var csv = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var home: HomeOptions

    func validate() throws {
        if limit < 1 { throw UsageError("--limit must be 1 or more.") }
        if csv, output.json { throw UsageError("--csv and --json do not go together.") }
    }

    func run(in session: Session) async throws {
        try await session.takeBackOrphans()
        let zone = try await session.limits().timeZone
        let jobs = try await session.store.jobs(filter.filter(in: zone), limit: limit)
        let gates = try await session.store.gates()
        let now = session.now
        let answer = ListAnswer(
            jobs: jobs.map {
                JobSummary(
                    $0, gate: gates.holding($0.provider, at: now), results: session.results,
                    now: now)
            }, now: now)
        if csv {
            for row in answer.rows { try Output.write(line: row + CSV.lineEnd) }
        } else if output.json || !jobs.isEmpty {
            try Output.print(answer, asJSON: output.json)
        } else {
            note(try await emptiness(session))
        }
    }

    /// Why there is nothing to list.
    private func emptiness(_ session: Session) async throws -> String {
        try await session.store.counts().isEmpty
            ? "The queue is empty. 'headshot submit' puts photos into it."
            : "No job matches. 'headshot list' without filters shows the newest."
    }
}

/// Jobs, one a line.
struct ListAnswer: CommandAnswer {
    let jobs: [JobSummary]
    let now: Date
    var timeZone = TimeWords.zone

    private enum CodingKeys: CodingKey { case jobs }

    /// The jobs as comma-separated values, with a header row.
    var rows: [String] {
        let names = [
            "id", "state", "reason", "sentence", "person", "photo", "style", "provider", "backdrop",
            "submitted", "due", "started", "ended", "result", "space",
        ]
        return [CSV.row(names)] + jobs.map(row)
    }

    private func row(_ summary: JobSummary) -> String {
        let job = summary.job
        let dates = [job.created, summary.due, job.started, job.ended]
        return CSV.row(
            [
                job.id.description, job.state.rawValue, job.reason, summary.sentence,
                job.person.rawValue, job.inputName, summary.style, job.provider,
                summary.backdrop?.rawValue,
            ] + dates.map { $0?.ISO8601Format() } + [summary.result, job.person.space.named])
    }

    var text: String {
        var table = TextTable("JOB", "STATE", "STYLE", "PERSON", "PHOTO", "SUBMITTED", "NOTE")
        for summary in jobs {
            let job = summary.job
            table.add(
                job.id.description, job.state.rawValue,
                summary.style ?? job.kind.rawValue.printable, job.person.rawValue,
                job.inputName?.printable ?? "",
                TimeWords.moment(job.created, now: now, in: timeZone), summary.sentence)
        }
        return table.text
    }
}
