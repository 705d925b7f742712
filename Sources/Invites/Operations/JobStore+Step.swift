package import Foundation
import HeadshotWorker
package import JobQueue

extension JobStore {
    /// Notes a step of an invited person.
    ///
    /// - Returns: The person after it, in the same state if the step leads to no other; `nil` if the person is unknown, or may
    ///   not take the step from this state or with this job.
    package func note(
        _ step: InviteStep, of person: Person, now: Date
    ) throws(JobQueueError) -> Invitee? {
        try write { tx in
            try tx.lock(.days(of: person))
            return try Self.note(step, of: person, now: now, tx)
        }
    }

    static func note(
        _ step: InviteStep, of person: Person, now: Date, _ tx: any QueueTransaction
    ) throws -> Invitee? {
        guard let invitee = try tx.invitee(person), invitee.state != .left else { return nil }
        let next: InviteState
        var columns: [(name: String, value: (any SQLConvertible)?)] = []
        switch (step, invitee.state) {
        case (.open, .created): next = .opened
        case (.handIn, .created), (.handIn, .opened), (.handIn, .retake): next = .photo
        case (.order, .created), (.order, .opened), (.order, .photo), (.order, .making),
            (.order, .choose):
            next = .making
        case (.open, _), (.handIn, _), (.order, _): return invitee
        case (.retake, .created), (.retake, .opened): return nil
        case (.retake(let reason, let words), _):
            next = .retake
            columns = [
                ("retake_reason", reason?.rawValue),
                ("retake_words", words.cleaned(atMost: longestWords)),
                ("retake_at", now.milliseconds), ("chosen", nil),
            ]
        case (.choose, .retake), (.choose, .approved): return nil
        case (.choose(let job), _):
            guard try isHeadshot(job, of: person, isNew: true, tx) else { return nil }
            next = .chosen
            columns = [("chosen", job.rawValue)]
        case (.approve(let named), _):
            guard let job = named ?? invitee.chosen,
                try isHeadshot(job, of: person, isNew: false, tx)
            else { return nil }
            next = .approved
            columns = [("chosen", job.rawValue)]
        }
        try set(next, of: person, columns, now: now, tx)
        return try tx.invitee(person)
    }

    /// Changes the state of an invited person: no other statement writes it.
    static func set(
        _ state: InviteState, of person: Person,
        _ columns: [(name: String, value: (any SQLConvertible)?)] = [], now: Date,
        _ tx: any QueueTransaction
    ) throws {
        try tx.run(
            """
            UPDATE invitee
            SET state = ?, changed_at = ?\(columns.map { ", \($0.name) = ?" }.joined())
            WHERE space = ? AND person = ?
            """,
            [state.rawValue, now.milliseconds] + columns.map(\.value) + person.arguments)
    }

    /// Whether a job made a headshot of a person.
    ///
    /// - Parameter isNew: Whether it must have been ordered since a new photo was asked for.
    private static func isHeadshot(
        _ job: JobID, of person: Person, isNew: Bool, _ tx: any QueueTransaction
    ) throws -> Bool {
        try tx.has(
            """
            job JOIN invitee ON invitee.space = job.space AND invitee.person = job.person
            WHERE job.id = ? AND job.space = ? AND job.person = ? AND job.kind = ?
                AND job.state = 'succeeded' AND job.result IS NOT NULL
                \(isNew ? "AND job.created_at >= coalesce(invitee.retake_at, 0)" : "")
            """, [job.rawValue] + person.arguments + [JobKind.headshot.rawValue])
    }

    /// In scalars: some sentences.
    private static var longestWords: Int { 400 }
}
