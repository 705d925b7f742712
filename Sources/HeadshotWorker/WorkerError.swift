/// Why the worker could not do its own work; what becomes of a job is a value, not an error.
public enum WorkerError: Error, Sendable, Equatable {
    /// A file or folder cannot be read, written or made.
    case disk(path: String, detail: String)
    /// A file may not be read; other files may be.
    case permissionDenied(path: String)
    /// A picture could not be worked on, for no fault of its own.
    case pictureWork(detail: String)
    /// The task was cancelled before its picture was done.
    case interrupted
    /// No process for decoding could be started.
    case decoderUnavailable(detail: String)
    /// The queue handed out a job of a provider that this worker cannot ask.
    case noProvider(name: String)
    /// The file of face landmarks is none of dlib's shape predictors of 5 or 68 points.
    case landmarksUnusable(path: String)
    /// A drain is at work already.
    case drainRunning
    /// Workers or drains are at work, and the queue may not be replaced under them.
    case workersAlive(Int)
    /// There is neither a queue nor a payments journal, so nobody can tell what was paid after a backup.
    case noJournal(path: String)
    /// A job of this person is running, so the person cannot be forgotten yet.
    case personIsBusy(jobs: [String])
}
