import CrashPoints
public import Foundation
import JobQueue

/// Unneeded files that a crash or a refused submit left.
public struct Leftovers: Sendable, Equatable {
    /// Stored photos, by SHA-256, that no job needs.
    public var photos: [String]
    /// The paths of incomplete files, and of files made of photos that are gone.
    public var temporaryFiles: [String]
}

extension Janitor {
    /// Finds unneeded files older than a time, in the home and in the folder of headshots.
    public func leftovers(before moment: Date, results: String) async throws -> Leftovers {
        let needed = try await store.neededPhotos()
        let photos = try await FileLane.run { [home] () throws(WorkerError) in
            try PhotoStore(home: home).names().filter { name in
                !needed.contains(name) && Self.isOlder("\(home.photos)/\(name)", than: moment)
            }
        }
        let temporaryFiles = try await FileLane.run { [home] () throws(WorkerError) in
            let stored = Set(try PhotoStore(home: home).names())
            // Made of a photo that is gone, so useless.
            let prepared = Self.files(in: home.prepared, before: moment) { !stored.contains($0) }
            return [home.photos, home.spool, home.answers, results].flatMap { folder in
                Self.files(in: folder, before: moment) {
                    $0.hasPrefix(DurableFile.temporaryPrefix)
                }
            } + prepared
        }
        return Leftovers(photos: photos, temporaryFiles: temporaryFiles)
    }

    /// Removes what ``leftovers(before:results:)`` found, except photos that a job needs by now, and the locks of dead
    /// workers; returns what was removed.
    public func remove(_ leftovers: Leftovers) async throws -> Leftovers {
        let (store, prepared) = (PhotoStore(home: home), PreparedStore(home: home))
        let photos = try await self.store.removeUnneeded(photos: leftovers.photos) {
            try prepared.remove($0)
            try store.remove($0)
            CrashPoint.reach(.leftoverRemoved)
        }
        try await FileLane.run { () throws(WorkerError) in
            for file in leftovers.temporaryFiles { try DurableFile.remove(file) }
        }
        try await OrphanRecovery(store: self.store, home: home).sweep()
        return Leftovers(photos: photos, temporaryFiles: leftovers.temporaryFiles)
    }

    /// The paths of a folder's files that were last written before a time.
    static func files(
        in folder: String, before moment: Date, where isLeftover: (String) -> Bool
    ) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter(isLeftover).sorted()
            .map { "\(folder)/\($0)" }.filter { isOlder($0, than: moment) }
    }

    /// Whether a file was last written before a time; `false` if it is gone.
    private static func isOlder(_ path: String, than moment: Date) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.modificationDate].flatMap { $0 as? Date }.map { $0 < moment } ?? false
    }
}
