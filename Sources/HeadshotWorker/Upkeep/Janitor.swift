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
    /// A job whose file cannot be removed stays, is reported, and is in ``Removal/problems``. If the place of headshots is
    /// missing where one of them should be, nothing is removed.
    ///
    /// - Parameter results: The place of headshots, to remove those of the jobs; `nil` if they stay.
    public func remove(_ jobs: [Job], withHeadshotsIn results: String?) async throws -> Removal {
        let files = try await removeFiles(of: jobs, results)
        for error in files.stuck.values { report(error) }
        let removal = try await removeRows(of: jobs, files)
        try await photoRemoval.finish(environment.report)
        return removal
    }

    private struct RemovedFiles {
        /// Where the headshots were.
        var results: [JobID: String] = [:]
        /// Where headshots should have been that were nowhere.
        var missing: [JobID: String] = [:]
        /// The jobs that have a file which cannot be removed, with the errors.
        var stuck: [JobID: StorageError] = [:]
    }

    private func removeRows(of jobs: [Job], _ files: RemovedFiles) async throws -> Removal {
        CrashPoint.reach(.jobFilesRemoved)
        let free = jobs.filter { files.stuck[$0.id] == nil }
        var removal = Removal()
        var rest = free[...]
        while !rest.isEmpty {
            let batch = try await store.remove(rest.prefix(JobStore.batch).map(\.id))
            removal.jobs += batch.jobs
            removal.photos += batch.photos
            rest = rest.dropFirst(JobStore.batch)
            if !rest.isEmpty { try await store.letOthersIn() }
        }
        removal.results = free.compactMap { files.results[$0.id] }
        removal.missing = free.compactMap { files.missing[$0.id] }
        removal.photos = removal.photos.filter(PhotoStore.isFileName)
        removal.problems = files.stuck.mapValues(\.description)
        for job in free {
            let strange = Self.photos(of: job).first { !PhotoStore.isFileName($0) }
            removal.problems[job.id] = strange.map { "\($0): \(PhotoStore.strangeName)" }
        }
        CrashPoint.reach(.rowsRemoved)
        return removal
    }

    /// Removes the files of jobs, and says what was not there.
    ///
    /// It looks for files by the jobs' ids, in the home and in the place of headshots that settings name: a row leads to none.
    private func removeFiles(of jobs: [Job], _ place: String?) async throws -> RemovedFiles {
        var files = RemovedFiles()
        let results = place.map { ResultStore(at: $0, of: home) }
        if let results { files = try await found(jobs, in: results) }
        if !files.missing.isEmpty { try await results?.mustBeThere() }
        do {
            files.stuck = try await removeFiles(of: jobs.map(\.id), results).stuck
        } catch {
            // The disk failed on the way, and may not say which files are gone; the first failure is the one to report.
            try? await noteRemoved(jobs, files, in: results)
            throw error
        }
        if files.stuck.isEmpty {
            try await store.noteResultsRemoved(of: files.results.keys.sorted())
        } else {
            try await noteRemoved(jobs, files, in: results)
        }
        return files
    }

    /// Notes which headshots are gone, so that they are not missed the next time; jobs keep the names of the others.
    private func noteRemoved(
        _ jobs: [Job], _ files: RemovedFiles, in results: ResultStore?
    ) async throws {
        guard let results, !files.results.isEmpty else { return }
        let found = jobs.filter { files.results[$0.id] != nil }
        let left = try await results.names(of: found.map(\.id))
        let gone = found.filter { job in job.result.map { !left.contains($0) } ?? false }
        try await store.noteResultsRemoved(of: gone.map(\.id))
    }

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

    /// Removes all that is named after jobs; returns where results were, and the errors of the jobs that have a file which
    /// cannot be removed.
    private func removeFiles(
        of jobs: [JobID], _ results: ResultStore?
    ) async throws -> (results: [String], stuck: [JobID: StorageError]) {
        var removed: [String] = []
        let stuck = try await jobs.removed { jobs in
            removed += try await results?.removeAll(of: jobs) ?? []
            for folder in [home.bodies] + home.spools { _ = try await folder.removeAll(of: jobs) }
        }
        return (removed, stuck)
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
    /// If the place itself is missing, the person stays until it is back. A file that cannot be removed keeps its own job
    /// alone, and is thrown when all else is gone.
    ///
    /// - Parameter results: The place of headshots, also of those whose jobs were removed before.
    public func forget(_ person: Person, results: String) async throws -> Removal {
        let running = try await store.prepareToForget(person, now: environment.now())
        guard running.isEmpty else {
            throw WorkerError.personIsBusy(jobs: running.map(\.description))
        }
        let left = try await store.leftHeadshots(of: person)
        let isPaidJobGone = try await store.hasRemovedPaidJob(of: person, kind: .headshot)
        // What a job made that was removed may still be there.
        if !left.isEmpty || isPaidJobGone {
            try await ResultStore(at: results, of: home).mustBeThere()
        }
        var pruned = Set(left + (try await store.chargedJobs(of: person)))
        var removal = Removal()
        var photos: Set<String> = []
        var stuck: [StorageError] = []
        var last: JobID?
        while true {
            let jobs = try await store.jobs(
                JobFilter(person: person), olderThan: last, limit: Self.jobsAtOnce, needsAll: true)
            guard let oldest = jobs.last?.id else { break }
            last = oldest
            pruned.subtract(jobs.map(\.id))
            photos.formUnion(jobs.flatMap(Self.photos))
            let files = try await removeFiles(of: jobs, results)
            removal.add(try await removeRows(of: jobs, files))
            stuck += jobs.compactMap { files.stuck[$0.id] }
            try await store.letOthersIn()
        }
        for place in removal.missing {
            environment.report(
                .unusableFile(path: place, detail: "it was not there to be removed"))
        }
        // Those, too, of a run that was cut short.
        let older = try await removeFiles(
            of: pruned.sorted(), ResultStore(at: results, of: home))
        removal.results += older.results.filter { !$0.hasSuffix(".json") }
        stuck += pruned.compactMap { older.stuck[$0] }
        stuck += try await photoRemoval.finish(environment.report)
            .filter { photos.contains($0.key) }.values
        if let error = stuck.first { throw error }
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
            } catch StorageError.unavailable(.file(results), let detail) {
                // This person goes once the folder of headshots is back; the others, and work, do not wait for it.
                environment.report(.unusableFile(path: results, detail: detail))
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
            let prefixes = [QueueRestorer.replacedPrefix, SQLiteEngine.copyPrefix]
            return names.filter { name in prefixes.contains(where: name.hasPrefix) }.sorted()
                .map { "\(home.root)/\($0)" }
        }
    }

    var photoRemoval: PhotoRemoval { PhotoRemoval(store: store, home: home) }

    /// So many jobs' reports take some megabytes, and a folder is listed once for so many.
    static let jobsAtOnce = 1000

    private static func photos(of job: Job) -> [String] {
        [job.input, job.secondInput].compactMap(\.self)
    }
}
