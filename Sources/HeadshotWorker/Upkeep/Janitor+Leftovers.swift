public import Foundation
import Ground
import JobQueue
import ObjectStore

/// Unneeded files that a crash or a refused submit left.
public struct Leftovers: Sendable, Equatable {
    /// Stored photos, by SHA-256, that no job needs.
    public var photos: [String]
    /// Where incomplete files are, and answers to jobs that are gone.
    public var temporaryFiles: [String]
}

extension Janitor {
    /// Finds unneeded files older than a time, in the home, in its store, and in the folder of headshots.
    ///
    /// - Parameter answers: The time for answers to jobs that the queue does not have, such as those that a server's queue
    ///   has forgotten; they were paid for.
    public func leftovers(
        before moment: Date, answersBefore answers: Date, results: String
    ) async throws -> Leftovers {
        let old = try await home.allPhotos().filter { $0.written < moment }
        let needed = try await store.neededPhotos(among: old.map(\.name))
        let photos = old.filter { !needed.contains($0.name) }
        let prepared = try await preparedPhotos().filter { $0.written < moment }
        var drafts: [String] = []
        for folder in [home.photos, home.spool, home.answers, results] {
            guard FileManager.default.fileExists(atPath: folder) else { continue }
            let files = FolderStore(folder: folder)
            drafts += try await files.drafts(in: "", before: moment).map { files.path(of: $0.key) }
        }
        let tried = try await ObjectFolder(objects: home.objects, prefix: "meta/").list("race-")
            .filter { $0.written < moment }
        return Leftovers(
            photos: photos.map(\.name),
            temporaryFiles: drafts + (prepared + tried).map { home.objects.locator(of: $0.key) }
                + (try await answersToNoJob(before: answers)))
    }

    /// What earlier versions kept of photos that they had prepared, in a folder that new homes do not have.
    private func preparedPhotos() async throws -> [StoredObject] {
        let folder = home.root + "/prepared"
        guard !home.keepsFiles || FileManager.default.fileExists(atPath: folder) else { return [] }
        return try await home.objects.list("prepared/")
    }

    /// Removes the photos that crashes left without a row, and incomplete files; returns how many photos there were.
    ///
    /// A server does this without being asked, so it is careful: a queue that was put back from a backup, or begun anew,
    /// does not know the photos of the queue before it, and they may be needed when that returns. So it leaves photos
    /// that are older than the queue's oldest row, all photos while the queue that a restore replaced is kept in the
    /// home, and all photos if there are more than crashes can leave. ``leftovers(before:answersBefore:results:)`` finds
    /// those.
    public func removePhotosWithoutRows(before moment: Date) async throws -> Int {
        if FileManager.default.fileExists(atPath: home.photos) {
            let files = FolderStore(folder: home.photos)
            try await files.remove(files.drafts(in: "", before: moment).map(\.key))
        }
        let isRestored = try await keptQueues().contains { path in
            (path as NSString).lastPathComponent.hasPrefix(QueueRestorer.replacedPrefix)
        }
        guard !isRestored, let oldest = try await store.oldestRow() else { return 0 }
        let old = try await home.allPhotos()
            .filter { oldest < $0.written && $0.written < moment }
        let needed = try await store.neededPhotos(among: old.map(\.name))
        let photos = old.filter { !needed.contains($0.name) }
        guard (1...Self.mostLeftByCrashes).contains(photos.count) else { return 0 }
        let marked = try await store.mark(unneeded: photos.map(\.name))
        try await photoRemoval.finish()
        return marked.count
    }

    /// As many photos as a server's connections can bring at the same time.
    private static let mostLeftByCrashes = 256

    private func answersToNoJob(before moment: Date) async throws -> [String] {
        var found: [String] = []
        for folder in [home.bodies] + home.spools {
            for object in try await folder.list() where object.written < moment {
                guard let job = JobID(String(object.name.prefix { $0 != "-" })),
                    try await store.job(job) == nil
                else { continue }
                found.append(folder.objects.locator(of: object.key))
            }
        }
        return found
    }

    /// Removes what ``leftovers(before:answersBefore:results:)`` found, except photos that a job needs by now, the locks of dead
    /// workers, and old deliveries; returns what was removed.
    public func remove(_ leftovers: Leftovers) async throws -> Leftovers {
        let photos = try await store.mark(unneeded: leftovers.photos)
        try await photoRemoval.finish(environment.report)
        let own = home.objects.locator(of: "")
        var inStore: [String] = []
        for file in leftovers.temporaryFiles {
            if file.hasPrefix(own) {
                inStore.append(String(file.dropFirst(own.count)))
            } else {
                // A draft in a folder of headshots elsewhere.
                let name = (file as NSString).lastPathComponent
                try await FolderStore(folder: file.parentFolder).remove([name])
            }
        }
        try await home.objects.remove(inStore)
        try await store.removeOldDeliveries(now: environment.now())
        try await OrphanRecovery(store: store, home: home).sweep()
        return Leftovers(photos: photos, temporaryFiles: leftovers.temporaryFiles)
    }
}
