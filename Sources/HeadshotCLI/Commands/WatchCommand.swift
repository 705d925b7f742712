import ArgumentParser
import Foundation
import JobQueue

/// `headshot watch`: shows how jobs go on.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show how jobs go on, until they have ended.",
        discussion: """
            On a terminal the display is drawn in place; elsewhere each change is a line.

            \(HelpText.ending(
                ["headshot watch 4hq7mbz2tk", "headshot watch 4hq7mbz2tk 9x1c0vd83e"],
                [.done, .badEnds, .usage, .disk, .configuration, .interrupted]))
            """)

    @Argument(help: ArgumentHelp("The jobs.", valueName: "id"), completion: .jobs)
    var jobs: [String]

    @OptionGroup var home: HomeOptions

    func run() async throws {
        try await Session.run(home) { session in
            var ids: [JobID] = []
            for name in jobs { ids.append(try await session.job(name).job.id) }
            let ended = try await Watch(session, output: .standardOutput).untilEnded(ids)
            try ExitStatus(ends: ended).end()
        }
    }
}
