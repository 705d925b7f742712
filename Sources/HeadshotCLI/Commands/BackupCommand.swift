import Answers
import ArgumentParser
import Foundation
import HeadshotWorker
import JobQueue
import Setup

/// `headshot backup`: copies the home, or the queue alone, while workers run.
struct BackupCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "backup", "Copy the queue and its files into a folder, while workers go on.",
        """
        The folder gets the queue, the photos, answers and headshots, and the payments journal, in an order that keeps \
        the promises: a restore loses no job and pays for nothing twice. Run again with the same folder, it copies \
        only what is new, and removes what was forgotten or pruned. 'headshot restore --check FOLDER' looks whether \
        a restore would work. Files in a store elsewhere stay there, and the key of webhooks ('serve.key') is not copied: \
        keep it in another place.

        With --queue-only, it writes the queue alone, to a file that must not exist.
        """,
        examples: [
            "headshot backup /backup/headshot",
            "headshot backup --queue-only /backup/queue-$(date +%F).sqlite",
        ],
        exits: [
            .badEnds("the home has lost files, which the backup keeps"), .disk, .away,
            .configuration,
        ])

    @Argument(
        help: ArgumentHelp("The folder; it is made if it is missing.", "folder"),
        completion: .file())
    var place: String

    @Flag(help: "Write the queue alone, to a file.")
    var queueOnly = false

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func run(in session: Session) async throws {
        guard !queueOnly else {
            guard !FileManager.default.fileExists(atPath: place) else {
                throw UserMessage.fileExists(path: place)
            }
            try await session.store.backUp(to: place)
            return try Output.write(line: place)
        }
        // A queue on a server says at once that its backup is the server's.
        _ = try session.store.files()
        let folder = URL(filePath: place).standardizedFileURL.path(percentEncoded: false)
        var isFolder: ObjCBool = false
        if unsafe FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
            !isFolder.boolValue
        {
            throw UserMessage(
                .usage, "not_a_folder", "This is a file: \(place)",
                "Name a folder; --queue-only writes the queue alone, to a file that does not exist."
            )
        }
        guard !"\(folder)/".hasPrefix("\(session.home.root)/") else {
            throw UserMessage(
                .usage, "backup_in_home", "This folder is in the home itself: \(place)",
                "Name one elsewhere, best on another disk.")
        }
        var line = ProgressLine()
        let report = try await HomeBackup(
            store: session.store, home: session.home, results: session.results
        ).copy(to: folder, now: session.now) { line.show("copied \($0) files") }
        line.clear()
        for file in report.missing.prefix(10) {
            note("The home has lost this file, and the backup keeps it: \(file.printable)")
        }
        if report.missing.count > 10 { note("And \(report.missing.count - 10) more.") }
        try Output.print(BackupAnswer(report: report), asJSON: output.json)
        if !report.missing.isEmpty { try ExitStatus.badEnds.end() }
    }
}

/// What a backup did.
private struct BackupAnswer: CommandAnswer {
    let report: BackupReport

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "folder": report.folder, "copied": report.copied, "bytes": report.bytes,
            "removed": report.removed, "missing": report.missing,
        ])
    }

    var text: String {
        let removed = report.removed > 0 ? ", removed \(report.removed)" : ""
        return "\(report.folder): copied \(CountWords.files(report.copied))\(removed)"
    }
}
