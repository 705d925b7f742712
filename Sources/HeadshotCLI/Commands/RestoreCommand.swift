import Answers
import ArgumentParser
import Foundation
import HeadshotWorker
import JobQueue
import Setup

/// `headshot restore`: replaces the queue by a backup.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "restore", "Put a backup in place of the queue, and pay for nothing twice.",
        """
        Workers and drains must be stopped. Of a folder, the files that are missing in the home are put back first; no file \
        of the home is replaced, but the queue. The queue that is replaced is kept beside the new one. The file \
        'payments.jsonl' of the home shows what was charged after the backup: those jobs become uncertain and are \
        not sent again automatically, unless their headshots are in the folder of results. Their charges count. A \
        file that is anything but a queue as this program writes it is refused. Persons who were forgotten after \
        the backup are named: forget them again.
        """,
        examples: [
            "headshot restore /backup/headshot --check", "headshot restore /backup/headshot",
            "headshot restore /backup/queue-2026-11-21.sqlite",
        ],
        exits: [
            .badEnds("with --check, something would be missing; or you did not agree"), .disk,
            .tryLater("workers or a server are at work"), .configuration,
        ])

    @Argument(
        help: ArgumentHelp("A folder or a file that 'headshot backup' wrote.", "backup"),
        completion: .file())
    var backup: String

    @Flag(help: "Look whether a restore of the folder would work, and change nothing.")
    var check = false

    @Flag(help: "Do not ask.")
    var yes = false

    @Flag(
        help: """
            Restore a folder also if the home has lost its payments journal: what was charged after the backup is then \
            unknown, and may be charged again.
            """)
    var acceptPossibleCharge = false

    @Option(
        help: ArgumentHelp(
            "The folder that headshots were saved in.", "folder",
            default: "$HEADSHOT_RESULTS, else 'results' in the home"), completion: .directory)
    var results: String?

    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func run() async throws {
        let configuration = try home.settings.configuration()
        let reader = isFolder ? try BackupReader(backup) : nil
        guard !check else { return try await look(at: reader) }
        try configuration.requireQueueInHome()
        let opened = try OpenHome(configuration, home.home)
        defer { opened.close() }
        let home = opened.home
        let file = reader?.queue ?? backup
        guard FileManager.default.isReadableFile(atPath: file) else {
            throw UserMessage(.usage, "no_backup", "The backup cannot be read: \(file)")
        }
        let question = "Replace the queue in \(home.root) by \(file)?"
        try Confirmation.demand(question, yes: yes)
        if reader != nil, !acceptPossibleCharge,
            !FileManager.default.fileExists(atPath: "\(home.root)/payments.jsonl"),
            !FileManager.default.fileExists(atPath: home.queue)
        {
            throw UserMessage(
                .configuration, "no_journal",
                """
                The home has no payments journal (\(home.root)/payments.jsonl), so what was charged after the backup \
                cannot be known.
                """,
                """
                Put it back if you have it. If it is lost, or nothing was charged since, use --accept-possible-charge; \
                then look through the waiting jobs before a worker runs.
                """)
        }
        try opened.prepare()
        let results = configuration.results(results, in: home)
        if let count = try await reader?.bringBack(to: home, results: results), count > 0 {
            note("Put back: \(CountWords.files(count))")
        }
        let restorer = QueueRestorer(home: home, results: results)
        let restoration: Restoration
        do {
            restoration = try await restorer.restore(from: file, now: configuration.environment.now)
        } catch JobQueueError.notAQueue(file) {
            throw UserMessage(
                .configuration, "not_a_queue", "This is not a backup of headshot: \(file)",
                "Name a folder or a file that 'headshot backup' wrote.")
        }
        if let replaced = restoration.replaced { note("The replaced queue is \(replaced)") }
        if restoration.reconciliation.charges > 0 {
            note(RestoreWords.sentence(of: restoration.reconciliation))
        }
        if !restoration.saved.isEmpty {
            note("Jobs whose headshots are there succeeded: \(restoration.saved.count)")
        }
        if !restoration.answered.isEmpty {
            let count = restoration.answered.count
            note("Jobs whose answers are here and paid, for a worker to save: \(count)")
        }
        for person in restoration.reconciliation.forgotten {
            let space = person.space.named.map { " in the space \($0)" } ?? ""
            note(
                """
                Forgotten after the backup, and known again: \(person.rawValue.printable)\(space). \
                'headshot forget' removes what is kept.
                """)
        }
        try Output.write(line: "restored")
    }

    private var isFolder: Bool {
        var isFolder: ObjCBool = false
        return unsafe FileManager.default.fileExists(atPath: backup, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    /// Checks a backup, and reports what would be missing after a restore.
    private func look(at reader: BackupReader?) async throws {
        guard let reader else {
            throw UsageError("--check looks at a folder that 'headshot backup' wrote.")
        }
        let scratch = URL.temporaryDirectory.appending(path: "headshot-check-\(UUID().uuidString)")
            .path(percentEncoded: false)
        try FileManager.default.createDirectory(
            atPath: scratch, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        let findings = try await reader.check(in: scratch)
        for problem in findings.problems.prefix(20) { note(problem.printable) }
        if findings.problems.count > 20 { note("And \(findings.problems.count - 20) more.") }
        let counts =
            CountWords.list([
                (findings.jobs, "job", "jobs"),
                (findings.photos, "photo of an open job", "photos of open jobs"),
                (findings.headshots, "headshot", "headshots"),
            ]) ?? "an empty queue"
        let ended = TimeWords.full(reader.note.ended, in: TimeWords.zone)
        try Output.write(line: "The backup of \(ended) has \(counts).")
        guard findings.problems.isEmpty else {
            note(
                "Problems: \(findings.problems.count). What is named would be missing after a restore."
            )
            return try ExitStatus.badEnds.end()
        }
        note("It can be restored.")
    }
}

/// What a queue that was older than its payments journal learned, in words.
enum RestoreWords {
    /// One sentence or more; says what the user must do.
    static func sentence(of learned: Reconciliation) -> String {
        var sentences = [
            "The queue was older than its payments journal; charges taken over: \(learned.charges)."
        ]
        if !learned.parked.isEmpty {
            sentences.append(
                """
                Jobs that may have been charged are uncertain now: \(names(learned.parked)). \
                'headshot show ID' says what to do.
                """)
        }
        if !learned.missing.isEmpty {
            sentences.append(
                "Jobs that were charged are not in this queue: \(names(learned.missing)). Their headshots may lie in the results folder."
            )
        }
        return sentences.joined(separator: "\n")
    }

    private static func names(_ jobs: [JobID]) -> String {
        let shown = jobs.prefix(10).map(\.description).joined(separator: ", ")
        return jobs.count > 10 ? "\(shown) and \(jobs.count - 10) more" : shown
    }
}
