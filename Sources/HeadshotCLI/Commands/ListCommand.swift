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

        Jobs are written while they are read, page by page: one that changes meanwhile may be missing.
        """,
        examples: [
            "headshot list", "headshot list --state uncertain --state failed",
            "headshot list --reason server_error --day 2026-11-21",
            "headshot list --person anna --limit 10 --json",
            "headshot list --finding headshotBackdrop",
            "headshot list --csv --limit 10000 > jobs.csv",
            "headshot list --jsonl --limit 1000000 | gzip > jobs.jsonl.gz",
        ], exits: [.disk, .configuration])

    @OptionGroup var filter: JobFilterOptions

    @Option(
        help: ArgumentHelp(
            "Only jobs in whose photo or headshot this rule found something, as 'show --json' names it; may be given several times.",
            "rule"))
    var finding: [FindingName] = []

    @Option(help: ArgumentHelp("At most so many jobs.", "number"))
    var limit = 50

    @Flag(help: "Answer as a table for spreadsheets, in comma-separated values.")
    var csv = false

    @OptionGroup var output: ListOutputOptions
    @OptionGroup var home: HomeOptions

    func validate() throws {
        if limit < 1 { throw UsageError("--limit must be 1 or more.") }
        if csv, output.json { throw UsageError("--csv and --json do not go together.") }
        if csv, output.jsonl { throw UsageError("--csv and --jsonl do not go together.") }
    }

    func run(in session: Session) async throws {
        try await session.takeBackOrphans()
        let filter = filter.filter(in: try await session.limits().timeZone)
        let gates = try await session.store.gates()
        let now = session.now
        var last: JobID?
        var left = limit
        var isAnyListed = false
        func next() async throws -> [JobSummary]? {
            while true {
                // What was found is in short form beside the rows, so that it is read and not searched for.
                let read = try await session.store.jobs(
                    filter, olderThan: last,
                    limit: finding.isEmpty ? min(left, Self.page) : Self.page)
                guard let oldest = read.last else { return nil }
                last = oldest.id
                let jobs = read.filter { finding.isEmpty || FindingName.found(finding, in: $0) }
                    .prefix(left)
                guard !jobs.isEmpty else { continue }
                left -= jobs.count
                isAnyListed = true
                return jobs.map {
                    JobSummary(
                        $0, gate: gates.holding($0.provider, at: now), results: session.results,
                        now: now)
                }
            }
        }
        if csv {
            try Output.write(line: ListAnswer.header + CSV.lineEnd)
            while left > 0, let jobs = try await next() {
                let rows = jobs.map { ListAnswer.row($0) + CSV.lineEnd + "\n" }
                try Output.write(text: rows.joined())
            }
        } else if output.isForPrograms {
            var list = try ListOutput(output, "jobs") { place -> JSONObject in
                ["jobs": place("jobs")]
            }
            while left > 0, let jobs = try await next() { try list.write(jobs) }
            try list.finish()
        } else {
            var table = ListAnswer.table
            while left > 0, let jobs = try await next() {
                for job in jobs { ListAnswer.add(job, to: &table, now: now, in: TimeWords.zone) }
                try Output.write(line: fitted(table.takeLines(), session))
            }
            if !isAnyListed { note(try await emptiness(session)) }
        }
    }

    /// Lines cut to the width of a terminal; anything else gets all of them.
    private func fitted(_ lines: String, _ session: Session) -> String {
        let screen = Screen(.standardOutput, environment: session.configuration.environment)
        guard screen.isTerminal else { return lines }
        return lines.split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0).cut(to: screen.size.columns) }.joined(separator: "\n")
    }

    /// The number of jobs read at once.
    private static let page = 500

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

    /// The header row of the jobs as comma-separated values.
    static let header = CSV.row([
        "id", "state", "reason", "sentence", "person", "photo", "style", "provider", "backdrop",
        "submitted", "due", "started", "ended", "result", "space", "made_backdrop",
    ])

    /// A job as comma-separated values.
    static func row(_ summary: JobSummary) -> String {
        let job = summary.job
        let dates = [job.created, summary.due, job.started, job.ended]
        return CSV.row(
            [
                job.id.description, job.state.rawValue, job.reason, summary.sentence,
                job.person.rawValue, job.inputName, summary.style, job.provider,
                summary.backdrop?.rawValue,
            ] + dates.map { $0?.ISO8601Format() } + [
                summary.result, job.person.space.named, summary.madeBackdrop?.rawValue,
            ])
    }

    var text: String {
        var table = Self.table
        for job in jobs { Self.add(job, to: &table, now: now, in: timeZone) }
        return table.text
    }

    static let table = TextTable("JOB", "STATE", "STYLE", "PERSON", "PHOTO", "SUBMITTED", "NOTE")

    static func add(
        _ summary: JobSummary, to table: inout TextTable, now: Date, in timeZone: TimeZone
    ) {
        let job = summary.job
        table.add(
            job.id.description, job.state.rawValue,
            summary.style ?? job.kind.rawValue.printable, job.person.rawValue,
            job.inputName?.printable ?? "",
            TimeWords.moment(job.created, now: now, in: timeZone), summary.sentence)
    }
}
