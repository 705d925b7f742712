import CrashPoints
import Foundation
import PromptFactory
import JobQueue

/// The folder of headshots; a file in it is never overwritten.
struct ResultStore: Sendable {
    let folder: String

    /// Saves a headshot byte for byte, then its sidecar, and returns the headshot's path.
    ///
    /// Saving the same headshot again changes nothing, so that a worker may die in between. Throws
    /// ``WorkerError/unusableFile(path:detail:)`` if no name can be had, which is this job's misfortune alone.
    func save(
        _ picture: Data, mimeType: String?, job: JobID, style: Style, sidecar: Sidecar
    ) async throws(WorkerError) -> String {
        try await FileLane.run { [self] () throws(WorkerError) in
            try HeadshotHome.makeFolder(folder)
            let suffix = Self.suffix(of: mimeType)
            for stem in Self.stems(of: "\(folder)/\(job)-\(style.name)") {
                let path = "\(stem).\(suffix)"
                do throws(WorkerError) {
                    guard try Self.isSaved(picture, at: path) else { continue }
                    CrashPoint.reach(.headshotSaved)
                    let json = JSON.text(sidecar, isPretty: true) ?? "{}"
                    try DurableFile.replace("\(stem).json", Data(json.utf8))
                    return path
                } catch .unusableFile {
                    // Something else has this name, or that of the sidecar.
                    continue
                }
            }
            throw .unusableFile(path: folder, detail: "every name for \(job) is taken")
        }
    }

    /// Saves a picture under a name that is free, or has these bytes; returns whether they are there.
    private static func isSaved(_ picture: Data, at path: String) throws(WorkerError) -> Bool {
        if try DurableFile.create(path, picture) { return true }
        // The same bytes are this headshot, saved by a worker that died before it could say so.
        return try DurableFile.read(path) == picture
    }

    /// The headshot of a job, if it was saved to its end: the sidecar comes last.
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

    /// A name, and others in case that a file which is not ours has it.
    private static func stems(of name: String) -> [String] {
        [name] + (2...99).map { "\(name)-\($0)" }
    }

    /// Removes a headshot and its sidecar; blocks.
    static func remove(_ path: String) throws(WorkerError) {
        try DurableFile.remove(path)
        let stem = URL(filePath: path).deletingPathExtension()
        try DurableFile.remove(stem.appendingPathExtension("json").path(percentEncoded: false))
    }

    private static func suffix(of mimeType: String?) -> String {
        switch mimeType {
        case "image/jpeg": "jpg"
        case "image/webp": "webp"
        default: "png"
        }
    }
}
