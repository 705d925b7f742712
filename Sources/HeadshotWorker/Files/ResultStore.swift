import CrashPoints
import Foundation
import JobQueue

/// The folder of results; a file in it is never overwritten.
struct ResultStore: Sendable {
    let folder: String

    /// Saves what a job made byte for byte, then the files beside it, and returns the path of the first.
    ///
    /// Saving the same again changes nothing, so a worker may die in between. Throws
    /// ``WorkerError/unusableFile(path:detail:)``, which ends only this job, if no name is free.
    func save(_ product: Product, of job: JobID) async throws(WorkerError) -> String {
        try await FileLane.run { [self] () throws(WorkerError) in
            try HeadshotHome.makeFolder(folder)
            for stem in Self.stems(of: "\(folder)/\(job)-\(product.name)") {
                let path = "\(stem).\(product.suffix)"
                do throws(WorkerError) {
                    guard try Self.isSaved(product.bytes, at: path) else { continue }
                    CrashPoint.reach(.headshotSaved)
                    for suffix in product.beside.keys.sorted() {
                        guard let bytes = product.beside[suffix] else { continue }
                        try DurableFile.replace("\(stem).\(suffix)", bytes)
                    }
                    return path
                } catch .unusableFile {
                    // Another file has this name, or that of a file beside it.
                    continue
                }
            }
            throw .unusableFile(path: folder, detail: "every name for \(job) is taken")
        }
    }

    /// Saves bytes under a name that is free or already has these bytes; returns whether they are there.
    private static func isSaved(_ bytes: Data, at path: String) throws(WorkerError) -> Bool {
        if try DurableFile.create(path, bytes) { return true }
        // The same bytes are this job's, saved by a worker that died before it ended the job.
        return try DurableFile.read(path) == bytes
    }

    /// The headshot of a job, if it was saved completely: the sidecar comes last.
    func headshot(of job: JobID) async throws(WorkerError) -> String? {
        try await FileLane.run { [folder] () throws(WorkerError) in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            let paths = names.sorted().filter { $0.hasPrefix("\(job)-") && !$0.hasSuffix(".json") }
                .map { URL(filePath: "\(folder)/\($0)") }
            return paths.first { path in
                let sidecar = path.deletingPathExtension().appendingPathExtension("json")
                return FileManager.default.fileExists(atPath: sidecar.path(percentEncoded: false))
            }?.path(percentEncoded: false)
        }
    }

    /// A name, and alternatives in case a file that is not ours has it.
    private static func stems(of name: String) -> [String] {
        [name] + (2...99).map { "\(name)-\($0)" }
    }

    /// Removes a result and the files beside it; blocks.
    static func remove(_ path: String) throws(WorkerError) {
        try DurableFile.remove(path)
        let stem = URL(filePath: path).deletingPathExtension()
        for suffix in ["json", "html"] {
            try DurableFile.remove(stem.appendingPathExtension(suffix).path(percentEncoded: false))
        }
    }
}
