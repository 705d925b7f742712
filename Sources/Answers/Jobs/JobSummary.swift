package import Foundation
package import Ground
import HeadshotWorker
package import JobQueue
import PromptFactory

/// One job in a list.
package struct JobSummary: Encodable, Sendable {
    package let id: String
    package let state: String
    package let reason: String
    package let sentence: String
    /// Absent for the command line's own.
    package let space: String?
    package let person: String
    package let photo: String
    package let kind: String
    /// The style of a headshot.
    package let style: String?
    /// The score of an analysis that found a face.
    package let score: Double?
    package let provider: String
    /// The wanted backdrop; absent if a model makes the headshot.
    package let backdrop: Backdrop?
    package let submitted: Date
    package let due: Date?
    package let started: Date?
    package let ended: Date?
    package let result: String?

    /// - Parameter results: The place of results; without it, a result is only named.
    package init(
        _ job: Job, gate: Gate? = nil, results: String? = nil, now: Date,
        timeZone: TimeZone = TimeWords.zone
    ) {
        let order = job.headshotOrder
        id = job.id.description
        state = job.state.rawValue
        reason = job.reason
        sentence = job.sentence(gate: gate, now: now, timeZone: timeZone)
        space = job.person.space.named
        person = job.person.rawValue
        photo = job.inputName ?? ""
        kind = job.kind.rawValue
        style = order?.style.name
        score = job.analysisOutcome?.score
        provider = job.provider
        backdrop = job.backdrop(of: order)
        submitted = job.created
        due = job.state == .waiting ? job.due : nil
        started = job.started
        ended = job.ended
        result = job.result(in: results)
    }
}

extension Job {
    /// Where its result is in a place of results; its name alone, if no place is given.
    package func result(in place: String?) -> String? {
        result.map { name in place.map { "\($0)/\(name)" } ?? name }
    }
}

extension Space {
    /// The name as it is shown; `nil` for the command line's own space, which is not mentioned.
    package var named: String? { self == .commandLine ? nil : rawValue }
}
