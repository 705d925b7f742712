public import Isolation

/// Why the worker could not do its own work; what becomes of a job is a value, not an error.
public enum WorkerError: Error, Sendable, Equatable {
    /// A picture could not be worked on, for no fault of its own.
    case pictureWork(detail: String)
    /// A file that headshots are to be added to is no zip file, or a damaged one.
    case notAZip(path: String)
    /// A file was changed by another program while it was being worked on; the change stands.
    case changedMeanwhile(path: String)
    /// The task was cancelled before its picture was done.
    case interrupted
    /// The machine ended the process that had the picture, or did not start one; a later try may go well.
    case decoderKilled(detail: String)
    /// No process for decoding becomes ready, however often it is tried.
    case decoderUnavailable(detail: String)
    /// All fences are demanded, and a process that decodes lacks these.
    case fencesMissing(Fences)
    /// The queue handed out a job of a provider that this worker cannot ask.
    case noProvider(name: String)
    /// A drain is at work already.
    case drainRunning
    /// Workers or drains are at work, and the queue may not be replaced under them.
    case workersAlive(Int)
    /// There is neither a queue nor a payments journal, so nobody can tell what was paid after a backup.
    case noJournal(path: String)
    /// A job of this person is running, so the person cannot be forgotten yet.
    case personIsBusy(jobs: [String])
}
