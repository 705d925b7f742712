package import Companion
package import Foundation
package import HeadshotWorker
package import JobQueue

/// The state of the queue at one moment.
package struct StatusAnswer: Encodable {
    /// How many jobs are in each state.
    package let jobs: [String: Int]
    package let running: [RunningJob]
    package let liveWorkers: Int
    package let gates: [ClosedGate]
    package let today: MoneyAnswer
    /// The webhooks that need attention.
    package let webhooks: [WebhookProblem]
    /// The model that will make paid jobs.
    package let model: ExpectedModel

    /// The state from which the answer was made.
    package let state: LiveState

    /// One job that a worker has.
    package struct RunningJob: Encodable {
        package let id: String
        package let style: String
        package let photo: String
        package let phase: JobPhase?
        package let sentBytes: Int?
        package let totalBytes: Int?
    }

    /// One gate that lets nothing through.
    package struct ClosedGate: Encodable {
        package let reason: String
        package let sentence: String
        package let advice: String
        /// When it opens automatically; absent while it is halted.
        package let opens: Date?

        /// Creates the line of a gate; `nil` unless it is closed.
        package init?(
            _ gate: LiveGate, now: Date, timeZone: TimeZone = TimeWords.zone, wording: Wording
        ) {
            guard let words = gate.words(now: now, timeZone: timeZone) else { return nil }
            reason = gate.code
            sentence = words.headline
            advice = words.advice(wording)
            opens = gate.opens
        }
    }

    package init(
        _ state: LiveState, today: Money, webhooks: [WebhookState], model: ExpectedModel, now: Date,
        timeZone: TimeZone = TimeWords.zone, wording: Wording
    ) {
        jobs = Dictionary(
            uniqueKeysWithValues: JobState.allCases.map { ($0.rawValue, state.counts[$0] ?? 0) })
        running = state.jobs.map { job in
            RunningJob(
                id: job.id, style: job.style, photo: job.photo, phase: job.progress?.phase,
                sentBytes: job.progress?.sentBytes, totalBytes: job.progress?.totalBytes)
        }
        liveWorkers = state.workers
        gates = state.gates.compactMap {
            ClosedGate($0, now: now, timeZone: timeZone, wording: wording)
        }
        self.today = MoneyAnswer(today)
        self.webhooks = webhooks.compactMap { WebhookProblem($0, now: now) }
        self.model = model
        self.state = state
    }

    private enum CodingKeys: String, CodingKey {
        case jobs, running, liveWorkers, gates, today, webhooks, model
    }
}
