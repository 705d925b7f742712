package import Foundation
import HeadshotWorker
package import JobQueue

/// What a live display shows: some jobs, and what delays them.
package struct LiveState: Equatable, Sendable {
    package var jobs: [LiveJob] = []
    /// How many jobs are in each state; empty if that is not shown.
    package var counts: [JobState: Int] = [:]
    /// The gates that are closed.
    package var gates: [LiveGate] = []
    /// How many workers and drains are alive.
    package var workers = 0

    package init(
        jobs: [LiveJob] = [], counts: [JobState: Int] = [:], gates: [LiveGate] = [],
        workers: Int = 0
    ) {
        self.jobs = jobs
        self.counts = counts
        self.gates = gates
        self.workers = workers
    }

    /// The state without values that change all the time, so that two are equal unless something happened.
    package var news: LiveState {
        var news = self
        for index in news.jobs.indices {
            news.jobs[index].progress?.sentBytes = nil
            news.jobs[index].progress?.totalBytes = nil
            news.jobs[index].sentence = ""
        }
        return news
    }
}

/// One job of a live display.
package struct LiveJob: Equatable, Sendable {
    package var id: String
    package var style: String
    package var photo: String
    package var state: JobState
    /// The progress of a running job.
    package var progress: JobProgress?
    /// The stable code of its reason.
    package var reason = ""
    /// The same in words, in which times may count down.
    package var sentence = ""
    package var started: Date?
    package var result: String?

    /// Creates the line of a job as it was read.
    ///
    /// - Parameter results: The place of results.
    package init(_ job: Job, progress: JobProgress?, gate: Gate?, results: String, now: Date) {
        id = job.id.description
        style = job.styleName ?? job.kind.rawValue.printable
        photo = job.inputName?.printable ?? ""
        state = job.state
        if job.state == .running {
            self.progress = progress ?? job.phase.map { JobProgress(phase: $0) }
        }
        reason = job.reason
        sentence = JobWords(job, gate: gate, now: now).sentence
        started = job.started
        result = job.result(in: results)?.printable
    }

    /// A job whose state is already known.
    package init(id: String, style: String, photo: String, state: JobState) {
        self.id = id
        self.style = style
        self.photo = photo
        self.state = state
    }
}

/// One gate of a live display.
package struct LiveGate: Equatable, Sendable {
    /// The name of the provider.
    package var provider: String
    package var code: String
    /// When it opens automatically; `nil` while it is halted.
    package var opens: Date?

    package init(_ gate: Gate) {
        self.init(
            of: gate.provider, code: gate.reason, opens: gate.isHalted ? nil : gate.opens)
    }

    package init(
        of provider: String = ProviderKind.gemini.rawValue, code: String, opens: Date?
    ) {
        self.provider = provider
        self.code = code
        self.opens = opens
    }

    /// The words while it is closed.
    package func words(now: Date, timeZone: TimeZone = TimeWords.zone) -> GateWords? {
        if let opens, opens <= now { return nil }
        return GateWords(
            of: provider, code: code, detail: nil, opens: opens, now: now, timeZone: timeZone)
    }
}

extension JobPhase {
    /// What happens, for people.
    package var words: String {
        switch self {
        case .preparing: "preparing the photo"
        case .uploading: "uploading"
        case .processing: "the model works"
        case .saving: "saving"
        }
    }
}

extension LiveState {
    /// Whether a job waits and no worker is alive.
    package var isWorkerMissing: Bool {
        workers == 0
            && (counts[.waiting, default: 0] > 0 || jobs.contains { $0.state == .waiting })
    }

    /// The advice if no worker runs.
    package static func noWorker(_ wording: Wording) -> String {
        wording(.startWorker).map { "No worker runs: \($0)" } ?? "No worker runs."
    }

    /// How many jobs are in each state, in the order of a job's life.
    package var countsLine: String {
        let parts = JobState.allCases.compactMap { state in
            counts[state].map { "\($0) \(state.rawValue)" }
        }
        return parts.isEmpty ? "no jobs" : parts.joined(separator: ", ")
    }
}
