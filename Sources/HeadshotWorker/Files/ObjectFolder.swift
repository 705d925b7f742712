import Foundation
import Ground
import JobQueue
import ObjectStore

/// The objects of a store whose keys begin alike, by the rest of their keys.
struct ObjectFolder: Sendable {
    let objects: any ObjectStore
    /// How the keys begin, with a slash at its end; empty for the whole store.
    let prefix: String

    /// The objects whose names begin so; none if there is no such folder.
    func list(_ beginning: String = "") async throws(StorageError) -> [StoredObject] {
        await isMissing() ? [] : try await objects.list(prefix + beginning)
    }

    /// Whether this machine has no such folder.
    func isMissing() async -> Bool {
        let folder = objects.locator(of: prefix)
        return await BlockingFiles.run {
            folder.hasPrefix("/") && !FileManager.default.fileExists(atPath: folder)
        }
    }

    /// The objects whose names begin with jobs' names.
    func files(of jobs: [JobID]) async throws(StorageError) -> [StoredObject] {
        let names = Set(jobs.map(\.description))
        let beginnings = names.count <= objects.fewLists ? names.sorted().map { "\($0)-" } : [""]
        var found: [StoredObject] = []
        for beginning in beginnings {
            found += try await list(beginning).filter { object in
                names.contains(String(object.name.prefix { $0 != "-" }))
            }
        }
        return found
    }

    /// Removes the objects whose names begin with jobs' names, and returns their locators.
    ///
    /// Neither these nor objects that were removed before and not lastingly come back with a power cut.
    func removeAll(of jobs: [JobID]) async throws(StorageError) -> [String] {
        let keys = try await files(of: jobs).map(\.key)
        try await objects.remove(keys)
        try await objects.syncRemovals(from: prefix)
        return keys.map(objects.locator(of:))
    }
}

extension HeadshotHome {
    /// The bodies that are kept for inspection.
    var bodies: ObjectFolder { ObjectFolder(objects: objects, prefix: "answers/") }

    /// The answers that are not saved yet, wherever they are.
    var spools: [ObjectFolder] {
        ([objects] + (spare.map { [$0] } ?? [])).map { ObjectFolder(objects: $0, prefix: "spool/") }
    }

    /// A place of results, as settings name it.
    ///
    /// - Parameter locator: A folder, or ``results``.
    func resultFolder(_ locator: String) -> ObjectFolder {
        locator == results
            ? ObjectFolder(objects: objects, prefix: "results/")
            : ObjectFolder(objects: FolderStore(folder: locator), prefix: "")
    }
}
