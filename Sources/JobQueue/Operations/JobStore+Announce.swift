import CrashPoints
import Foundation
import Ground

/// What an app learns of a job that ended; thin, so that it says nothing that grows old.
private struct Announcement: Encodable {
    let type: String
    let timestamp: Date
    let data: Job

    struct Job: Encodable {
        let id: String
        let kind: String
        /// What a text is about, by the name that the app gave it, as `m-1` of a moment.
        let about: String?
        /// The photo that was handed in, as orders name it.
        let photo: String?
        let person: String
        let state: String
        let reason: String
        let key: String?
        let charged: String

        enum CodingKeys: String, CodingKey {
            case id, kind, about, person, state, reason, key, charged
            case photo = "photo_id"
        }
    }
}

/// Whether a job was charged, as far as it is known.
public enum Charged: String, Sendable {
    case yes, no
    /// A request may have been charged.
    case unknown

    /// Sums up the charges of a job; a free one adds nothing.
    public init(_ charges: some Sequence<ChargeState>) {
        self =
            charges.contains(.paid) ? .yes : charges.allSatisfy { $0 == .free } ? .no : .unknown
    }
}

extension JobStore {
    /// Writes a delivery for a job that this transaction has ended, if its space has a webhook.
    ///
    /// Called last, once its charge is settled. A space without a webhook, and the command line's own, costs a look.
    static func announceEnd(of id: JobID, at now: Int64, _ tx: any QueueTransaction) throws {
        let row = try tx.row(
            """
            SELECT job.space, job.person, job.state, job.reason, job.key, job.kind, job.input,
                (SELECT asked.key FROM asked WHERE asked.job = job.id AND asked.forgotten = 0)
                    AS question
            FROM job JOIN space ON space.name = job.space
            WHERE job.id = ? AND space.webhook IS NOT NULL AND space.webhook_refused_at IS NULL
            """, [id.rawValue])
        guard let row, let person = try row.person() else { return }
        let state = try row.required("state", JobState.init)
        let kind: String = try row.required("kind")
        // A question is named after its kind and what it is about.
        let question: String? = row["question"]
        let about = question.flatMap {
            $0.hasPrefix("\(kind)/") ? $0.dropFirst(kind.count + 1) : nil
        }
        // A text looks at a frame that no one can order from.
        let photo = (row["input"] as String?).map(PhotoName.submit)
        let charges: [String] = try tx.values(
            "SELECT state FROM charge WHERE job = ?", [id.rawValue])
        let announcement = Announcement(
            type: "job.\(state.rawValue)", timestamp: Date(milliseconds: now),
            data: Announcement.Job(
                id: id.description, kind: kind, about: about.map(String.init),
                photo: question == nil && photo?.isEmpty == false ? photo : nil,
                person: person.label, state: state.rawValue,
                reason: try row.required("reason"), key: row["key"],
                charged: Charged(charges.compactMap(ChargeState.init)).rawValue))
        let encoder = JSONEncoder.ordered
        encoder.dateEncodingStrategy = .iso8601
        let body = String(decoding: try encoder.encode(announcement), as: UTF8.self)
        // Numbers that grow would be given twice after a restore, and a receiver would take the second for a repetition.
        let name = "msg_\(id)_\(state.rawValue)_\(now)"
        try tx.run(
            """
            INSERT INTO delivery (
                id, space, job, person, type, body, state, due_at, created_at)
            VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?) ON CONFLICT (id) DO NOTHING
            """,
            [
                name, person.space.rawValue, id.rawValue, person.rawValue, announcement.type, body,
                now, now,
            ])
        CrashPoint.reach(.deliveryInserted)
    }
}
