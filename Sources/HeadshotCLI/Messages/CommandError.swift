import Foundation
import JobQueue
import ObjectStore

/// Why a command could not begin, or could not do its work.
enum CommandError: Error, Equatable {
    /// The new jobs would cost more than the caller allows; sums in millionths of a US dollar.
    case costTooHigh(cost: Int, limit: Int, jobs: Int)
    case costUnknown(model: String)
    case unknownCommand(String, of: String, nearest: String?)
    case noSuchSpace(Space)
    case spaceExists(Space)
    /// The job asked a model for words, which is done once.
    case askedOnce(job: String)
    case userWithoutName
    case noSuchPerson(Person)
    case unreadablePlans(path: String)
    /// A file has no words in it; the place that is wrong, empty for the whole.
    case unreadableWords(path: String, place: String)
    case refusedWords(path: String, problems: [String])
    case noToken(Space, Access.Holder)
    case noWebhook(Space)
    case publicAddress(String)
    case noHealth(address: String, detail: String)
    case noSuchJob(String)
    case unreadableList(path: String)
    case noHeadshot(job: String, why: String, next: String?)
    case headshotGone(path: String)
    case photoGone(job: String)
    case notEnded(job: String, state: JobState)
    case mayBeCharged(job: JobID, charges: [Charge])
    case knownPaid(job: String)
    /// The job's request may still be on its way, from a machine that has lost the queue's server.
    case tooEarly(job: String, until: Date)
    case notUncertain(job: String, state: JobState)
    case storeAway(StorageError, isAnyQueued: Bool)
    case fileExists(path: String)
    case noQueueToMove(home: String)
    case noBackup(path: String)
    case needsYes
    case unwritableAnswer(detail: String)
    case readerLeft
}
