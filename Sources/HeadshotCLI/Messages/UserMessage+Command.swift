import Answers
import Foundation
import JobQueue

/// Words for the errors of commands.
extension UserMessage {
    init(command error: CommandError) {
        switch error {
        case .costTooHigh(let cost, let limit, let jobs):
            self.init(
                .tryLater, "cost_too_high",
                """
                The new jobs (\(jobs)) would cost about \(MoneyWords.dollars(cost)), more than \
                \(MoneyWords.dollars(limit)); nothing was queued.
                """, "Hand in fewer photos or styles, or raise --max-cost.")
        case .costUnknown(let model):
            self.init(
                .tryLater, "cost_unknown",
                "The price of \(model) is unknown, so --max-cost cannot be kept; nothing was queued.",
                "Name another --model, or leave --max-cost out.")
        case .unknownCommand(let word, let program, let nearest):
            self.init(
                .usage, "unknown_command", "There is no command '\(program) \(word)'.",
                nearest.map { "Did you mean '\(program) \($0)'?" }
                    ?? "'\(program) --help' lists the commands.")
        case .unreadablePlans(let path):
            self.init(
                .configuration, "unreadable_plans", "Not a valid plans file: \(path.printable)",
                """
                'headshot space show NAME --json' has such an object under 'plans'; \
                docs/http.md names its members.
                """)
        case .unreadableWords(let path, let place):
            self.init(
                .configuration, "unreadable_words",
                "Not a valid file of a space's texts: \(path.printable)"
                    + (place.isEmpty ? "" : ", at \(place.printable)"),
                "'headshot space words NAME' prints such a file.")
        case .refusedWords(let path, let problems):
            self.init(
                .configuration, "refused_words",
                "These texts were rejected: \(path.printable)\n"
                    + problems.map { "  \($0.printable)" }.joined(separator: "\n"),
                "'headshot space check NAME --words FILE' looks again.")
        case .askedOnce(let job):
            self.init(
                .badEnds, "asked_once",
                "Job \(job) asked a model for words, and that is done once.",
                "The words that were there before stand.")
        case .userWithoutName:
            self.init(
                .usage, "user_without_name",
                "The user who runs this command has no name on this machine, so the person of the photos is unknown.",
                "Name the person with --person ID.")
        case .noSuchPerson(let person):
            self.init(
                .usage, "no_such_person", "Nothing is kept of \(person.rawValue.printable).",
                "A person belongs to a space: give --space, as 'headshot space' lists them.")
        case .noSuchSpace(let space):
            self.init(
                .usage, "no_such_space", "There is no space '\(space)'.",
                "'headshot space add \(space)' makes it; 'headshot space' lists all.")
        case .publicAddress(let address):
            self.init(
                .configuration, "public_address",
                "\(address) can be reached from other machines, and plain HTTP protects nothing.",
                """
                Put a proxy with TLS before it and name its address with --behind-proxy, or listen on 127.0.0.1. \
                Health and metrics stay on this machine.
                """)
        case .noHealth(let address, let detail):
            self.init(
                .badEnds, "no_health", "No health endpoint at \(address): \(detail)",
                "Does 'headshot serve' run? It prints the address of its health when it starts.")
        case .noToken(let space, let holder):
            self.init(
                .usage, "no_token", "The space '\(space)' has no token of that kind to replace.",
                "'headshot space token \(space) --kind \(holder.rawValue)' makes one.")
        case .noWebhook(let space):
            self.init(
                .usage, "no_webhook", "The space '\(space)' has no webhook.",
                "'headshot space set \(space) --webhook URL' sets one.")
        case .spaceExists(let space):
            self.init(
                .usage, "space_exists", "There is a space '\(space)' already.",
                "'headshot space set \(space)' changes it.")
        case .noSuchJob(let name):
            self.init(
                .usage, "no_such_job", "There is no job '\(name)'.",
                "'headshot list' shows the jobs.")
        case .unreadableList(let path):
            self.init(
                .usage, "unreadable_list", "The list of photos cannot be read: \(path)",
                "It holds one path a line in UTF-8; with -0 each ends with a zero byte.")
        case .noHeadshot(let job, let why, let next):
            self.init(.badEnds, "no_headshot", "Job \(job) has no headshot. \(why)", next)
        case .headshotGone(let path):
            self.init(
                .badEnds, "headshot_gone", ResultWords.gone(path),
                """
                Was it moved or removed? Where workers are started with --results, HEADSHOT_RESULTS must name \
                the same folder.
                """)
        case .photoGone(let job):
            self.init(
                .badEnds, "photo_gone", "The photo of job \(job) is not in the store any more.",
                "'headshot submit' takes it again.")
        case .notEnded(let job, let state):
            self.init(
                .badEnds, "not_ended",
                "Job \(job) is \(state.rawValue); it can be repeated once it has ended.",
                "'headshot cancel \(job)' takes it back.")
        case .mayBeCharged(let job, let charges):
            self.init(
                .badEnds, "may_be_charged",
                "Job \(job) may have been charged; repeating it could pay twice.",
                NextStep.resolve(job, isPaid: charges.contains { $0.state == .paid }))
        case .knownPaid(let job):
            self.init(
                .badEnds, "known_paid", "The provider answered job \(job), so it was charged.",
                """
                Its headshot may lie in the results folder, or be saved by the next worker. If not: \
                'headshot resolve \(job) --paid'.
                """)
        case .tooEarly(let job, let end):
            self.init(
                .badEnds, "too_early",
                """
                The request of job \(job) may still be on its way until \(end.formatted(.iso8601)), so it is not sent \
                once more yet.
                """, "The same command does it then.")
        case .notUncertain(let job, let state):
            self.init(
                .badEnds, "not_uncertain",
                "Job \(job) is \(state.rawValue); only an uncertain job can be resolved.")
        case .storeAway(let error, let isAnyQueued):
            let message = UserMessage(storage: error)
            self.init(
                .tryLater, message.code,
                message.sentence
                    + (isAnyQueued ? " The other photos were not queued." : " Nothing was queued."),
                "Submit again once it answers: what is in the queue is not queued twice.")
        case .fileExists(let path):
            self.init(
                .usage, "file_exists", "There is a file already: \(path)", "Name another one.")
        case .noQueueToMove(let home):
            self.init(
                .usage, "no_queue_to_move", "There is no queue to move in \(home).",
                "Name the old home with --home.")
        case .noBackup(let path):
            self.init(.usage, "no_backup", "The backup cannot be read: \(path)")
        case .needsYes:
            self.init(
                .usage, "needs_yes", "There is no terminal to ask on.", "Use --yes to go ahead.")
        case .unwritableAnswer(let detail):
            self.init(
                .disk, "unwritable_answer", "The answer cannot be written: \(detail)",
                "What the command did stands; 'headshot list' shows the jobs.")
        case .readerLeft: self.init(.readerLeft, "reader_left", "The reader of the answers left.")
        }
    }
}
