import Answers
import Foundation
import HeadshotWorker
import JobQueue

/// What a live display shows: some jobs, and what delays them.
struct LiveState: Equatable, Sendable {
    var jobs: [LiveJob] = []
    /// How many jobs are in each state; empty if the counts are not shown.
    var counts: [JobState: Int] = [:]
    var gates: [LiveGate] = []
    /// How many workers and drains are alive.
    var workers = 0
    /// The day's money, for a display of the whole queue.
    var money: String?
    /// How fast jobs end, for such a display.
    var pace: Pace?

    /// The state without values that change all the time, so that two are equal unless something happened.
    var news: LiveState {
        var news = self
        news.pace = nil
        for index in news.jobs.indices {
            news.jobs[index].progress?.sentBytes = nil
            news.jobs[index].progress?.totalBytes = nil
            news.jobs[index].sentence = ""
        }
        return news
    }
}

/// One job of a live display.
struct LiveJob: Equatable, Sendable {
    var id: String
    var style: String
    var photo: String
    var state: JobState
    /// The progress of a running job.
    var progress: JobProgress?
    /// The stable code of its reason.
    var reason = ""
    /// The same in words, in which times may count down.
    var sentence = ""
    var started: Date?
    var result: String?
}

extension LiveJob {
    /// Creates the line of a job as it was read.
    ///
    /// - Parameter results: The place of results.
    init(_ job: Job, in surroundings: JobSurroundings, results: String, now: Date) {
        self.init(
            id: job.id.description, style: job.styleName ?? job.kind.rawValue.printable,
            photo: job.inputName?.printable ?? "", state: job.state)
        if job.state == .running {
            progress = surroundings.progress(of: job) ?? job.phase.map { JobProgress(phase: $0) }
        }
        reason = job.reason
        sentence = job.sentence(in: surroundings, now: now)
        started = job.started
        result = job.result(in: results)?.printable
    }
}

/// One gate of a live display.
struct LiveGate: Equatable, Sendable {
    var provider: String
    var code: String
    /// When it opens automatically; `nil` while it is halted.
    var opens: Date?
}

extension LiveGate {
    init(_ gate: Gate) {
        self.init(
            provider: gate.provider, code: gate.reason, opens: gate.isHalted ? nil : gate.opens)
    }

    /// The words while it is closed.
    func words(now: Date, timeZone: TimeZone = TimeWords.zone) -> GateWords? {
        if let opens, opens <= now { return nil }
        return GateWords(
            of: provider, code: code, detail: nil, opens: opens, now: now, timeZone: timeZone)
    }

    /// The gate as programs read it; `nil` unless it is closed.
    func answer(now: Date) -> JSONObject? {
        words(now: now).map { words -> JSONObject in
            ["reason": code, "sentence": words.headline, "advice": words.advice, "opens": opens]
        }
    }
}

extension JobPhase {
    var words: String {
        switch self {
        case .preparing: "preparing the photo"
        case .uploading: "uploading"
        case .processing: "the model works"
        case .saving: "saving"
        }
    }
}

extension JobProgress {
    var words: String { isReady == true ? "ready, waits for a slot" : phase.words }
}

extension LiveState {
    /// Whether a job waits and no worker is alive.
    var isWorkerMissing: Bool {
        workers == 0
            && (counts[.waiting, default: 0] > 0 || jobs.contains { $0.state == .waiting })
    }

    static let noWorker = "No worker runs: start 'headshot worker' or 'headshot drain'."

    /// How many jobs are in each state, in the order of a job's life.
    var countsLine: String {
        let parts = JobState.allCases.compactMap { state in
            counts[state].map { "\($0) \(state.rawValue)" }
        }
        return parts.isEmpty ? "no jobs" : parts.joined(separator: ", ")
    }
}

/// A live state as plain lines, one for each change: for pipes and logs.
enum LiveJournal {
    /// The lines that lead from one state to the next; all of a first state.
    static func lines(from old: LiveState?, to new: LiveState, now: Date) -> [String] {
        let (jobs, gates) = news(from: old, to: new)
        var lines = jobs.map(line) + gates.compactMap { $0.words(now: now)?.line }
        if new.isWorkerMissing, old?.isWorkerMissing != true { lines.append(LiveState.noWorker) }
        if !new.counts.isEmpty, old?.counts != new.counts { lines.append(new.countsLine) }
        return lines
    }

    /// The same as lines of JSON.
    static func jsonLines(
        from old: LiveState?, to new: LiveState, now: Date
    ) throws -> [String] {
        let (jobs, gates) = news(from: old, to: new)
        return try jobs.map { try AnswerJSON.line(["job": JobLine(job: $0)]) }
            + gates.compactMap { $0.answer(now: now) }.map { try AnswerJSON.line(["gate": $0]) }
    }

    private static func news(from old: LiveState?, to new: LiveState) -> ([LiveJob], [LiveGate]) {
        let before = Dictionary((old?.jobs ?? []).map { ($0.id, $0) }) { first, _ in first }
        return (
            new.jobs.filter { job in before[job.id].map { isNews(job, after: $0) } ?? true },
            new.gates.filter { old?.gates.contains($0) != true }
        )
    }

    /// Whether a job moved on; values that count up or down all the time are ignored.
    private static func isNews(_ job: LiveJob, after old: LiveJob) -> Bool {
        job.state != old.state || job.progress?.phase != old.progress?.phase
            || job.reason != old.reason
    }

    private static func line(of job: LiveJob) -> String {
        let end =
            switch job.state {
            case .running: job.progress?.words ?? "running"
            case .succeeded: job.result ?? job.sentence
            case .waiting, .rejected, .failed, .cancelled, .uncertain: job.sentence
            }
        return "\(job.id)  \(job.style)  \(job.photo)  \(job.state.rawValue): \(end)"
    }
}

/// A job in a line of JSON.
private struct JobLine: Encodable {
    let job: LiveJob

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "id": job.id, "style": job.style, "photo": job.photo, "state": job.state,
            "phase": job.progress?.phase, "reason": job.reason, "sentence": job.sentence,
            "result": job.result,
        ])
    }
}
