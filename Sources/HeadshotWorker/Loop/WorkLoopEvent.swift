import JobQueue

/// What wakes the loop of a worker.
enum WorkLoopEvent: Sendable {
    /// A job left the worker, perhaps with a fault of the machine.
    case jobLeft(Claim, (any Error)?)
    /// The queue may have changed.
    case woke
    /// A stop was requested: a graceful shutdown began, or the task was cancelled.
    case stopRequested
}

/// Which of a job and its cancellation comes first.
enum JobRace: Sendable {
    case left((any Error)?)
    case cancelled
}
