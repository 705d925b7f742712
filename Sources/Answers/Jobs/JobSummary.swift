package import Foundation
package import Ground
import HeadshotWorker
package import JobQueue
import PromptFactory

/// One job in a list.
package struct JobSummary: Encodable, Sendable {
    package let job: Job
    package let sentence: String
    /// The style of a headshot.
    package let style: String?
    /// The wanted backdrop; `nil` if a model makes the headshot.
    package let backdrop: Backdrop?
    /// `nil` for a job that does not wait.
    package let due: Date?
    /// Where the result is; its name alone, if no place of results was given.
    package let result: String?

    package init(
        _ job: Job, gate: Gate? = nil, results: String? = nil, now: Date,
        timeZone: TimeZone = TimeWords.zone
    ) {
        let order = job.headshotOrder
        self.job = job
        sentence = job.sentence(gate: gate, now: now, timeZone: timeZone)
        style = order?.style.name
        backdrop = job.backdrop(of: order)
        due = job.state == .waiting ? job.due : nil
        result = job.result(in: results)
    }

    package func encode(to encoder: any Encoder) throws {
        try encodeForApps(to: encoder)
        try encoder.encode([
            "space": job.person.space.named, "backdrop": backdrop, "result": result,
        ])
    }

    /// Encodes what apps see, too.
    func encodeForApps(to encoder: any Encoder) throws {
        try encoder.encode([
            "id": job.id.description, "state": job.state, "reason": job.reason,
            "sentence": sentence, "person": job.person.rawValue, "photo": job.inputName ?? "",
            "kind": job.kind.rawValue, "style": style, "score": job.analysisOutcome?.score,
            "provider": job.provider, "submitted": job.created, "due": due,
            "started": job.started, "ended": job.ended,
        ])
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
