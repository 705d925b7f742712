import JobQueue

/// Why a command could not begin, or could not do what was asked.
enum CommandError: Error, Equatable {
    /// The new jobs would cost more than the caller allows; sums in millionths of a US dollar.
    case costTooHigh(cost: Int, limit: Int, jobs: Int)
    /// The caller allows a sum, and the model's price is not known.
    case costUnknown(model: String)
    /// A word in a command's place is none.
    case unknownCommand(String, of: String, nearest: String?)
    /// There is no job of that name.
    case noSuchJob(String)
    /// The list of photos cannot be read, or is no text.
    case unreadableList(path: String)
    /// The job has no headshot.
    case noHeadshot(job: String, why: String, next: String?)
    /// The headshot was saved, and is not at its place any more.
    case headshotGone(path: String)
    /// The job's photo is not in the store any more.
    case photoGone(job: String)
    /// The job has not ended, so it cannot be repeated.
    case notEnded(job: String, state: JobState)
    /// The job's request may have been charged, and the caller did not accept that.
    case mayBeCharged(job: JobID, charges: [Charge])
    /// The job's request was answered, and so it was charged.
    case knownPaid(job: String)
    /// The job is not one whose charge is in doubt.
    case notUncertain(job: String, state: JobState)
    /// A file is in the way.
    case fileExists(path: String)
    /// There is no backup to restore.
    case noBackup(path: String)
    /// There is no terminal to ask on.
    case needsYes
    /// An answer could not be written to standard output.
    case unwritableAnswer(detail: String)
    /// The reader of the answers went away before the command was done telling.
    case readerLeft
}
