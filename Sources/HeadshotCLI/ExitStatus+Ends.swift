import HeadshotWorker
import JobQueue
import UnixSignals

// What the ends of jobs ask of whoever had them done.

extension ExitStatus {
    /// What a drain's end asks of whoever called it.
    ///
    /// - Parameter waiting: The jobs that are left. Those that their submitter scheduled for later are nobody's worry.
    init(drain summary: WorkSummary, waiting: [WaitReason: Int], signal: UnixSignal?) {
        let isWorkLeft = waiting.contains { $0.key != .scheduled && $0.value > 0 }
        if signal == .sigint {
            self = .interrupted
        } else if isWorkLeft {
            self = summary.ending == .halted ? .halted : .tryLater
        } else {
            self = summary.badEnds > 0 ? .badEnds : .done
        }
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
