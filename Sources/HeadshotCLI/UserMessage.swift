import Foundation
import Generation
import HeadshotWorker
import Isolation
import JobQueue
import Pages
import PromptFactory
import Validation

/// What a person reads when something fails: what happened, and what to do next; and the exit code.
struct UserMessage: Equatable {
    let sentence: String
    let hint: String?
    let status: ExitStatus

    init(_ sentence: String, hint: String? = nil, _ status: ExitStatus) {
        self.sentence = sentence
        self.hint = hint
        self.status = status
    }

    /// The one switch from typed errors to words; anything else is a defect.
    init(_ error: any Error) {
        switch error {
        case let error as CommandError: self.init(command: error)
        case let error as JobQueueError: self.init(queue: error)
        case let error as WorkerError: self.init(worker: error)
        case let error as Validation.ValidationError: self.init(photo: error)
        case let error as GenerationError: self.init(generation: error)
        case PagesError.badTemplate(let name, let detail):
            self.init("The page '\(name)' is not right: \(detail)", .internalError)
        case let error as PromptError:
            self.init(
                "The prompts are not right: \(error)", hint: "Mend the file, or use --prompts.",
                .configuration)
        default: self.init("Unexpected: \(error)", .internalError)
        }
    }
}

extension UserMessage {
    private init(command error: CommandError) {
        switch error {
        case .noHome:
            self.init(
                "There is no folder for the queue.", hint: "Set HEADSHOT_HOME, or use --home.",
                .configuration)
        case .badSetting(let name, let value, let wanted):
            self.init("\(name) is '\(value)'; it must be \(wanted).", .configuration)
        case .noKey:
            self.init(
                "No API key is set.",
                hint: "Set GEMINI_API_KEY, or use --api-key-file. 'headshot doctor' checks it.",
                .configuration)
        case .unreadableKeyFile(let path):
            self.init("The API key's file cannot be read: \(path)", .configuration)
        case .unpricedModel(let model):
            self.init(
                "Nobody knows what a picture of \(model) costs, so no daily budget can be kept.",
                hint: "Use another --model, or leave --max-spend-per-day out.", .configuration)
        case .noPrompts(let expected):
            self.init(
                "The prompts are not installed at \(expected).",
                hint: "Use --prompts, or set HEADSHOT_PROMPTS.", .configuration)
        case .noSuchJob(let name):
            self.init(
                "There is no job '\(name)'.", hint: "'headshot list' shows the jobs.", .usage)
        case .unreadableList(let path):
            self.init(
                "The list of photos cannot be read: \(path)",
                hint: "It holds one path a line in UTF-8; with -0 each ends with a zero byte.",
                .usage)
        case .noHeadshot(let job, let why, let next):
            self.init("Job \(job) has no headshot. \(why)", hint: next, .badEnds)
        case .headshotGone(let path):
            self.init(
                "The headshot is not at its place any more: \(path)",
                hint: "Was it moved or removed?", .badEnds)
        case .photoGone(let job):
            self.init(
                "The photo of job \(job) is not in the store any more.",
                hint: "'headshot submit' takes it again.", .badEnds)
        case .notEnded(let job, let state):
            self.init(
                "Job \(job) is \(state.rawValue); it can be repeated once it has ended.",
                hint: "'headshot cancel \(job)' takes it back.", .badEnds)
        case .mayBeCharged(let job, let charges):
            self.init(
                "Job \(job) may have been charged, so it is not repeated just like that.",
                hint: JobWords.waysOut(of: job, charges), .badEnds)
        case .knownPaid(let job):
            self.init(
                "The provider answered job \(job), so it was charged.",
                hint: """
                    Its headshot may lie in the results folder, or be saved by the next worker. If not: \
                    'headshot resolve \(job) --paid'.
                    """, .badEnds)
        case .notUncertain(let job, let state):
            self.init(
                "Job \(job) is \(state.rawValue); only an uncertain job can be resolved.", .badEnds)
        case .fileExists(let path):
            self.init("There is a file already: \(path)", hint: "Name another one.", .usage)
        case .noBackup(let path):
            self.init("The backup cannot be read: \(path)", .usage)
        case .needsYes:
            self.init("There is no terminal to ask on.", hint: "Use --yes to go ahead.", .usage)
        case .unwritableAnswer(let detail):
            self.init(
                "The answer cannot be written: \(detail)",
                hint: "What the command did stands; 'headshot list' shows the jobs.", .disk)
        case .readerLeft: self.init("The reader of the answers left.", .readerLeft)
        }
    }

    private init(queue error: JobQueueError) {
        switch error {
        case .cannotOpen(let path, let detail):
            self.init("The queue cannot be opened: \(path): \(detail)", .disk)
        case .notAQueue(let path):
            self.init(
                "This is not a queue of headshot: \(path)", hint: "Use another --home.",
                .configuration)
        case .newerVersion(let path, let found, let known):
            self.init(
                "The queue was written by a newer headshot (format \(found), known \(known)): \(path)",
                hint: "Upgrade this program.", .configuration)
        case .notOurs(let path, let owner):
            self.init(
                "The queue belongs to another user (id \(owner)): \(path)",
                hint: "Run headshot as that user, or use another --home.", .configuration)
        case .networkFileSystem(let path, let kind):
            self.init(
                "The queue cannot lie on a network file system (\(kind)): \(path)",
                hint: "Set HEADSHOT_HOME to a folder on a local disk.", .configuration)
        case .busy(let path):
            self.init(
                "Another process has held the queue for 30 seconds: \(path)",
                hint: "Is one stopped or being debugged? Try again.", .tryLater)
        case .disk(let path, let detail):
            self.init(
                "The disk failed: \(path): \(detail)",
                hint: "Is it full, or read-only? Nothing is lost; go on once it is mended.", .disk)
        case .corrupt(let path, let detail):
            self.init(
                "The queue is damaged: \(path): \(detail)",
                hint: "Stop all workers and restore a backup.", .disk)
        case .damagedJournal(let path):
            self.init(
                "A line of the payments journal is damaged: \(path)",
                hint: "Mend or remove the line; jobs that it told of may have been charged.", .disk)
        case .refused(let detail):
            self.init("The queue refused: \(detail)", .internalError)
        }
    }

    private init(worker error: WorkerError) {
        switch error {
        case .disk(let path, let detail):
            self.init(
                "The disk failed: \(path): \(detail)",
                hint: "Is it full, or read-only? Nothing is lost; go on once it is mended.", .disk)
        case .unusableFile(let path, let detail):
            self.init(
                "This file cannot be used: \(path): \(detail)",
                hint: "Other files can be. Repair it, its permissions or its place, and try again.",
                .disk)
        case .decoderKilled(let detail):
            self.init(
                "The process that decodes photos was ended, or not started: \(detail)",
                hint: "Is memory short, are there too many processes? Try again.", .tryLater)
        case .pictureWork(let detail):
            self.init(
                "The photo could not be worked on: \(detail)",
                hint: "'headshot doctor' checks the libraries.", .internalError)
        case .interrupted:
            self.init("Stopped before the photo was done.", .internalError)
        case .decoderUnavailable(let detail):
            self.init(
                "No process for decoding photos became ready: \(detail)",
                hint: "Is memory short, are there too many processes, is libvips there?",
                .tryLater)
        case .fencesMissing(let fences):
            self.init(
                "Photos are to be decoded behind all fences, and this system lacks: \(fences.names.joined(separator: ", "))",
                hint: """
                    Linux 5.13 or later with Landlock and seccomp has all; a container may hide them. \
                    HEADSHOT_ISOLATION=best decodes behind fewer.
                    """,
                .configuration)
        case .noProvider(let name):
            self.init(
                "A job of the provider '\(name.printable)' came to a worker that cannot ask it.",
                .internalError)
        case .landmarksUnusable(let path):
            self.init(
                "This is no file of face landmarks: \(path)",
                hint: "It is dlib's shape predictor of 5 or 68 points, and optional.",
                .configuration)
        case .drainRunning:
            self.init("Another drain is at work.", .done)
        case .workersAlive(let count):
            self.init(
                "Workers or drains are at work: \(count)",
                hint: "Stop them first; the queue may not be replaced under them.", .tryLater)
        case .noJournal(let path):
            self.init(
                "There is no payments journal, so nobody can tell what was paid since the backup: \(path)",
                hint: """
                    Put it back. If it is lost, make an empty one: jobs that were paid since the backup \
                    may then be paid again.
                    """, .configuration)
        case .personIsBusy(let jobs):
            self.init(
                "A job of this person is running: \(jobs.joined(separator: ", "))",
                hint: "Cancel it or let it end, then try again.", .tryLater)
        }
    }

    private init(photo error: Validation.ValidationError) {
        switch error {
        case .fileNotFound(let path):
            self.init("There is no such file: \(path)", .photoRefused)
        case .permissionDenied(let path):
            self.init("This file may not be read: \(path)", .photoRefused)
        case .fileUnreadable(let path, let errno):
            let detail = unsafe String(cString: strerror(errno))
            self.init("This file cannot be read: \(path): \(detail)", .disk)
        case .libraryUnavailable:
            self.init(
                "libvips did not start.", hint: "'headshot doctor' checks it.", .configuration)
        case .libraryFailed(let stage, let detail):
            self.init("libvips failed at \(stage.rawValue): \(detail)", .internalError)
        }
    }

    private init(generation error: GenerationError) {
        switch error {
        case .invalidAPIKey:
            self.init(
                "The API key is empty or has characters that no key has.", .configuration)
        case .invalidBaseURL(let url):
            self.init("This is not an address of a service: \(url)", .configuration)
        case .insecureBaseURL(let url):
            self.init(
                "Plain http would show the key and the photo to others: \(url)",
                hint: "Use https; http is for this machine only.", .configuration)
        case .invalidModel:
            self.init("The model's name is empty.", .configuration)
        case .invalidTemperature(let value):
            self.init("The temperature is \(value); it must be 0 to 2.", .configuration)
        case .invalidTimeout:
            self.init("The time for a request must be positive.", .configuration)
        case .transportUnavailable:
            self.init(
                "libcurl did not start.", hint: "'headshot doctor' checks it.", .configuration)
        }
    }
}
