import Answers
import ArgumentParser
import Foundation
import HeadshotWorker
import JobQueue
import Setup

/// `headshot restore`: replaces the queue by a backup.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "restore", "Put a backup in place of the queue, without paying for anything twice.",
        """
        Workers and drains must be stopped. The queue that is replaced is kept beside the new one. The file \
        'payments.jsonl' of the home shows what was charged after the backup: those jobs become uncertain and are \
        not sent again automatically, unless their headshots are in the folder of results. Their charges count. A \
        file that is anything but a queue as this program writes it is refused. Persons who were forgotten after \
        the backup are named: forget them again.
        """,
        examples: ["headshot restore /backup/queue-2026-11-21.sqlite"],
        exits: [.badEnds, .disk, .tryLater, .configuration])

    @Argument(
        help: ArgumentHelp("A file that 'headshot backup' wrote.", "file"), completion: .file())
    var file: String

    @Flag(help: "Do not ask.")
    var yes = false

    @Option(
        help: ArgumentHelp(
            "The folder that headshots were saved in.", "folder",
            default: "$HEADSHOT_RESULTS, else 'results' in the home"), completion: .directory)
    var results: String?

    @OptionGroup var home: HomeOptions

    func run() async throws {
        let configuration = try home.settings.configuration()
        try configuration.requireQueueInHome()
        let opened = try OpenHome(configuration, home.home)
        defer { opened.close() }
        let home = opened.home
        guard FileManager.default.isReadableFile(atPath: file) else {
            throw UserMessage(.usage, "no_backup", "The backup cannot be read: \(file)")
        }
        let question = "Replace the queue in \(home.root) by \(file)?"
        try Confirmation.demand(question, yes: yes)
        try opened.prepare()
        let restorer = QueueRestorer(home: home, results: configuration.results(results, in: home))
        let restoration = try await restorer.restore(from: file, now: configuration.environment.now)
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
