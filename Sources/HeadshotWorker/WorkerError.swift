public import Isolation

/// Why the worker could not do its own work; the outcome of a job is a value, not an error.
public enum WorkerError: Error, Sendable, Equatable {
    /// A picture could not be worked on, although it is not at fault.
    case pictureWork(detail: String)
    /// A file to which headshots should be added is not a zip file, or is damaged.
    case notAZip(path: String)
    /// Another program changed a file meanwhile; its change stands.
    case changedMeanwhile(path: String)
    /// The task was cancelled before its picture was done.
    case interrupted
    /// The machine killed the process that had the picture, or did not start one; a later try may succeed.
    case decoderKilled(detail: String)
    /// No decoding process becomes ready, even after several tries.
    case decoderUnavailable(detail: String)
    /// All fences are required, and a decoding process does not have these.
    case fencesMissing(Fences)
    /// The queue handed out a job of a provider that this worker cannot ask.
    case noProvider(name: String)
    /// Workers or drains are running, so the queue may not be replaced.
    case workersAlive(Int)
    /// A server is running, so the queue may not be moved.
    case serverAlive
    /// A folder has no backup that was finished.
    case backupNotWhole(path: String)
    /// A folder for a backup has files, but no backup.
    case notABackup(path: String)
    /// A folder has the backup of another home.
    case backupOfAnotherHome(path: String)
    /// There is neither a queue nor a payments journal, so it is unknown what was paid after a backup.
    case noJournal(path: String)
    /// A photo that was handed in is not there any more.
    case photoGone
    /// A job of this person is running, so the person cannot be forgotten yet.
    case personIsBusy(jobs: [String])
}
