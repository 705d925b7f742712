import Foundation
import HeadshotWorker
import JobQueue
import Studio

/// What a list says of one job.
struct JobSummary: Encodable, Sendable {
    let id: String
    let state: String
    let reason: String
    let sentence: String
    let person: String
    let photo: String
    let style: String?
    let provider: String
    /// What is wanted behind the person; absent where a model makes the headshot.
    let backdrop: Backdrop?
    let submitted: Date
    let due: Date?
    let started: Date?
    let ended: Date?
    let result: String?

    init(_ job: Job, gate: Gate? = nil, now: Date, timeZone: TimeZone = .current) {
        id = job.id.rawValue
        state = job.state.rawValue
        reason = job.reason
        sentence = JobWords(job, gate: gate, now: now, timeZone: timeZone).sentence
        person = job.person.rawValue
        photo = job.photoName
        style = job.styleName
        provider = job.provider
        backdrop = job.wantedBackdrop
        submitted = job.created
        due = job.state == .waiting ? job.due : nil
        started = job.started
        ended = job.ended
        result = job.result
    }
}
