import Answers
import Foundation
import Generation
import Ground
import HeadshotWorker
import Isolation
import JobQueue
import Nets
import ObjectStore
import Setup

/// Words for the errors of the worker.
extension UserMessage {
    init(worker error: WorkerError) {
        switch error {
        case .decoderKilled(let detail):
            self.init(
                .tryLater, "decoder_killed",
                "The process that decodes photos was ended, or not started: \(detail)",
                "Is memory short, are there too many processes? Try again.")
        case .pictureWork(let detail):
            self.init(
                .internalError, "picture_work", "The photo could not be worked on: \(detail)",
                "'headshot doctor' checks the libraries.")
        case .notAZip(let path):
            self.init(
                .usage, "not_a_zip", "Not a zip file, or a damaged one: \(path)",
                "It is left as it is; name another one.")
        case .changedMeanwhile(let path):
            self.init(
                .tryLater, "changed_meanwhile",
                "Another program has changed this file meanwhile: \(path)",
                "Nothing was added to it; run the command again.")
        case .interrupted:
            self.init(.internalError, "interrupted", "Stopped before the photo was done.")
        case .decoderUnavailable(let detail):
            self.init(
                .tryLater, "decoder_unavailable",
                "No process for decoding photos became ready: \(detail)",
                "Are headshot-decoder and libvips installed? Is memory short, are there too many processes?"
            )
        case .fencesMissing(let fences):
            let names = fences.names.joined(separator: ", ")
            self.init(
                .configuration, "fences_missing",
                "Photos are to be decoded behind all fences, and this system does not have: \(names)",
                """
                Linux 5.13 or later with Landlock and seccomp has all; a container may hide them. \
                HEADSHOT_ISOLATION=best decodes behind fewer.
                """)
        case .noProvider(let name):
            self.init(
                .internalError, "no_provider",
                "A job of the provider '\(name.printable)' came to a worker that cannot ask it.")
        case .workersAlive(let count):
            self.init(
                .tryLater, "workers_alive", "Workers or drains are at work: \(count)",
                "Stop them first; the queue may not be replaced under them.")
        case .serverAlive:
            self.init(
                .tryLater, "server_alive", "A server ('headshot serve') is at work on this queue.",
                "Stop it first; the queue may not be moved under it.")
        case .backupNotWhole(let path):
            self.init(
                .usage, "backup_not_whole", "There is no whole backup in \(path)",
                "Name a folder in which 'headshot backup' has ended, or a file that it wrote with --queue-only."
            )
        case .notABackup(let path):
            self.init(
                .usage, "not_a_backup", "This folder has files, and no backup: \(path)",
                """
                Name an empty folder, or one that does not exist: a backup removes files that the home does not have.
                """)
        case .backupOfAnotherHome(let path):
            self.init(
                .usage, "backup_of_another_home",
                "This folder has the backup of another home: \(path)",
                """
                Name another folder, or the home (HEADSHOT_HOME) whose backup it is. If this home lost its payments \
                journal and began another one, keep the old backup and name a new folder.
                """)
        case .noJournal(let path):
            self.init(
                .configuration, "no_journal",
                "There is no payments journal, so what was paid since the backup cannot be known: \(path)",
                """
                Put it back. If it is lost, make an empty one: jobs that were paid since the backup \
                may then be paid again.
                """)
        case .photoGone:
            self.init(
                .badEnds, "photo_gone", "The photo is not in the store any more.",
                "Hand it in again.")
        case .personIsBusy(let jobs):
            self.init(
                .tryLater, "person_is_busy",
                "A job of this person is running: \(jobs.joined(separator: ", "))",
                "Cancel it or let it end, then try again.")
        }
    }
}

/// Words for what cannot be kept or read.
extension UserMessage {
    init(storage error: StorageError) {
        switch error {
        case .unavailable(let place, let detail) where error.isOfStore:
            self.init(
                .disk, "store", "The store cannot be used now: \(place): \(detail)",
                "Nothing is lost; go on once it answers. 'headshot doctor' asks it.")
        case .unfit(let place, let detail):
            self.init(
                .configuration, "store_unfit", "This store cannot be used: \(place): \(detail).",
                "Use a store, or a version of it, that obeys conditional requests.")
        case .unavailable(let place, let detail):
            self.init(
                .disk, "disk", "The disk failed: \(place): \(detail)",
                Self.diskAdvice(of: "\(place)"))
        case .unusable(let place, let detail):
            self.init(
                .disk, "unusable_file", "This file cannot be used: \(place): \(detail)",
                "The disk itself works. Check the file, its permissions and its folder; then try again."
            )
        }
    }
}

/// Words for invalid settings of the provider.
extension UserMessage {
    init(generation error: GenerationError) {
        switch error {
        case .invalidBaseURL(let url):
            self.init(
                .configuration, "invalid_base_url", "This is not an address of a service: \(url)")
        case .insecureBaseURL(let url):
            self.init(
                .configuration, "insecure_base_url",
                "Plain http would show the key and the photo to others: \(url)",
                "Use https; http is for this machine only.")
        case .transportUnavailable:
            self.init(
                .configuration, "transport_unavailable", "libcurl did not start.",
                "'headshot doctor' checks it.")
        }
    }
}

/// Words for models that cannot be used.
extension UserMessage {
    init(models error: NetsError) {
        switch error {
        case .missing(let folder, let names):
            self.init(
                .configuration, "models_missing",
                "Models are missing in \(folder): \(names.joined(separator: ", ")).", Models.remedy)
        case .wrong(let path):
            self.init(
                .configuration, "wrong_model",
                "This file is not the model that belongs there: \(path)", Models.remedy)
        case .notOpened(let file):
            self.init(
                .tryLater, "model_not_opened", "The model \(file.name) could not be opened.",
                "Is memory short? Try again.")
        }
    }

    init(isolation error: IsolationError) {
        switch error {
        case .notShared(let errno):
            let detail = SystemError.words(for: errno)
            self.init(
                .tryLater, "models_not_shared",
                "The models cannot be handed to decoders: \(detail)",
                "Is memory short, are too many files open? '--models none' does without them.")
        case .notStarted, .closed, .late, .heldUp, .tooLong, .strange, .idle:
            self.init(.internalError, "internal", "Unexpected: \(error)")
        }
    }
}

extension Models {
    /// Warns of installed models that cannot be used; everything works as if they were not installed.
    func warned() -> Models {
        guard case .damaged(let error) = self else { return self }
        let message = UserMessage(error)
        note("\(message.sentence) \(Self.consequence)")
        if let hint = message.hint { note("  \(hint)") }
        return self
    }

    /// The consequence of having none.
    static var consequence: String { ModelWords.consequence }

    /// How to install the models.
    static let remedy = """
        In the source folder of headshot, 'make setup-models' fetches them, and 'make install' installs them; \
        --models names another folder.
        """
}
