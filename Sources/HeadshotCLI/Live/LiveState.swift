import Foundation
import JobQueue

/// What a live display shows: some jobs, and what holds them up.
struct LiveState: Equatable, Sendable {
    var jobs: [LiveJob] = []
    /// How many jobs stand where; empty if that is not shown.
    var counts: [JobState: Int] = [:]
    /// The gates that are closed.
    var gates: [LiveGate] = []
    /// How many workers and drains live.
    var workers = 0

    /// The state without what changes all the time, so that two of them are equal unless something happened.
    var news: LiveState {
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
struct LiveJob: Equatable, Sendable {
    var id: String
    var style: String
    var photo: String
    var state: JobState
    /// How far a running job is.
    var progress: JobProgress?
    /// The stable code of why it is where it is.
    var reason = ""
    /// The same in words, in which times may count down.
    var sentence = ""
    var started: Date?
    var result: String?

    /// What a display shows of a job as it was read.
    init(_ job: Job, progress: JobProgress?, gate: Gate?, now: Date) {
        id = job.id.rawValue
        style = job.styleName ?? "?"
        photo = job.photoName.printable
        state = job.state
        if job.state == .running {
            self.progress = progress ?? job.phase.map { JobProgress(phase: $0) }
        }
        reason = job.reason
        sentence = JobWords(job, gate: gate, now: now).sentence
        started = job.started
        result = job.result?.printable
    }

    /// A job whose state is known otherwise.
    init(id: String, style: String, photo: String, state: JobState) {
        self.id = id
        self.style = style
        self.photo = photo
        self.state = state
    }
}

/// One gate of a live display.
struct LiveGate: Equatable, Sendable {
    var code: String
    /// When it opens by itself; `nil` while it is halted.
    var opens: Date?

    init(_ gate: Gate) {
        self.init(code: gate.reason, opens: gate.isHalted ? nil : gate.opens)
    }

    init(code: String, opens: Date?) {
        self.code = code
        self.opens = opens
    }

    /// The words while it is closed.
    func words(now: Date, timeZone: TimeZone = .current) -> GateWords? {
        if let opens, opens <= now { return nil }
        return GateWords(code: code, detail: nil, opens: opens, now: now, timeZone: timeZone)
    }
}
