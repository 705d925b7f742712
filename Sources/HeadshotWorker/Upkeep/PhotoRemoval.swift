import CrashPoints
import JobQueue
import ObjectStore

/// Removes the photos that the queue has given up.
///
/// The queue marks a photo when its last job goes. No job gets a marked photo any more, so any process can remove it
/// later, without a lock, and as often as it likes.
struct PhotoRemoval: Sendable {
    let store: JobStore
    let home: HeadshotHome

    /// Removes all marked photos; when this returns, that survives a power cut.
    ///
    /// A photo whose file cannot be removed keeps its mark, and is tried again the next time. A name that leads to no photo,
    /// from a row that others wrote, is reported and loses its mark: there is nothing to remove.
    ///
    /// - Parameter report: Called for each such file.
    /// - Returns: The photos that could not be removed, with the errors.
    @discardableResult
    func finish(
        _ report: @Sendable (WorkerEvent) -> Void = { _ in }
    ) async throws -> [String: StorageError] {
        let marked = try await store.markedPhotos()
        guard !marked.isEmpty else { return [:] }
        let photos = marked.filter(PhotoStore.isFileName)
        for strange in marked where !PhotoStore.isFileName(strange) {
            report(.unusableFile(path: strange, detail: PhotoStore.strangeName))
        }
        let stuck = try await photos.removed(remove)
        for photo in photos {
            guard case .unusable(let path, let detail)? = stuck[photo] else { continue }
            report(.unusableFile(path: "\(path)", detail: detail))
        }
        try await store.unmark(photos: marked.filter { stuck[$0] == nil })
        return stuck
    }

    private func remove(_ photos: [String]) async throws {
        try await home.objects.remove(photos.map(PhotoStore.key))
        CrashPoint.reach(.photosRemoved)
    }
}

extension Array where Element: Hashable {
    /// Has something removed for all elements at once, or for one after another if one of them has a file that cannot be
    /// removed, so that it keeps none of the others; returns the errors.
    func removed(
        _ remove: ([Element]) async throws -> Void
    ) async throws -> [Element: StorageError] {
        var stuck: [Element: StorageError] = [:]
        do {
            try await remove(self)
        } catch StorageError.unusable {
            for element in self {
                do {
                    try await remove([element])
                } catch StorageError.unusable(let place, let detail) {
                    stuck[element] = .unusable(place: place, detail: detail)
                }
            }
        }
        return stuck
    }
}
