public import JobQueue
import Synchronization

/// When a worker ends without a request.
public enum StopRule: Sendable, Equatable {
    /// Never: a long-running worker.
    case never
    /// When nothing can be claimed, or a limit is reached: a drain.
    ///
    /// - Parameters:
    ///   - maxJobs: The most jobs to claim.
    ///   - maxTime: Claims nothing after this time; running jobs finish.
    ///   - waits: Whether to wait for jobs that are due later and for the gate's cooldown, instead of leaving them.
    case whenDone(maxJobs: Int?, maxTime: Duration?, waits: Bool)
}

/// Why a worker ended.
public enum WorkEnding: String, Sendable {
    /// Nothing was left to claim.
    case done
    /// The limit of jobs or of time was reached.
    case limit
    /// The gate lets nothing through until a time.
    case held
    /// The gate is halted until the user clears it.
    case halted
    /// A stop was requested.
    case stopped
}

/// What a worker did.
public struct WorkSummary: Sendable, Equatable {
    /// How many jobs left the worker in each state; `waiting` for those that went back to the queue.
    public var jobs: [JobState: Int] = [:]
    /// Why it ended.
    public var ending: WorkEnding = .stopped
    /// How many of the headshots have a background that was only softened, though another one was wanted.
    public var softened = 0
    /// The first of these.
    public var firstSoftened: [JobID] = []

    /// How many jobs a summary names.
    static let named = 5

    /// How many jobs ended without a headshot, except cancelled ones.
    public var badEnds: Int {
        [.rejected, .failed, .uncertain].reduce(0) { $0 + (jobs[$1] ?? 0) }
    }
}

/// The summary of a worker's jobs so far.
final class WorkCounter: Sendable {
    private let state = Mutex(WorkSummary())

    var summary: WorkSummary { state.withLock { $0 } }

    func note(_ event: WorkerEvent) {
        guard case .left(let job, let jobState, _, _, let figures) = event else { return }
        state.withLock { summary in
            summary.jobs[jobState, default: 0] += 1
            guard figures?.isSoftened == true else { return }
            summary.softened += 1
            if summary.firstSoftened.count < WorkSummary.named { summary.firstSoftened.append(job) }
        }
    }

    func close(_ ending: WorkEnding) {
        state.withLock { $0.ending = ending }
    }
}
