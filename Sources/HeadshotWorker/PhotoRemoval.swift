import CrashPoints
import JobQueue
import ObjectStore

/// Removes the photos that the queue has given up, with what was made of them.
///
/// The queue marks a photo when its last job goes. No job gets a marked photo any more, so any process can remove it
/// later, without a lock, and as often as it likes.
struct PhotoRemoval: Sendable {
    let store: JobStore
    let home: HeadshotHome

    /// Removes all marked photos; when this returns, that survives a power cut.
    func finish() async throws {
        let photos = try await store.markedPhotos()
        guard !photos.isEmpty else { return }
        // What was made of a photo goes first: without the photo, no one would look for it.
        try await home.objects.remove(photos.map(PreparedStore.key))
        CrashPoint.reach(.preparedRemoved)
        try await home.objects.remove(photos.map(PhotoStore.key))
        CrashPoint.reach(.photosRemoved)
        try await store.unmark(photos: photos)
    }
}
