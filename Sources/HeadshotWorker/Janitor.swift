import CrashPoints
public import Foundation
public import JobQueue
import ObjectStore

/// Removes old jobs, or everything of one person, with their files.
public struct Janitor: Sendable {
    let store: JobStore
    let home: HeadshotHome
    let environment: WorkerEnvironment

    /// Creates a janitor for a home.
    public init(store: JobStore, home: HeadshotHome, environment: WorkerEnvironment) {
        self.store = store
        self.home = home
        self.environment = environment
    }

    /// Removes jobs that have ended, with their photos.
    ///
    /// Headshots stay unless `withHeadshots` is set; charges always stay.
    ///
    /// A job whose file cannot be removed stays, and is reported.
    public func remove(_ jobs: [Job], withHeadshots: Bool) async throws -> Removal {
        let stuck = try await removeFiles(of: jobs, withHeadshots: withHeadshots)
        for error in stuck.values { report(error) }
        CrashPoint.reach(.jobFilesRemoved)
        let removal = try await store.remove(jobs.map(\.id).filter { stuck[$0] == nil })
        CrashPoint.reach(.rowsRemoved)
        try await photoRemoval.finish(environment.report)
        return removal
    }

    /// Removes the files of jobs; returns the jobs that have one which cannot be removed, with the errors.
    private func removeFiles(
        of jobs: [Job], withHeadshots: Bool
    ) async throws -> [JobID: StorageError] {
        do {
            try await removeAllFiles(of: jobs, withHeadshots: withHeadshots)
            return [:]
        } catch StorageError.unusable {
            // One by one, so that it keeps none of the others.
            var stuck: [JobID: StorageError] = [:]
            for job in jobs {
                do {
                    try await removeAllFiles(of: [job], withHeadshots: withHeadshots)
                } catch StorageError.unusable(let place, let detail) {
                    stuck[job.id] = .unusable(place: place, detail: detail)
                }
            }
            return stuck
        }
    }

    private func removeAllFiles(of jobs: [Job], withHeadshots: Bool) async throws {
        if withHeadshots {
            try await ResultStore.remove(jobs.compactMap { $0.result.map(home.file(at:)) })
        }
        _ = try await removeFiles(of: jobs.map(\.id), in: [home.bodies] + home.spools)
    }

    private func report(_ error: StorageError) {
        guard case .unusable(let place, let detail) = error else { return }
        environment.report(.unusableFile(path: place, detail: detail))
    }

    /// Removes every photo, headshot, prompt and row of a person, and keeps the charges' sums.
    ///
    /// While one of the person's jobs runs, nothing is changed. Waiting jobs are cancelled first. Files are removed
    /// before rows, so that an interrupted run can be repeated.
    ///
    /// - Parameter results: The place in which to look for headshots whose jobs were removed before.
    public func forget(_ person: Person, results: String) async throws -> Removal {
        let jobs = try await store.prepareToForget(person, now: environment.now())
        let running = jobs.filter { !$0.state.hasEnded }
        guard running.isEmpty else {
            throw WorkerError.personIsBusy(jobs: running.map(\.id.description))
        }
        if let error = try await removeFiles(of: jobs, withHeadshots: true).values.first {
            throw error
        }
        var removal = try await remove(jobs, withHeadshots: true)
        removal.results += try await removeFiles(
            of: store.chargedJobs(of: person),
            in: [home.resultFolder(results), home.bodies] + home.spools
        ).filter { !$0.hasSuffix(".json") }
        // Those, too, of a run that was cut short.
        let stuck = try await photoRemoval.finish(environment.report)
        let own = jobs.flatMap { [$0.input, $0.secondInput] }.compactMap(\.self)
        if let error = own.compactMap({ stuck[$0] }).first { throw error }
        _ = try await store.anonymiseCharges(of: person)
        return removal
    }

    /// Finishes what others have begun: removes photos that were given up, and all that is of persons who leave.
    ///
    /// Persons of whom a job runs wait for its end.
    ///
    /// - Parameter results: As for ``forget(_:results:)``.
    public func finish(results: String) async throws {
        try await photoRemoval.finish(environment.report)
        for person in try await store.leavingPersons() {
            do {
                _ = try await forget(person, results: results)
            } catch WorkerError.personIsBusy {
                continue
            } catch StorageError.unusable(let place, let detail) {
                // This person goes once that file can be removed; the others go now.
                environment.report(.unusableFile(path: place, detail: detail))
            }
        }
    }

    /// Removes uploads from before a time with the photos that nothing else needs; returns how many there were.
    @discardableResult
    public func removeUploads(before moment: Date) async throws -> Int {
        let count = try await store.removeUploads(before: moment)
        if count > 0 { try await photoRemoval.finish(environment.report) }
        return count
    }

    /// Removes one upload of a person with its photo, if nothing else needs it; returns whether there was one.
    public func removeUpload(_ id: String, of person: Person) async throws -> Bool {
        guard try await store.removeUpload(id, of: person) else { return false }
        try await photoRemoval.finish(environment.report)
        return true
    }

    /// Removes photos of the store that nothing needs.
    public func removePhotos(_ photos: [String]) async throws {
        _ = try await store.mark(unneeded: photos)
        try await photoRemoval.finish(environment.report)
    }

    /// Seconds: a photo that was handed in over HTTP and is not ordered within a day goes.
    public static let uploadLife: TimeInterval = 86_400

    /// The queues that restores and upgrades kept in the home; they still contain what is forgotten.
    public func keptQueues() async throws -> [String] {
        await BlockingFiles.run { [home] in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: home.root)) ?? []
            let prefixes = [QueueRestorer.replacedPrefix, JobStore.copyPrefix]
            return names.filter { name in prefixes.contains(where: name.hasPrefix) }.sorted()
                .map { "\(home.root)/\($0)" }
        }
    }

    var photoRemoval: PhotoRemoval { PhotoRemoval(store: store, home: home) }

    /// Removes what is named after jobs, and returns where it was.
    private func removeFiles(
        of jobs: [JobID], in folders: [ObjectFolder]
    ) async throws -> [String] {
        var removed: [String] = []
        for folder in folders { removed += try await folder.removeAll(of: jobs) }
        return removed
    }
}
