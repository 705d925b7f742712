import CrashPoints
import Foundation
public import JobQueue
public import ObjectStore

/// The places of results: the one that settings name, and the one in the home; an object of them is never overwritten.
public struct ResultStore: Sendable {
    /// The first is the one that settings name.
    private let folders: [ObjectFolder]
    private let locator: String

    private var folder: ObjectFolder { folders[0] }

    /// Names the results of a home that are at a place.
    ///
    /// - Parameter locator: A folder, or ``HeadshotHome/results``.
    public init(at locator: String, of home: HeadshotHome) {
        self.locator = locator
        let places = locator == home.results ? [locator] : [locator, home.results]
        folders = places.map(home.resultFolder)
    }

    /// Saves what a job made byte for byte, then the files beside it, and returns the first.
    ///
    /// Saving the same again changes nothing, so that a worker may die in between. Throws
    /// ``StorageError/unusable(place:detail:)`` if no name is free, which ends this job alone.
    ///
    /// - Parameter storedBytes: How many bytes of it count for the storage of the job's space.
    func save(
        _ product: Product, of job: JobID, storedBytes: Int = 0
    ) async throws(StorageError) -> SavedResult {
        let objects = folder.objects
        try await objects.prepare(folder.prefix)
        let beginning = folder.prefix + SavedResult.beginning(of: job)
        for ending in Self.stems(of: product.name) {
            let stem = beginning + ending
            let key = "\(stem).\(product.suffix)"
            do throws(StorageError) {
                guard try await isSaved(product.bytes, as: key) else { continue }
                CrashPoint.reach(.headshotSaved)
                for suffix in product.beside.keys.sorted() {
                    guard let bytes = product.beside[suffix] else { continue }
                    try await objects.replace("\(stem).\(suffix)", bytes)
                }
                return SavedResult(
                    ending: "\(ending).\(product.suffix)",
                    digest: await PhotoStore.digest(of: product.bytes), storedBytes: storedBytes)
            } catch .unusable {
                // Something else has this name, or that of a file beside it.
                continue
            }
        }
        throw .unusable(
            place: objects.place(of: beginning), detail: "every name for \(job) is taken")
    }

    /// Saves bytes under a name that is free, or has these bytes; returns whether they are there.
    private func isSaved(_ bytes: Data, as key: String) async throws(StorageError) -> Bool {
        if try await folder.objects.create(key, bytes) { return true }
        // The same bytes are this job's, saved by a worker that died before it could say so.
        return try await folder.objects.read(key) == bytes
    }

    /// The file of a job's row, wherever it is; where it should be, if it is nowhere.
    ///
    /// It is `nil` for a job that made none.
    public func file(of job: Job) async throws(StorageError) -> KeptFile? {
        guard let name = job.result else { return nil }
        guard SavedResult.isName(name, of: job.id) else {
            return KeptFile(strange: name, in: folder.objects)
        }
        let files = folders.map { folder in
            KeptFile(folder.prefix + name, in: folder.objects, digest: job.resultDigest)
        }
        // Most have one place, where there is nothing to choose.
        guard files.count > 1 else { return files[0] }
        for file in files where try await file.isThere() { return file }
        return files[0]
    }

    /// A job's headshot, if it was saved to its end: the sidecar comes last.
    func headshot(of job: JobID) async throws(StorageError) -> KeptFile? {
        let keys = Set(try await folder.list(SavedResult.beginning(of: job)).map(\.key))
        let headshot = keys.sorted().first { key in
            !key.hasSuffix(".json")
                && keys.contains("\((key as NSString).deletingPathExtension).json")
        }
        return headshot.map { KeptFile($0, in: folder.objects) }
    }

    /// Makes a job that a restore parked succeed, if its headshot is there; returns whether it does.
    func keepHeadshot(of job: JobID, in store: JobStore, now: Date) async throws -> Bool {
        guard let headshot = try await headshot(of: job) else { return false }
        // Anything else at its place is not a headshot.
        guard let bytes = try await headshot.readIfWhole() else { return false }
        let result = SavedResult(
            ending: String(headshot.name.dropFirst(SavedResult.beginning(of: job).count)),
            digest: await PhotoStore.digest(of: bytes))
        return try await store.keep(result, outcome(beside: headshot), of: job, now: now)
    }

    /// What is known of a headshot by its sidecar, as JSON for the row.
    private func outcome(beside headshot: KeptFile) async throws(StorageError) -> String {
        // Without one that can be read, the headshot is there, and that is what counts.
        guard let bytes = try await headshot.beside("json").readIfWhole(),
            let sidecar = JSON.value(Sidecar.self, from: String(decoding: bytes, as: UTF8.self))
        else { return "{}" }
        return JSON.text(["findings": sidecar.headshotFindings]) ?? "{}"
    }

    func names(of jobs: [JobID]) async throws(StorageError) -> Set<String> {
        var names: Set<String> = []
        for folder in folders { names.formUnion(try await folder.files(of: jobs).map(\.name)) }
        return names
    }

    /// Throws ``StorageError/unavailable(place:detail:)`` if the folder that settings name is missing.
    ///
    /// It may have been renamed, or be on a disk that is not mounted: what is in it cannot be removed now.
    func mustBeThere() async throws(StorageError) {
        guard await folder.isMissing() else { return }
        throw .unavailable(
            place: .file(locator),
            detail: """
                the folder of headshots is missing, so nothing was removed; put it back, or make an empty one if its \
                files are lost
                """)
    }

    /// Removes all that lies under jobs' names, whatever their rows say; returns where it was.
    func removeAll(of jobs: [JobID]) async throws(StorageError) -> [String] {
        var removed: [String] = []
        for folder in folders { removed += try await folder.removeAll(of: jobs) }
        return removed
    }

    /// Where a job's file should be; `nil` for a job that made none.
    func place(of job: Job) -> String? {
        job.result.map { folder.objects.locator(of: folder.prefix + $0) }
    }

    /// A name, and alternatives in case a file that is not ours has it.
    private static func stems(of name: String) -> [String] {
        [name] + (2...99).map { "\(name)-\($0)" }
    }
}
