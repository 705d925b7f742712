import Answers
import HeadshotWorker
import JobQueue

/// What a drain did, and which jobs it left.
struct DrainAnswer: CommandAnswer {
    /// How many jobs left the drain in each state; `waiting` for those that went back to the queue.
    let jobs: [String: Int]
    /// Why it ended.
    let ending: String
    /// How many jobs wait, by reason.
    let waiting: [String: Int]

    init(_ summary: WorkSummary, waiting: [WaitReason: Int]) {
        jobs = Dictionary(
            uniqueKeysWithValues: summary.jobs.map { ($0.key.rawValue, $0.value) })
        ending =
            switch summary.ending {
            case .done: "done"
            case .limit: "limit"
            case .held: "held"
            case .halted: "halted"
            case .stopped: "stopped"
            }
        self.waiting = Dictionary(
            uniqueKeysWithValues: waiting.map { ($0.key.rawValue, $0.value) })
    }

    var text: String {
        let done = JobState.allCases.filter { $0 != .waiting }.compactMap { state in
            jobs[state.rawValue].map { "\($0) \(state.rawValue)" }
        }
        let left = waiting.values.reduce(0, +)
        let parts = done + (left > 0 ? ["\(left) waiting"] : [])
        return parts.isEmpty ? "No job was due." : parts.joined(separator: ", ")
    }
}
