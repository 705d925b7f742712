import Answers
import ArgumentParser
import Companion
import Ground
import JobQueue
import Setup

/// `headshot reminders`: prints whom to remind now, for a program that sends pushes.
struct RemindersCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "reminders", "Print whom to remind of the day's tasks now, one JSON object a line.",
        """
        For a cron job that hands the lines to whatever sends pushes. Nothing is scheduled: what is due is worked \
        out when you ask, in each person's own time zone.
        """,
        examples: [
            "headshot reminders", "headshot reminders --space daily --sent | push-to-phones",
        ], exits: [.disk, .away, .configuration])

    @OptionGroup var space: SpaceOptions

    @Flag(help: "Note each as sent before it is printed, so that no other process prints it, too.")
    var sent = false

    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func run(in session: Session) async throws {
        let records: [SpaceRecord]
        if let space = space.space {
            records = [try await session.record(of: space)]
        } else {
            records = try await session.store.spaces()
        }
        for record in records {
            var last: String?
            repeat {
                let (found, next) = try await session.people.remindersDue(in: record, after: last)
                for var reminder in found {
                    reminder.space = record.space.rawValue
                    if sent, try await !note(reminder, in: record.space, session) { continue }
                    try Output.print(line: try AnswerJSON.line(reminder))
                }
                last = next
            } while last != nil
        }
    }

    /// Whether this process is the first to send it.
    private func note(
        _ reminder: DueReminder, in space: Space, _ session: Session
    ) async throws -> Bool {
        guard let person = Person(reminder.person, in: space),
            let sent = SentReminder(named: reminder.kind, day: reminder.day)
        else { return false }
        return try await session.store.noteSent(sent, to: person, now: session.now)
    }
}
