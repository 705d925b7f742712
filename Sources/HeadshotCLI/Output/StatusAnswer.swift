import Foundation
import JobQueue

/// How the queue stands at one moment.
struct StatusAnswer: CommandAnswer {
    /// How many jobs stand in each state.
    let jobs: [String: Int]
    let running: [RunningJob]
    let liveWorkers: Int
    let gates: [ClosedGate]
    let today: MoneyAnswer
    /// The model that paid jobs will be asked of.
    let model: ExpectedModel

    let text: String

    /// One job that a worker has.
    struct RunningJob: Encodable {
        let id: String
        let style: String
        let photo: String
        let phase: JobPhase?
        let sentBytes: Int?
        let totalBytes: Int?
    }

    /// One gate that lets nothing through.
    struct ClosedGate: Encodable {
        let reason: String
        let sentence: String
        let advice: String
        /// When it opens by itself; absent while it is halted.
        let opens: Date?

        /// A gate while it is closed.
        init?(_ gate: LiveGate, now: Date, timeZone: TimeZone = .current) {
            guard let words = gate.words(now: now, timeZone: timeZone) else { return nil }
            reason = gate.code
            sentence = words.sentence
            advice = words.advice
            opens = gate.opens
        }
    }

    init(
        _ state: LiveState, today: Money, model: ExpectedModel, now: Date,
        timeZone: TimeZone = .current
    ) {
        jobs = Dictionary(
            uniqueKeysWithValues: JobState.allCases.map { ($0.rawValue, state.counts[$0] ?? 0) })
        running = state.jobs.map { job in
            RunningJob(
                id: job.id, style: job.style, photo: job.photo, phase: job.progress?.phase,
                sentBytes: job.progress?.sentBytes, totalBytes: job.progress?.totalBytes)
        }
        liveWorkers = state.workers
        gates = state.gates.compactMap { ClosedGate($0, now: now, timeZone: timeZone) }
        self.today = MoneyAnswer(today)
        self.model = model
        text = Self.text(state, gates, self.today, model)
    }

    private static func text(
        _ state: LiveState, _ gates: [ClosedGate], _ today: MoneyAnswer,
        _ model: ExpectedModel
    ) -> String {
        var fields = FieldList()
        fields.add("jobs", state.countsLine)
        for job in state.jobs {
            let phase = job.progress?.phase.words ?? "running"
            fields.add("running", "\(job.id)  \(job.style)  \(job.photo)  \(phase)")
        }
        fields.add("workers", state.workers == 0 ? "none" : "\(state.workers)")
        for gate in gates { fields.add("gate", "\(gate.sentence) \(gate.advice)") }
        if gates.isEmpty { fields.add("gate", "open") }
        fields.add("model", model.words)
        fields.add("today", today.words)
        return fields.text
    }

    private enum CodingKeys: String, CodingKey {
        case jobs, running, liveWorkers, gates, today, model
    }
}
