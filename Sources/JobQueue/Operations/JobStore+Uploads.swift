public import Foundation

/// A photo that a person handed in, and that may be ordered from for a while.
public struct Upload: Sendable, Equatable {
    /// Its name for the person.
    public let id: String
    /// Whose it is.
    public let person: Person
    /// Its name in the store.
    public let photo: String
    /// The name that people know it by.
    public let name: String
    /// What was said of it, as JSON.
    public let verdict: String
    /// When it was handed in.
    public let created: Date

    /// Describes an upload.
    public init(
        id: String, person: Person, photo: String, name: String, verdict: String, created: Date
    ) {
        self.id = id
        self.person = person
        self.photo = photo
        self.name = name
        self.verdict = verdict
        self.created = created
    }
}

extension JobStore {
    /// Keeps an upload, whose photo is in the store.
    public func add(_ upload: Upload) throws(JobQueueError) {
        _ = try write { tx in
            try tx.run(
                """
                INSERT INTO upload (id, space, person, photo, name, verdict, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    upload.id, upload.person.space.rawValue, upload.person.rawValue, upload.photo,
                    upload.name.cleaned(atMost: LongestWords.name), upload.verdict,
                    upload.created.milliseconds,
                ])
        }
    }

    /// A person's upload; `nil` if there is none, also if it is another's.
    public nonisolated func upload(
        _ id: String, of person: Person
    ) async throws(JobQueueError) -> Upload? {
        try await read { tx in
            try tx.row(
                "SELECT * FROM upload WHERE id = ? AND space = ? AND person = ?",
                [id] + person.arguments
            ).map(Upload.init(row:))
        }
    }

    /// Removes a person's upload, and marks its photo if nothing else needs it; returns whether there was one.
    public func removeUpload(_ id: String, of person: Person) throws(JobQueueError) -> Bool {
        try write { tx in
            try Self.removed(
                tx.values(
                    "DELETE FROM upload WHERE id = ? AND space = ? AND person = ? RETURNING photo",
                    [id] + person.arguments), tx)
        }
    }

    /// Removes all uploads of a person, as ``removeUpload(_:of:)`` does.
    public func removeUploads(of person: Person) throws(JobQueueError) -> Bool {
        try write { tx in
            try Self.removed(
                tx.values(
                    "DELETE FROM upload WHERE space = ? AND person = ? RETURNING photo",
                    person.arguments), tx)
        }
    }

    /// Removes the uploads that were handed in before a time, as ``removeUpload(_:of:)`` does.
    public func removeUploads(before moment: Date) throws(JobQueueError) -> Bool {
        try write { tx in
            try Self.removed(
                tx.values(
                    "DELETE FROM upload WHERE created_at < ? RETURNING photo",
                    [moment.milliseconds]), tx)
        }
    }

    private static func removed(_ photos: [String], _ tx: any QueueTransaction) throws -> Bool {
        _ = try markUnneeded(among: photos, tx)
        return !photos.isEmpty
    }
}

extension Upload {
    fileprivate init(row: QueueRow) throws {
        id = try row.required("id")
        guard let person = try row.person() else {
            throw JobQueueError.corrupt(path: "queue.sqlite", detail: "column person")
        }
        self.person = person
        photo = try row.required("photo")
        name = try row.required("name")
        verdict = try row.required("verdict")
        created = try row.date("created_at")
    }
}
