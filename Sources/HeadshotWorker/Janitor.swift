import CrashPoints
import Foundation
public import JobQueue

/// Removes old jobs, or everything of one person, with their files.
public struct Janitor: Sendable {
    let store: JobStore
    let home: HeadshotHome
    private let environment: WorkerEnvironment

    /// Creates a janitor for a home.
    public init(store: JobStore, home: HeadshotHome, environment: WorkerEnvironment) {
        self.store = store
        self.home = home
        self.environment = environment
    }

    /// Removes jobs that have ended, with their photos.
    ///
    /// Headshots stay unless `withHeadshots` is set; charges always stay.
    public func remove(_ jobs: [Job], withHeadshots: Bool) async throws -> Removal {
        let (photos, prepared) = (PhotoStore(home: home), PreparedStore(home: home))
        if withHeadshots { try await removeHeadshots(of: jobs) }
        _ = try await removeFiles(of: jobs.map(\.id), in: [home.answers, home.spool])
        CrashPoint.reach(.filesRemoved)
        let removal = try await store.remove(jobs.map(\.id)) { photo in
            try prepared.remove(photo)
            CrashPoint.reach(.preparedRemoved)
            try photos.remove(photo)
        }
        try await FileLane.run { [home] () throws(WorkerError) in
            for folder in [home.prepared, home.photos] { try DurableFile.syncFolder(folder) }
        }
        return removal
    }

    /// Removes every photo, headshot, prompt and row of a person, and keeps the charges' sums.
    ///
    /// While one of the person's jobs runs, nothing is changed. Waiting jobs are cancelled first. Files are removed
    /// before rows, so that an interrupted run can be repeated.
    ///
    /// - Parameter results: The folder in which to look for headshots whose jobs were removed before.
    public func forget(_ person: Person, results: String) async throws -> Removal {
        let jobs = try await store.prepareToForget(person, now: environment.now())
        let running = jobs.filter { !$0.state.hasEnded }
        guard running.isEmpty else {
            throw WorkerError.personIsBusy(jobs: running.map(\.id.description))
        }
        var removal = try await remove(jobs, withHeadshots: true)
        removal.results += try await removeFiles(
            of: store.chargedJobs(of: person), in: [results, home.answers, home.spool]
        ).filter { !$0.hasSuffix(".json") }
        _ = try await store.anonymiseCharges(of: person)
        return removal
    }

    /// The queues that restores kept in the home; they still contain what is forgotten.
    public func replacedQueues() async throws -> [String] {
        try await FileLane.run { [home] () throws(WorkerError) in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: home.root)) ?? []
            return names.filter { $0.hasPrefix(QueueRestorer.replacedPrefix) }.sorted()
                .map { "\(home.root)/\($0)" }
        }
    }

    private func removeHeadshots(of jobs: [Job]) async throws {
        let results = jobs.compactMap(\.result)
        try await FileLane.run { () throws(WorkerError) in
            for result in results { try ResultStore.remove(result) }
            try DurableFile.syncRemovals(of: results)
        }
    }

    /// Removes the files whose names begin with jobs' names, and returns their paths.
    private func removeFiles(of jobs: [JobID], in folders: [String]) async throws -> [String] {
        let jobs = Set(jobs.map(\.description))
        return try await FileLane.run { () throws(WorkerError) in
            var removed: [String] = []
            for folder in folders {
                let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                for name in names where jobs.contains(String(name.prefix { $0 != "-" })) {
                    try DurableFile.remove("\(folder)/\(name)")
                    removed.append("\(folder)/\(name)")
                }
            }
            try DurableFile.syncRemovals(of: removed)
            return removed
        }
    }
}
