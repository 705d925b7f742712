import HeadshotWorker
import JobQueue
import UnixSignals

// Exit statuses for the ends of jobs.

extension ExitStatus {
    /// The status of a drain's end.
    ///
    /// - Parameters:
    ///   - waiting: The jobs that are left. Jobs that their submitter scheduled for later do not count.
    ///   - waitingForKey: Those of them that need a key if there is none: trying later would not help.
    init(
        drain summary: WorkSummary, waiting: [WaitReason: Int],
        waitingForKey: [WaitReason: Int] = [:], signal: UnixSignal?
    ) {
        let isWorkLeft = Self.isWork(waiting)
        if signal == .sigint {
            self = .interrupted
        } else if Self.isWork(waitingForKey) {
            self = .configuration
        } else if isWorkLeft {
            self = summary.ending == .halted ? .halted : .tryLater
        } else {
            self = summary.badEnds > 0 ? .badEnds : .done
        }
    }

    private static func isWork(_ waiting: [WaitReason: Int]) -> Bool {
        waiting.contains { $0.key != .scheduled && $0.value > 0 }
    }

    /// The status of watched jobs; only a halt leaves waiting ones.
    init(ends jobs: [Job]) {
        self.init(ends: jobs.map(\.state))
    }

    init(ends states: [JobState]) {
        if states.contains(where: { !$0.hasEnded }) {
            self = .halted
        } else {
            let bad: [JobState] = [.rejected, .failed, .uncertain]
            self = states.contains(where: bad.contains) ? .badEnds : .done
        }
    }
}
