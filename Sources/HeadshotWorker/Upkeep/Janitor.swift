import CrashPoints
public import Foundation
import Ground
public import JobQueue
import ObjectStore

/// Removes old jobs, or everything of one person, with their files.
public struct Janitor: Sendable {
    package let store: JobStore
    let home: HeadshotHome
    let environment: WorkerEnvironment

    /// Creates a janitor for a home.
    public init(store: JobStore, home: HeadshotHome, environment: WorkerEnvironment) {
        self.store = store
        self.home = home
        self.environment = environment
    }

    /// Removes jobs that have ended, with their photos; charges always stay.
    ///
    /// A job whose file cannot be removed stays, and is reported.
    ///
    /// - Parameter results: The place of headshots, to remove those of the jobs; `nil` if they stay.
    public func remove(_ jobs: [Job], withHeadshotsIn results: String?) async throws -> Removal {
        let files = try await removeFiles(of: jobs, results)
        for error in files.stuck.values { report(error) }
        return try await removeRows(of: jobs, files)
    }

    /// What became of the files of jobs.
    private struct RemovedFiles {
        /// Where the headshots were.
        var results: [JobID: String] = [:]
        /// Where headshots should have been that were nowhere.
        var missing: [JobID: String] = [:]
        /// The jobs that have a file which cannot be removed, with the errors.
        var stuck: [JobID: StorageError] = [:]
    }

    /// Removes the rows of jobs whose files are gone.
    private func removeRows(of jobs: [Job], _ files: RemovedFiles) async throws -> Removal {
        CrashPoint.reach(.jobFilesRemoved)
        let free = jobs.map(\.id).filter { files.stuck[$0] == nil }
        var removal = try await store.remove(free)
        removal.results = free.compactMap { files.results[$0] }
        removal.missing = free.compactMap { files.missing[$0] }
        CrashPoint.reach(.rowsRemoved)
        try await photoRemoval.finish(environment.report)
        return removal
    }

    /// Removes the files of jobs, and says what was not there.
    ///
    /// It looks for files by the jobs' ids, in the home and in the place of headshots that settings name: a row leads to none.
    private func removeFiles(of jobs: [Job], _ place: String?) async throws -> RemovedFiles {
        var files = RemovedFiles()
        let results = place.map { ResultStore(at: $0, of: home) }
        if let results { files = try await found(jobs, in: results) }
        // A process that goes on after a crash does not miss what was removed before.
        try await store.giveUpResults(of: files.results.keys.sorted())
        do {
            try await removeFiles(of: jobs.map(\.id), results)
        } catch StorageError.unusable {
            // One by one, so that it keeps none of the others.
            for job in jobs {
                do {
                    try await removeFiles(of: [job.id], results)
                } catch StorageError.unusable(let place, let detail) {
                    files.stuck[job.id] = .unusable(place: place, detail: detail)
                }
            }
        }
        return files
    }

    /// Which headshots are at their places.
    private func found(_ jobs: [Job], in results: ResultStore) async throws -> RemovedFiles {
        var files = RemovedFiles()
        let names = try await results.names(of: jobs.map(\.id))
        for job in jobs {
            guard let name = job.result, let place = results.place(of: job) else { continue }
            if names.contains(name) {
                files.results[job.id] = place
            } else {
                files.missing[job.id] = place
            }
        }
        return files
    }

    private func removeFiles(of jobs: [JobID], _ results: ResultStore?) async throws {
        _ = try await results?.removeAll(of: jobs)
        _ = try await removeFiles(of: jobs, in: [home.bodies] + home.spools)
    }

    private func report(_ error: StorageError) {
        guard case .unusable(let place, let detail) = error else { return }
        environment.report(.unusableFile(path: "\(place)", detail: detail))
    }

    /// Removes every photo, headshot, prompt and row of a person, and keeps the charges' sums.
    ///
    /// While one of the person's jobs runs, nothing is changed. Waiting jobs are cancelled first. Files are removed
    /// before rows, so that an interrupted run can be repeated.
    ///
    /// A headshot that was at none of its places is in ``Removal/missing`` and is reported: what is elsewhere is not removed.
    ///
    /// - Parameter results: The place of headshots, also of those whose jobs were removed before.
    public func forget(_ person: Person, results: String) async throws -> Removal {
        let jobs = try await store.prepareToForget(person, now: environment.now())
        let running = jobs.filter { !$0.state.hasEnded }
        guard running.isEmpty else {
            throw WorkerError.personIsBusy(jobs: running.map(\.id.description))
        }
        let files = try await removeFiles(of: jobs, results)
        if let error = files.stuck.values.first { throw error }
        var removal = try await removeRows(of: jobs, files)
        for place in removal.missing {
            environment.report(
                .unusableFile(path: place, detail: "it was not there to be removed"))
        }
        let pruned = try await store.chargedJobs(of: person)
        removal.results += try await ResultStore(at: results, of: home).removeAll(of: pruned)
            .filter { !$0.hasSuffix(".json") }
        _ = try await removeFiles(of: pruned, in: [home.bodies] + home.spools)
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
                environment.report(.unusableFile(path: "\(place)", detail: detail))
            }
        }
    }

    /// Removes the photos that are marked.
    package func finishPhotos() async throws { try await photoRemoval.finish(environment.report) }

    /// Removes photos of the store that nothing needs.
    public func removePhotos(_ photos: [String]) async throws {
        _ = try await store.mark(unneeded: photos)
        try await finishPhotos()
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
