/// Why the worker could not do its own work; what becomes of a job is a value, not an error.
public enum WorkerError: Error, Sendable, Equatable {
    /// A file or folder cannot be read, written or made.
    case disk(path: String, detail: String)
    /// A drain is at work already.
    case drainRunning
    /// A job of this person is running, so the person cannot be forgotten yet.
    case personIsBusy(jobs: [String])
}
