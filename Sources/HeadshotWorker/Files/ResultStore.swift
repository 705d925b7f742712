import CrashPoints
import Foundation
import JobQueue
import ObjectStore

/// The folder of results; a file in it is never overwritten.
struct ResultStore: Sendable {
    private let objects: FolderStore

    /// Names the results of a folder.
    init(folder: String) {
        objects = FolderStore(folder: folder)
    }

    /// Saves what a job made byte for byte, then the files beside it, and returns the path of the first.
    ///
    /// Saving the same again changes nothing, so that a worker may die in between. Throws
    /// ``StorageError/unusable(place:detail:)`` if no name is free, which ends this job alone.
    func save(_ product: Product, of job: JobID) async throws(StorageError) -> String {
        try await objects.makeFolder()
        for stem in Self.stems(of: "\(job)-\(product.name)") {
            let key = "\(stem).\(product.suffix)"
            do throws(StorageError) {
                guard try await isSaved(product.bytes, as: key) else { continue }
                CrashPoint.reach(.headshotSaved)
                for suffix in product.beside.keys.sorted() {
                    guard let bytes = product.beside[suffix] else { continue }
                    try await objects.replace("\(stem).\(suffix)", bytes)
                }
                return objects.path(of: key)
            } catch .unusable {
                // Something else has this name, or that of a file beside it.
                continue
            } catch {
                throw error
            }
        }
        throw .unusable(place: objects.folder, detail: "every name for \(job) is taken")
    }

    /// Saves bytes under a name that is free, or has these bytes; returns whether they are there.
    private func isSaved(_ bytes: Data, as key: String) async throws(StorageError) -> Bool {
        if try await objects.create(key, bytes) { return true }
        // The same bytes are this job's, saved by a worker that died before it could say so.
        return try await objects.read(key) == bytes
    }

    /// The headshot of a job, if it was saved to its end: the sidecar comes last.
    func headshot(of job: JobID) async -> String? {
        let objects = (try? await self.objects.list("\(job)-")) ?? []
        let keys = Set(objects.map(\.key))
        return keys.sorted().first { key in
            !key.hasSuffix(".json") && keys.contains("\(Self.stem(of: key)).json")
        }.map(self.objects.path(of:))
    }

    /// A name, and alternatives in case a file that is not ours has it.
    private static func stems(of name: String) -> [String] {
        [name] + (2...99).map { "\(name)-\($0)" }
    }

    private static func stem(of path: String) -> String {
        (path as NSString).deletingPathExtension
    }

    /// Removes results by their paths, with the files beside them.
    static func remove(_ paths: [String]) async throws(StorageError) {
        for (folder, paths) in Dictionary(grouping: paths, by: DurableFile.folder(of:)) {
            let names = paths.flatMap { path -> [String] in
                let name = (path as NSString).lastPathComponent
                return [name] + ["json", "html"].map { "\(stem(of: name)).\($0)" }
            }
            try await FolderStore(folder: folder).remove(names)
        }
    }
}
