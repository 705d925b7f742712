import HeadshotWorker
import Isolation
import JobQueue
import ObjectStore

/// Words for the errors of the worker.
extension UserMessage {
    init(worker error: WorkerError) {
        switch error {
        case .decoderKilled(let detail):
            self.init(
                "decoder_killed",
                "The process that decodes photos was ended, or not started: \(detail)",
                hint: "Is memory short, are there too many processes? Try again.", .tryLater)
        case .pictureWork(let detail):
            self.init(
                "picture_work",
                "The photo could not be worked on: \(detail)",
                hint: "'headshot doctor' checks the libraries.", .internalError)
        case .notAZip(let path):
            self.init(
                "not_a_zip", "Not a zip file, or a damaged one: \(path)",
                hint: "It is left as it is; name another one.", .usage)
        case .changedMeanwhile(let path):
            self.init(
                "changed_meanwhile", "Another program has changed this file meanwhile: \(path)",
                hint: "Nothing was added to it; run the command again.", .tryLater)
        case .interrupted:
            self.init("interrupted", "Stopped before the photo was done.", .internalError)
        case .decoderUnavailable(let detail):
            self.init(
                "decoder_unavailable",
                "No process for decoding photos became ready: \(detail)",
                hint:
                    "Are headshot-decoder and libvips installed? Is memory short, are there too many processes?",
                .tryLater)
        case .fencesMissing(let fences):
            let names = fences.names.joined(separator: ", ")
            self.init(
                "fences_missing",
                "Photos are to be decoded behind all fences, and this system does not have: \(names)",
                hint: """
                    Linux 5.13 or later with Landlock and seccomp has all; a container may hide them. \
                    HEADSHOT_ISOLATION=best decodes behind fewer.
                    """, .configuration)
        case .noProvider(let name):
            self.init(
                "no_provider",
                "A job of the provider '\(name.printable)' came to a worker that cannot ask it.",
                .internalError)
        case .drainRunning:
            self.init("drain_running", "Another drain is at work.", .done)
        case .workersAlive(let count):
            self.init(
                "workers_alive",
                "Workers or drains are at work: \(count)",
                hint: "Stop them first; the queue may not be replaced under them.", .tryLater)
        case .serverAlive:
            self.init(
                "server_alive", "A server ('headshot serve') is at work on this queue.",
                hint: "Stop it first; the queue may not be moved under it.", .tryLater)
        case .noJournal(let path):
            self.init(
                "no_journal",
                "There is no payments journal, so what was paid since the backup cannot be known: \(path)",
                hint: """
                    Put it back. If it is lost, make an empty one: jobs that were paid since the backup \
                    may then be paid again.
                    """, .configuration)
        case .photoGone:
            self.init(
                "photo_gone", "The photo is not in the store any more.",
                hint: "Hand it in again.", .badEnds)
        case .personIsBusy(let jobs):
            self.init(
                "person_is_busy",
                "A job of this person is running: \(jobs.joined(separator: ", "))",
                hint: "Cancel it or let it end, then try again.", .tryLater)
        }
    }
}

/// Words for what cannot be kept or read.
extension UserMessage {
    init(storage error: StorageError) {
        switch error {
        case .unavailable(let place, let detail) where error.isOfStore:
            self.init(
                "store",
                "The store cannot be used now: \(place): \(detail)",
                hint: "Nothing is lost; go on once it answers. 'headshot doctor' asks it.", .disk)
        case .unfit(let place, let detail):
            self.init(
                "store_unfit", "This store cannot be used: \(place): \(detail).",
                hint: "Use a store, or a version of it, that obeys conditional requests.",
                .configuration)
        case .unavailable(let place, let detail):
            self.init(
                "disk",
                "The disk failed: \(place): \(detail)",
                hint: "Is it full, or read-only? Nothing is lost; go on once it works again.", .disk
            )
        case .unusable(let place, let detail):
            self.init(
                "unusable_file",
                "This file cannot be used: \(place): \(detail)",
                hint: "Other files can be. Repair it, its permissions or its place, and try again.",
                .disk)
        }
    }
}
