import Answers
import Foundation
import HeadshotWorker
import JobQueue

/// The state of the queue at one moment.
struct StatusAnswer: CommandAnswer {
    /// How many jobs are in each state.
    let jobs: [String: Int]
    let running: [RunningJob]
    let liveWorkers: Int
    let gates: [ClosedGate]
    let today: MoneyAnswer
    /// The webhooks that need attention.
    let webhooks: [WebhookProblem]
    /// The model that will make paid jobs.
    let model: ExpectedModel

    private let state: LiveState

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
        /// When it opens automatically; absent while it is halted.
        let opens: Date?

        /// Creates the line of a gate; `nil` unless it is closed.
        init?(_ gate: LiveGate, now: Date) {
            guard let words = gate.words(now: now) else { return nil }
            reason = gate.code
            sentence = words.headline
            advice = words.advice
            opens = gate.opens
        }
    }

    init(
        _ state: LiveState, today: Money, webhooks: [WebhookState], model: ExpectedModel, now: Date
    ) {
        jobs = Dictionary(
            uniqueKeysWithValues: JobState.allCases.map { ($0.rawValue, state.counts[$0] ?? 0) })
        running = state.jobs.map { job in
            RunningJob(
                id: job.id, style: job.style, photo: job.photo, phase: job.progress?.phase,
                sentBytes: job.progress?.sentBytes, totalBytes: job.progress?.totalBytes)
        }
        liveWorkers = state.workers
        gates = state.gates.compactMap { ClosedGate($0, now: now) }
        self.today = MoneyAnswer(today)
        self.webhooks = webhooks.compactMap { WebhookProblem($0, now: now) }
        self.model = model
        self.state = state
    }

    private enum CodingKeys: String, CodingKey {
        case jobs, running, liveWorkers, gates, today, webhooks, model
    }

    var text: String {
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
        for webhook in webhooks {
            fields.add("webhook", "\(webhook.space): \(webhook.sentence) \(webhook.advice)")
        }
        return fields.text
    }
}
