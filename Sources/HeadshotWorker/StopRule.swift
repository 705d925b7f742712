public import JobQueue

/// When a worker ends by itself.
public enum StopRule: Sendable, Equatable {
    /// Never: a long-running worker.
    case never
    /// When nothing can be claimed, or a bound is reached: a drain.
    ///
    /// - Parameters:
    ///   - maxJobs: Claims at most so many jobs.
    ///   - maxTime: Claims nothing after so long; running jobs end.
    ///   - waits: Waits for jobs that are due later and for the gate's cooldown, instead of leaving them.
    case whenDone(maxJobs: Int?, maxTime: Duration?, waits: Bool)
}

/// Why a worker ended.
public enum WorkEnding: Sendable, Equatable {
    /// Nothing was left to claim.
    case done
    /// The bound of jobs or of time was reached.
    case limit
    /// The gate lets nothing through until a time.
    case held
    /// The gate is halted until a person clears it.
    case halted
    /// It was told to stop.
    case stopped
}

/// What a worker did.
public struct WorkSummary: Sendable, Equatable {
    /// How many jobs left the worker in each state; `waiting` for those that went back to the queue.
    public var jobs: [JobState: Int] = [:]
    /// Why it ended.
    public var ending: WorkEnding = .stopped

    /// How many jobs ended without a headshot, for whatever reason but a person's wish.
    public var badEnds: Int {
        [.rejected, .failed, .uncertain].reduce(0) { $0 + (jobs[$1] ?? 0) }
    }
}
