import Answers
import ArgumentParser
import Foundation
import JobQueue
import Setup

/// `headshot watch`: shows the progress of jobs.
struct WatchCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "watch", "Show how jobs go on, until they have ended.",
        """
        On a terminal the display is drawn in place; elsewhere each change is a line, with --json one of JSON.
        """,
        examples: [
            "headshot watch 4hq7mbz2tk", "headshot watch 4hq7mbz2tk 9x1c0vd83e",
            "headshot watch 4hq7mbz2tk --json",
        ],
        exits: [
            .badEnds("some of the jobs ended badly"), .disk, .away, .configuration, .interrupted,
        ])

    @Argument(help: ArgumentHelp("The jobs.", "id"), completion: .jobs)
    var jobs: [String]

    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions
    @OptionGroup var output: OutputOptions

    func run(in session: Session) async throws {
        var ids: [JobID] = []
        for name in jobs { ids.append(try await session.job(name).job.id) }
        let lines: Watch.LineMaker = { old, new, now in
            try LiveJournal.jsonLines(from: old, to: new, now: now)
        }
        let watch = Watch(session, output: .standardOutput, lines: output.json ? lines : nil)
        let ended = try await watch.untilEnded(ids)
        try ExitStatus(ends: ended.map(\.state)).end()
    }
}
