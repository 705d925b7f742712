import HeadshotWorker
import JobQueue
import UnixSignals

// What the ends of jobs ask of whoever had them done.

extension ExitStatus {
    /// What a drain's end asks of whoever called it.
    ///
    /// - Parameters:
    ///   - waiting: The jobs that are left. Those that their submitter scheduled for later are nobody's worry.
    ///   - waitingForKey: Those of them that need a key, where there is none: to try later changes nothing.
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

    /// What the ends of watched jobs ask of whoever watched; waiting ones are left only by a halt.
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
