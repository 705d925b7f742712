import Answers
import ArgumentParser
import Foundation
import HeadshotWorker
import JobQueue
import ObjectStore
import Setup

/// `headshot queue move`: takes a queue from a home to a server.
struct QueueMoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "move",
        "Move the queue of the home to the server that HEADSHOT_QUEUE names, and its files to the store.",
        """
        Workers and servers must be stopped, and the queue on the server must be empty. Until the move ends, all other \
        commands in this home are turned away. Photos, answers and \
        headshots are copied to the store that HEADSHOT_STORE names, and stay in the home, too. The queue's file is \
        kept as 'queue-moved.sqlite'. A move that was cut short can be run again.
        """,
        examples: ["headshot queue move"], exits: [.badEnds, .disk, .tryLater, .configuration])

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var home: HomeOptions

    func run() async throws {
        let configuration = try home.settings.configuration()
        // The home still has its files, and is about to give them away.
        let target = try OpenHome(configuration, home.home)
        defer { target.close() }
        try await Session.run(
            configuration, home: home.home, prepare: { try $0.home.prepare() }
        ) { session in
            _ = try configuration.queueServer()
            let old = HeadshotHome(root: session.home.root)
            guard FileManager.default.fileExists(atPath: old.queue) else {
                throw UserMessage(
                    .usage, "no_queue_to_move", "There is no queue to move in \(old.root).",
                    "Name the old home with --home.")
            }
            let question = "Move the queue in \(old.root) to the server?"
            try Confirmation.demand(question, yes: yes)
            let mover = QueueMover(from: old, to: session.home)
            let move = try await mover.move(
                into: session.store, now: session.now
            ) { done, all in
                if done % 100 == 0 || done == all { note("Files: \(done) of \(all)") }
            } noteStore: {
                _ = try target.noteStore()
            }
            try Output.print(MoveAnswer(move: move), asJSON: output.json)
        }
    }
}

private struct MoveAnswer: CommandAnswer {
    let move: Move

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "jobs": move.rows.jobs, "charges": move.rows.charges, "files": move.files,
            "kept": move.old,
        ])
    }

    var text: String {
        let parts = CountWords.list([
            (move.rows.jobs, "job", "jobs"), (move.rows.charges, "charge", "charges"),
            (move.files, "file", "files"),
        ])
        return "Moved \(parts ?? "an empty queue"). The old queue is kept: \(move.old)"
    }
}
