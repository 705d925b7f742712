import CrashPoints
import Foundation
import JobQueue
import ObjectStore

/// The place of results; an object of it is never overwritten.
struct ResultStore: Sendable {
    private let folder: ObjectFolder
    private let locator: String

    /// Names the results of a home that are at a place.
    init(at locator: String, of home: HeadshotHome) {
        folder = home.resultFolder(locator)
        self.locator = locator
    }

    /// Saves what a job made byte for byte, then the files beside it, and returns the locator of the first.
    ///
    /// Saving the same again changes nothing, so that a worker may die in between. Throws
    /// ``StorageError/unusable(place:detail:)`` if no name is free, which ends this job alone.
    func save(_ product: Product, of job: JobID) async throws(StorageError) -> String {
        let objects = folder.objects
        try await objects.prepare(folder.prefix)
        for stem in Self.stems(of: "\(folder.prefix)\(job)-\(product.name)") {
            let key = "\(stem).\(product.suffix)"
            do throws(StorageError) {
                guard try await isSaved(product.bytes, as: key) else { continue }
                CrashPoint.reach(.headshotSaved)
                for suffix in product.beside.keys.sorted() {
                    guard let bytes = product.beside[suffix] else { continue }
                    try await objects.replace("\(stem).\(suffix)", bytes)
                }
                return objects.locator(of: key)
            } catch .unusable {
                // Something else has this name, or that of a file beside it.
                continue
            } catch {
                throw error
            }
        }
        throw .unusable(place: locator, detail: "every name for \(job) is taken")
    }

    /// Saves bytes under a name that is free, or has these bytes; returns whether they are there.
    private func isSaved(_ bytes: Data, as key: String) async throws(StorageError) -> Bool {
        if try await folder.objects.create(key, bytes) { return true }
        // The same bytes are this job's, saved by a worker that died before it could say so.
        return try await folder.objects.read(key) == bytes
    }

    /// The key of a job's headshot, if it was saved to its end: the sidecar comes last.
    func headshot(of job: JobID) async throws(StorageError) -> String? {
        let keys = Set(try await folder.list("\(job)-").map(\.key))
        return keys.sorted().first { key in
            !key.hasSuffix(".json")
                && keys.contains("\((key as NSString).deletingPathExtension).json")
        }
    }

    /// Makes a job that a restore parked succeed, if its headshot is there; returns whether it does.
    func keepHeadshot(of job: JobID, in store: JobStore, now: Date) async throws -> Bool {
        guard let headshot = try await headshot(of: job) else { return false }
        return try await store.keepResult(
            at: folder.objects.locator(of: headshot), try await outcome(beside: headshot), of: job,
            now: now)
    }

    /// What is known of a headshot by its sidecar, as JSON for the row.
    private func outcome(beside headshot: String) async throws(StorageError) -> String {
        let key = "\((headshot as NSString).deletingPathExtension).json"
        do throws(StorageError) {
            guard let bytes = try await folder.objects.read(key),
                let sidecar = JSON.value(
                    Sidecar.self, from: String(decoding: bytes, as: UTF8.self))
            else { return "{}" }
            return JSON.text(["findings": sidecar.headshotFindings]) ?? "{}"
        } catch .unusable {
            // The headshot is there, and that is what counts.
            return "{}"
        } catch {
            throw error
        }
    }

    /// A name, and alternatives in case a file that is not ours has it.
    private static func stems(of name: String) -> [String] {
        [name] + (2...99).map { "\(name)-\($0)" }
    }

    /// Removes results with the files beside them.
    static func remove(_ files: [KeptFile]) async throws(StorageError) {
        let all = files.flatMap { file in [file] + ["json", "html"].map(file.beside) }
        for (objects, keys) in try KeptFile.keys(of: all) { try await objects.remove(keys) }
    }
}
