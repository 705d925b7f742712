import ArgumentParser
import Foundation
import JobQueue
import Setup

/// `headshot backup`: copies the queue while workers run.
struct BackupCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "backup", "Write a consistent copy of the queue to a file, while workers go on.",
        """
        The copy holds the jobs, the charges and the gate; 'headshot restore' puts it in place again. Photos and \
        headshots are separate files: copy the folders 'photos', 'spool' and 'results' too, and after them \
        'payments.jsonl', from which a restore learns what was paid since.
        """,
        examples: ["headshot backup /backup/queue-$(date +%F).sqlite"],
        exits: [.disk, .configuration])

    @Argument(
        help: ArgumentHelp("The file to write; it must not exist.", "file"), completion: .file())
    var file: String

    @OptionGroup var home: HomeOptions

    func run(in session: Session) async throws {
        guard !FileManager.default.fileExists(atPath: file) else {
            throw UserMessage.fileExists(path: file)
        }
        try await session.store.backUp(to: file)
        try Output.write(line: file)
    }
}
