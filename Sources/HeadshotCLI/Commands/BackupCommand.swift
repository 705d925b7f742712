import ArgumentParser
import Foundation
import JobQueue
import Setup

/// `headshot backup`: copies the queue while workers run.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write a consistent copy of the queue to a file, while workers go on.",
        discussion: """
            The copy holds the jobs, the charges and the gate; 'headshot restore' puts it in place again. Photos and \
            headshots are separate files: copy the folders 'photos', 'spool' and 'results' too, and after them \
            'payments.jsonl', from which a restore learns what was paid since.

            \(HelpText.ending(
                ["headshot backup /backup/queue-$(date +%F).sqlite"],
                [.done, .usage, .disk, .configuration]))
            """)

    @Argument(
        help: ArgumentHelp("The file to write; it must not exist.", valueName: "file"),
        completion: .file())
    var file: String

    @OptionGroup var home: HomeOptions

    func run() async throws {
        try await Session.run(home) { session in
            guard !FileManager.default.fileExists(atPath: file) else {
                throw CommandError.fileExists(path: file)
            }
            try await session.store.backUp(to: file)
            try Output.write(line: file)
        }
    }
}
