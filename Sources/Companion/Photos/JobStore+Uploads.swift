import CrashPoints
package import Foundation
import HeadshotWorker
package import JobQueue

/// A photo that a person handed in, and that may be ordered from for a while.
package struct Upload: Sendable, Equatable {
    /// Its name for the person.
    package let id: String
    /// Whose it is.
    package let person: Person
    /// Its name in the store.
    package let photo: String
    /// The name that people know it by.
    package let name: String
    /// What was said of it, as JSON.
    package let verdict: String
    /// Whether the photo is gone, because its space keeps none once no job needs it.
    package let isDiscarded: Bool
    /// When it was handed in.
    package let created: Date
    package internal(set) var place = RowPlace()

    package init(
        id: String, person: Person, photo: String, name: String, verdict: String,
        isDiscarded: Bool = false, created: Date
    ) {
        self.id = id
        self.person = person
        self.photo = photo
        self.name = name
        self.verdict = verdict
        self.isDiscarded = isDiscarded
        self.created = created
    }
}

extension JobStore {
    /// Keeps an upload, whose photo is in the store; returns `false` if the person was not admitted, or leaves.
    ///
    /// One that the person has under this name already stays, and counts once.
    ///
    /// - Parameters:
    ///   - bytes: The size of the photo.
    ///   - allowance: The limits that it counts for; `nil` for none. Throws ``JobQueueError/limitReached(_:)`` beyond them.
    package func add(
        _ upload: Upload, bytes: Int = 0, within allowance: FreeAllowance? = nil
    ) throws(JobQueueError) -> Bool {
        let isKept = try write { tx in
            try tx.lock(.newPersons(of: upload.person.space))
            guard try Self.isPresent(upload.person, tx) else { return false }
            let isKept = try tx.has(
                "upload WHERE id = ? AND space = ? AND person = ?",
                [upload.id] + upload.person.arguments)
            guard !isKept else { return true }
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
            CrashPoint.reach(.uploadInserted)
            if let allowance {
                try Self.store(
                    [upload.photo: bytes], of: upload.person.space, within: allowance.limits, tx)
                try Self.use(1, of: .upload, by: upload.person, within: allowance, tx)
            }
            return true
        }
        CrashPoint.reach(.uploadWritten)
        return isKept
    }

    /// A person's upload; `nil` if the person has no such upload, or its row is damaged.
    package nonisolated func upload(
        _ id: String, of person: Person
    ) async throws(JobQueueError) -> Upload? {
        try await read { tx in
            try tx.readable("upload", id, of: person, Upload.init(row:))
        }
    }

    /// A person's uploads, the oldest first.
    ///
    /// - Parameter last: Only uploads that come after this one; `nil` for all.
    package nonisolated func uploads(
        of person: Person, after last: Upload? = nil, limit: Int
    ) async throws(JobQueueError) -> [Upload] {
        try await read { tx in
            let condition =
                last == nil ? "" : "AND (created_at, id) > (CAST(? AS BIGINT), CAST(? AS TEXT))"
            let place: [(any SQLConvertible)?] = last.map { [$0.place.time, $0.id] } ?? []
            return try tx.readable(
                """
                SELECT * FROM upload WHERE space = ? AND person = ? \(condition)
                ORDER BY created_at, id LIMIT ?
                """, person.arguments + place, limit: limit, Upload.init(row:))
        }
    }

    /// The person's jobs for which a photo is kept, the oldest first.
    package nonisolated func jobs(
        needing photo: String, of person: Person
    ) async throws(JobQueueError) -> [JobID] {
        try await read { tx in
            let numbers: [Int64] = try tx.values(
                """
                SELECT id FROM job
                WHERE space = ?1 AND person = ?2 AND space <> ''
                    AND (input = ?3 OR second_input = ?3) ORDER BY id
                """, person.arguments + [photo])
            return numbers.compactMap(JobID.init(rawValue:))
        }
    }

    /// Removes a person's upload, and marks its photo if nothing else needs it; returns whether there was one.
    package func removeUpload(_ id: String, of person: Person) throws(JobQueueError) -> Bool {
        try erase { tx in
            let photos: [String] = try tx.values(
                "DELETE FROM upload WHERE id = ? AND space = ? AND person = ? RETURNING photo",
                [id] + person.arguments)
            try Self.markUnneeded(among: photos, tx)
            return !photos.isEmpty
        }
    }

    /// Removes the uploads that were handed in before a time, and marks the photos that nothing else needs; returns how
    /// many uploads there were.
    package func removeUploads(before moment: Date) throws(JobQueueError) -> Int {
        try write { tx in
            let photos: [String] = try tx.values(
                "DELETE FROM upload WHERE created_at < ? RETURNING photo", [moment.milliseconds])
            try Self.markUnneeded(among: photos, tx)
            return photos.count
        }
    }

    /// How many uploads were handed in before a time.
    package nonisolated func uploadCount(before moment: Date) async throws(JobQueueError) -> Int {
        try await read { tx in
            try tx.count("upload WHERE created_at < ?", [moment.milliseconds])
        }
    }
}

extension Upload {
    fileprivate init(row: QueueRow) throws {
        id = try row.required("id")
        person = try row.requiredPerson()
        photo = try row.required("photo")
        name = try row.required("name")
        verdict = try row.required("verdict")
        isDiscarded = try row.required("discarded")
        created = try row.date("created_at")
        place.time = try row.required("created_at")
    }
}

extension Janitor {
    /// Removes uploads from before a time with the photos that nothing else needs; returns how many there were.
    @discardableResult
    package func removeUploads(before moment: Date) async throws -> Int {
        let count = try await store.removeUploads(before: moment)
        if count > 0 { try await finishPhotos() }
        return count
    }

    /// Removes one upload of a person with its photo, if nothing else needs it; returns whether there was one.
    package func removeUpload(_ id: String, of person: Person) async throws -> Bool {
        guard try await store.removeUpload(id, of: person) else { return false }
        try await finishPhotos()
        return true
    }
}
