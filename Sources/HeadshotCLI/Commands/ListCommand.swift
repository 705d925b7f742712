import Answers
import ArgumentParser
import Foundation
import Ground
import HeadshotWorker
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
        ], exits: [.disk, .away, .configuration])

    @OptionGroup(title: CommandHelp.filterTitle) var filter: JobFilterOptions

    @Option(
        help: ArgumentHelp(
            "Only jobs with a finding of this rule, as 'headshotBackdrop'; may be given several times.",
            "rule"), completion: .list(FindingName.names), transform: FindingName.init(named:))
    var finding: [FindingName] = []

    @Option(help: ArgumentHelp("At most so many jobs.", "number"))
    var limit = 50

    @Flag(help: "Answer as a table for spreadsheets, in comma-separated values.")
    var csv = false

    @OptionGroup var output: ListOutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func validate() throws {
        if limit < 1 { throw UsageError("--limit must be 1 or more.") }
        if csv, output.json { throw UsageError("--csv and --json do not go together.") }
        if csv, output.jsonl { throw UsageError("--csv and --jsonl do not go together.") }
    }

    func run(in session: Session) async throws {
        try await session.takeBackOrphans()
        let filter = filter.filter(in: try await session.limits().timeZone)
        let now = session.now
        var last: JobID?
        var left = limit
        var isAnyListed = false
        func next() async throws -> [JobSummary]? {
            // A program has its first jobs at once; the columns of a table fit the jobs of the first page.
            let isFirstForPrograms = last == nil && (csv || output.isForPrograms)
            let page = isFirstForPrograms ? Self.firstPage : Self.page
            while true {
                // What was found is in short form beside the rows, so that it is read and not searched for.
                let read = try await session.store.jobs(
                    filter, olderThan: last,
                    limit: finding.isEmpty ? min(left, page) : page)
                guard let oldest = read.last else { return nil }
                last = oldest.id
                let jobs = read.filter { finding.isEmpty || FindingName.found(finding, in: $0) }
                    .prefix(left)
                guard !jobs.isEmpty else { continue }
                left -= jobs.count
                isAnyListed = true
                let surroundings = try await JobSurroundings(
                    of: Array(jobs), in: session.store)
                return jobs.map {
                    JobSummary($0, in: surroundings, results: session.results, now: now)
                }
            }
        }
        if csv {
            try Output.write(line: ListAnswer.header + CSV.lineEnd)
            while left > 0, let jobs = try await next() {
                let rows = jobs.map { ListAnswer.row($0) + CSV.lineEnd + "\n" }
                try Output.stream(rows.joined())
            }
        } else if output.isForPrograms {
            var list = try ListOutput(output, "jobs") { place -> JSONObject in
                ["jobs": place("jobs")]
            }
            while left > 0, let jobs = try await next() { try list.write(jobs) }
            try list.finish()
        } else {
            let screen = Screen(
                .standardOutput, environment: session.configuration.environment)
            var table: JobTable?
            while left > 0, let jobs = try await next() {
                // A terminal shows what differs; anything else gets all of it.
                let isWhole = left <= 0 || jobs.count < Self.page
                var page =
                    table
                    ?? JobTable(
                        jobs, width: screen.isTerminal ? screen.size.columns : nil,
                        isWhole: isWhole, now: now)
                for job in jobs { page.add(job) }
                try Output.stream(page.takeLines() + "\n")
                table = page
            }
            if !isAnyListed { note(try await emptiness(session)) }
        }
    }

    /// The number of jobs read at once, and of the first ones for a program.
    private static let (page, firstPage) = (500, 50)

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
        var table = JobTable(jobs, isWhole: true, now: now, timeZone: timeZone)
        for job in jobs { table.add(job) }
        return table.takeLines()
    }
}

/// Jobs in aligned columns.
struct JobTable {
    private var table: TextTable
    /// The place of the note among the columns.
    private let note: Int
    /// The columns of the terminal; `nil` for anything else.
    private let width: Int?
    private let hasStyles: Bool
    private let hasPersons: Bool
    private let now: Date
    private let timeZone: TimeZone

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - jobs: The first jobs: a terminal is not shown a person or a style that is the same in all.
    ///   - isWhole: Whether these are all jobs.
    init(
        _ jobs: [JobSummary], width: Int? = nil, isWhole: Bool, now: Date,
        timeZone: TimeZone = TimeWords.zone
    ) {
        self.width = width
        self.now = now
        self.timeZone = timeZone
        let isShort = width != nil && isWhole
        hasStyles = !isShort || Set(jobs.map(Self.style)).count > 1
        hasPersons = !isShort || Set(jobs.map(\.job.person)).count > 1
        let header =
            ["JOB", "STATE"] + (hasStyles ? ["STYLE"] : []) + (hasPersons ? ["PERSON"] : [])
        table = TextTable(header + ["PHOTO", "SUBMITTED", "NOTE"])
        note = header.count + 2
    }

    private static func style(_ summary: JobSummary) -> String {
        summary.style ?? summary.job.kind.rawValue.printable
    }

    mutating func add(_ summary: JobSummary) {
        let job = summary.job
        func cut(_ text: String, _ columns: Int) -> String {
            width == nil ? text : text.cut(to: columns)
        }
        // That a headshot is ready, its state says.
        let isPlain =
            job.state == .succeeded && job.kind == .headshot
            && job.headshotAnalysis?.findings.isEmpty != false
        table.add(
            [job.id.description, job.state.rawValue] + (hasStyles ? [Self.style(summary)] : [])
                + (hasPersons ? [cut(job.person.rawValue, Self.person)] : []) + [
                    cut(job.inputName?.printable ?? "", Self.photo),
                    TimeWords.moment(job.created, now: now, in: timeZone),
                    isPlain ? "" : summary.sentence,
                ])
    }

    /// The lines since the last call, cut to the width of a terminal; a note of which less than half fits stands below.
    mutating func takeLines() -> String {
        let lines = table.takeLines()
        guard let width else { return lines }
        let left = table.start(of: note)
        return lines.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { line -> [String] in
                guard line.columns - left > 2 * max(0, width - left) else { return [String(line)] }
                let start = line.prefix(columns: left)
                let below = "".padded(to: table.start(of: 1)) + line.dropFirst(start.count)
                return [String(start).trimmingTrailingSpaces(), below]
            }
            .map { $0.cut(to: width) }.joined(separator: "\n")
    }

    /// Widths in columns: with them, a line has all before its note within 80.
    private static let person = 12
    private static let photo = 16
}
