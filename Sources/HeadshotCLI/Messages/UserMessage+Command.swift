import Answers
import Foundation
import JobQueue

/// Words for the errors of commands.
extension UserMessage {
    init(command error: CommandError) {
        switch error {
        case .costTooHigh(let cost, let limit, let jobs):
            self.init(
                "cost_too_high",
                """
                The new jobs (\(jobs)) would cost about \(MoneyWords.dollars(cost)), more than \
                \(MoneyWords.dollars(limit)); nothing was queued.
                """, hint: "Hand in fewer photos or styles, or raise --max-cost.", .tryLater)
        case .costUnknown(let model):
            self.init(
                "cost_unknown",
                "The price of \(model) is unknown, so --max-cost cannot be kept; nothing was queued.",
                hint: "Name another --model, or leave --max-cost out.", .tryLater)
        case .unknownCommand(let word, let program, let nearest):
            self.init(
                "unknown_command", "There is no command '\(program) \(word)'.",
                hint: nearest.map { "Did you mean '\(program) \($0)'?" }
                    ?? "'\(program) --help' lists the commands.", .usage)
        case .unreadablePlans(let path):
            self.init(
                "unreadable_plans", "Not a valid plans file: \(path.printable)",
                hint: """
                    'headshot space show NAME --json' has such an object under 'plans'; \
                    docs/http.md names its members.
                    """, .configuration)
        case .unreadableWords(let path, let place):
            self.init(
                "unreadable_words",
                "Not a valid file of a space's texts: \(path.printable)"
                    + (place.isEmpty ? "" : ", at \(place.printable)"),
                hint: "'headshot space words NAME' prints such a file.", .configuration)
        case .refusedWords(let path, let problems):
            self.init(
                "refused_words",
                "These texts were rejected: \(path.printable)\n"
                    + problems.map { "  \($0.printable)" }.joined(separator: "\n"),
                hint: "'headshot space check NAME --words FILE' looks again.", .configuration)
        case .askedOnce(let job):
            self.init(
                "asked_once", "Job \(job) asked a model for words, and that is done once.",
                hint: "The words that were there before stand.", .badEnds)
        case .userWithoutName:
            self.init(
                "user_without_name",
                "The user who runs this command has no name on this machine, so the person of the photos is unknown.",
                hint: "Name the person with --person ID.", .usage)
        case .noSuchPerson(let person):
            self.init(
                "no_such_person", "Nothing is kept of \(person.rawValue.printable).",
                hint: "A person belongs to a space: give --space, as 'headshot space' lists them.",
                .usage)
        case .noSuchSpace(let space):
            self.init(
                "no_such_space", "There is no space '\(space)'.",
                hint: "'headshot space add \(space)' makes it; 'headshot space' lists all.", .usage)
        case .publicAddress(let address):
            self.init(
                "public_address",
                "\(address) can be reached from other machines, and plain HTTP protects nothing.",
                hint: """
                    Put a proxy with TLS before it and name its address with --behind-proxy, or listen on 127.0.0.1. \
                    Health and metrics stay on this machine.
                    """, .configuration)
        case .noHealth(let address, let detail):
            self.init(
                "no_health", "No health endpoint at \(address): \(detail)",
                hint:
                    "Does 'headshot serve' run? It prints the address of its health when it starts.",
                .badEnds)
        case .noToken(let space, let holder):
            self.init(
                "no_token", "The space '\(space)' has no token of that kind to replace.",
                hint: "'headshot space token \(space) --kind \(holder.rawValue)' makes one.", .usage
            )
        case .noWebhook(let space):
            self.init(
                "no_webhook", "The space '\(space)' has no webhook.",
                hint: "'headshot space set \(space) --webhook URL' sets one.", .usage)
        case .spaceExists(let space):
            self.init(
                "space_exists", "There is a space '\(space)' already.",
                hint: "'headshot space set \(space)' changes it.", .usage)
        case .noSuchJob(let name):
            self.init(
                "no_such_job",
                "There is no job '\(name)'.", hint: "'headshot list' shows the jobs.", .usage)
        case .unreadableList(let path):
            self.init(
                "unreadable_list",
                "The list of photos cannot be read: \(path)",
                hint: "It holds one path a line in UTF-8; with -0 each ends with a zero byte.",
                .usage)
        case .noHeadshot(let job, let why, let next):
            self.init("no_headshot", "Job \(job) has no headshot. \(why)", hint: next, .badEnds)
        case .headshotGone(let path):
            self.init(
                "headshot_gone",
                ResultWords.gone(path),
                hint: """
                    Was it moved or removed? Where workers are started with --results, HEADSHOT_RESULTS must name \
                    the same folder.
                    """, .badEnds)
        case .photoGone(let job):
            self.init(
                "photo_gone",
                "The photo of job \(job) is not in the store any more.",
                hint: "'headshot submit' takes it again.", .badEnds)
        case .notEnded(let job, let state):
            self.init(
                "not_ended",
                "Job \(job) is \(state.rawValue); it can be repeated once it has ended.",
                hint: "'headshot cancel \(job)' takes it back.", .badEnds)
        case .mayBeCharged(let job, let charges):
            self.init(
                "may_be_charged",
                "Job \(job) may have been charged; repeating it could pay twice.",
                hint: NextStep.resolve(
                    job, isPaid: charges.contains { $0.state == .paid }
                ).commandWords, .badEnds)
        case .knownPaid(let job):
            self.init(
                "known_paid",
                "The provider answered job \(job), so it was charged.",
                hint: """
                    Its headshot may lie in the results folder, or be saved by the next worker. If not: \
                    'headshot resolve \(job) --paid'.
                    """, .badEnds)
        case .tooEarly(let job, let end):
            self.init(
                "too_early",
                """
                The request of job \(job) may still be on its way until \(end.formatted(.iso8601)), so it is not sent \
                once more yet.
                """, hint: "The same command does it then.", .badEnds)
        case .notUncertain(let job, let state):
            self.init(
                "not_uncertain",
                "Job \(job) is \(state.rawValue); only an uncertain job can be resolved.", .badEnds)
        case .storeAway(let error, let isAnyQueued):
            let message = UserMessage(storage: error)
            self.init(
                message.code,
                message.sentence
                    + (isAnyQueued ? " The other photos were not queued." : " Nothing was queued."),
                hint: "Submit again once it answers: what is in the queue is not queued twice.",
                .tryLater)
        case .fileExists(let path):
            self.init(
                "file_exists", "There is a file already: \(path)", hint: "Name another one.", .usage
            )
        case .noQueueToMove(let home):
            self.init(
                "no_queue_to_move", "There is no queue to move in \(home).",
                hint: "Name the old home with --home.", .usage)
        case .noBackup(let path):
            self.init("no_backup", "The backup cannot be read: \(path)", .usage)
        case .needsYes:
            self.init(
                "needs_yes", "There is no terminal to ask on.", hint: "Use --yes to go ahead.",
                .usage)
        case .unwritableAnswer(let detail):
            self.init(
                "unwritable_answer",
                "The answer cannot be written: \(detail)",
                hint: "What the command did stands; 'headshot list' shows the jobs.", .disk)
        case .readerLeft: self.init("reader_left", "The reader of the answers left.", .readerLeft)
        }
    }
}
