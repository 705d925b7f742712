import CrashPoints
import Foundation
import Ground

/// What an app learns of something that happened; thin, so that it says nothing that grows old.
private struct Announcement<Content: Encodable>: Encodable {
    let type: String
    let timestamp: Date
    let data: Content
}

/// What it learns of a job that ended.
private struct EndedJob: Encodable {
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
        let job = EndedJob(
            id: id.description, kind: kind, about: about.map(String.init),
            photo: question == nil && photo?.isEmpty == false ? photo : nil, person: person.label,
            state: state.rawValue, reason: try row.required("reason"), key: row["key"],
            charged: Charged(charges.compactMap(ChargeState.init)).rawValue)
        // Numbers that grow would be given twice after a restore, and a receiver would take the second for a repetition.
        try announce(
            "job.\(state.rawValue)", job, of: person, job: id,
            named: "\(id)_\(state.rawValue)", at: now, tx)
        CrashPoint.reach(.deliveryInserted)
    }

    /// Writes a delivery about a person, for a space whose webhook is sent something.
    ///
    /// - Parameters:
    ///   - data: What happened; never a secret, since it is stored and sent as it is.
    ///   - job: The job that it is about; `nil` for none.
    ///   - name: Differs from that of all else that happens at this time.
    package static func announce(
        _ type: String, _ data: some Encodable, of person: Person, job: JobID? = nil,
        named name: String, at now: Int64, _ tx: any QueueTransaction
    ) throws {
        let encoder = JSONEncoder.ordered
        encoder.dateEncodingStrategy = .iso8601
        let body = try encoder.encode(
            Announcement(type: type, timestamp: Date(milliseconds: now), data: data))
        try tx.run(
            """
            INSERT INTO delivery (
                id, space, job, person, type, body, state, due_at, created_at)
            VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?) ON CONFLICT (id) DO NOTHING
            """,
            [
                "msg_\(name)_\(now)", person.space.rawValue, job?.rawValue ?? 0,
                person.rawValue, type, String(decoding: body, as: UTF8.self), now, now,
            ])
    }

    /// Whether a space has a webhook that is sent something.
    package static func isListening(
        _ space: Space, _ tx: any QueueTransaction
    ) throws -> Bool {
        try tx.has(
            "space WHERE name = ? AND webhook IS NOT NULL AND webhook_refused_at IS NULL",
            [space.rawValue])
    }
}
