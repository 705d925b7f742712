import HeadshotWorker
import Setup

extension Session {
    /// Keeps photos that a row of the queue names already.
    ///
    /// The row comes first, so that a crash leaves no photo without a row. If the photos cannot be kept, the row goes, and
    /// if the row has gone meanwhile, because its person leaves, the photos go.
    ///
    /// - Parameters:
    ///   - photos: The photos, by their names in the store.
    ///   - isNamed: Returns whether the row is still there.
    ///   - removeRow: Removes it.
    func keep(
        _ photos: [(name: String, intake: PhotoIntake)], isNamed: () async throws -> Bool,
        removeRow: () async throws -> Void
    ) async throws {
        do {
            for photo in photos { try await photo.intake.keep(as: photo.name) }
        } catch {
            // The first failure is the one to report.
            try? await removeRow()
            throw error
        }
        guard !photos.isEmpty, try await !isNamed() else { return }
        try await janitor.removePhotos(photos.map(\.name))
        throw Refusal.leaving
    }
}
