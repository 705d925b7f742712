import Foundation
import JobQueue
import ObjectStore

/// Why a command could not begin, or could not do its work.
enum CommandError: Error, Equatable {
    /// The new jobs would cost more than the caller allows; sums in millionths of a US dollar.
    case costTooHigh(cost: Int, limit: Int, jobs: Int)
    /// The caller set `--max-cost`, and the model's price is unknown.
    case costUnknown(model: String)
    /// A word in place of a command is not a command.
    case unknownCommand(String, of: String, nearest: String?)
    /// There is no space of that name.
    case noSuchSpace(Space)
    /// There is a space of that name already.
    case spaceExists(Space)
    /// The job asked a model for words, which is done once.
    case askedOnce(job: String)
    /// The user of this process, who is the photos' person by default, has no usable name.
    case userWithoutName
    /// Nothing is kept of the person.
    case noSuchPerson(Person)
    /// The file with what plans give cannot be read, or is not such a file.
    case unreadablePlans(path: String)
    /// A file has no words in it; the place that is wrong, empty for the whole.
    case unreadableWords(path: String, place: String)
    /// A file has texts that may not be shown.
    case refusedWords(path: String, problems: [String])
    /// The space has no token of that kind to replace.
    case noToken(Space, Access.Holder)
    /// The space has no webhook.
    case noWebhook(Space)
    /// The address can be reached from other machines, and no proxy is named.
    case publicAddress(String)
    /// No server reported its health.
    case noHealth(address: String, detail: String)
    /// There is no job of that name.
    case noSuchJob(String)
    /// The list of photos cannot be read, or is not text.
    case unreadableList(path: String)
    /// The job has no headshot.
    case noHeadshot(job: String, why: String, next: String?)
    /// The headshot was saved, but the file is gone.
    case headshotGone(path: String)
    /// The job's photo is no longer in the store.
    case photoGone(job: String)
    /// The job has not ended, so it cannot be repeated.
    case notEnded(job: String, state: JobState)
    /// The job's request may have been charged, and the caller did not accept that.
    case mayBeCharged(job: JobID, charges: [Charge])
    /// The job's request was answered, so it was charged.
    case knownPaid(job: String)
    /// The job's request may still be on its way, from a machine that has lost the queue's server.
    case tooEarly(job: String, until: Date)
    /// The job's charge is not in doubt.
    case notUncertain(job: String, state: JobState)
    /// The store took no photo, or not all of them.
    case storeAway(StorageError, isAnyQueued: Bool)
    /// The file to write already exists.
    case fileExists(path: String)
    /// There is no queue in the home that could be moved.
    case noQueueToMove(home: String)
    /// There is no backup to restore.
    case noBackup(path: String)
    /// There is no terminal for a question, and `--yes` is missing.
    case needsYes
    /// An answer could not be written to standard output.
    case unwritableAnswer(detail: String)
    /// The reader of the answers went away before the command had finished.
    case readerLeft
}
