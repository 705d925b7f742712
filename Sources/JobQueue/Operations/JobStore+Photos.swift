import Foundation

extension JobStore {
    /// Marks the photos among some that no job needs, so that they can be removed, and returns them.
    public func mark(unneeded photos: [String]) throws(JobQueueError) -> [String] {
        try write { tx in try Self.markUnneeded(among: photos, tx) }
    }

    /// The photos that are marked; they belong to no job, and no job gets them.
    public func markedPhotos() async throws(JobQueueError) -> [String] {
        let marked: [String] = try await read { tx in
            try tx.values("SELECT photo FROM removal ORDER BY photo")
        }
        guard !marked.isEmpty else { return marked }
        return try write { tx in
            // On a server, a job may have been queued while the last one before it ended: neither saw the other. Who queues
            // jobs holds this lock until that is seen.
            try tx.lock(.numbers)
            try tx.run(
                """
                DELETE FROM removal WHERE photo IN (
                    SELECT photo FROM loan
                    UNION ALL SELECT input FROM job WHERE \(isOpenSQL)
                    UNION ALL SELECT second_input FROM job WHERE \(isOpenSQL))
                """)
            return try tx.values("SELECT photo FROM removal ORDER BY photo")
        }
    }

    /// Takes the marks off photos that have been removed.
    public func unmark(photos: [String]) throws(JobQueueError) {
        try write { tx in
            for photo in photos { try tx.run("DELETE FROM removal WHERE photo = ?", [photo]) }
            try Self.unstore(photos, tx)
        }
    }

    /// One look through all jobs, however many photos there are.
    @discardableResult
    package static func markUnneeded(
        among photos: [String], _ tx: any QueueTransaction
    ) throws -> [String] {
        guard !photos.isEmpty else { return [] }
        let wanted = try JSONEncoder().encode(photos)
        let needed: [String] = try tx.values(
            tx.dialect.needed, [String(decoding: wanted, as: UTF8.self)])
        let unneeded = Set(photos).subtracting(needed).sorted()
        for photo in unneeded {
            try tx.run("INSERT INTO removal (photo) VALUES (?) ON CONFLICT DO NOTHING", [photo])
        }
        return unneeded
    }

    /// Whether a photo is marked.
    static func isMarked(_ photo: String, _ tx: any QueueTransaction) throws -> Bool {
        try tx.has("removal WHERE photo = ?", [photo])
    }
}
