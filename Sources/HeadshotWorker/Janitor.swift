import Foundation
public import JobQueue

/// Takes old jobs out, or everything of one person, with their files.
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
    /// Headshots stay unless asked for; charges always stay.
    public func remove(_ jobs: [Job], withHeadshots: Bool) async throws -> Removal {
        let photos = PhotoStore(home: home)
        if withHeadshots { try await removeHeadshots(of: jobs) }
        try await removeAnswers(of: jobs)
        return try await store.remove(jobs.map(\.id)) { try photos.remove($0) }
    }

    /// Removes every photo, headshot, prompt and row of a person, and keeps the charges' sums.
    ///
    /// Waiting jobs are taken back first. Files go before rows, so that a run that is cut short can be run again.
    public func forget(_ person: Person) async throws -> Removal {
        let jobs = try await store.prepareToForget(person, now: environment.now())
        let running = jobs.filter { !$0.state.hasEnded }
        guard running.isEmpty else {
            throw WorkerError.personIsBusy(jobs: running.map(\.id.rawValue))
        }
        let removal = try await remove(jobs, withHeadshots: true)
        _ = try await store.anonymiseCharges(of: person)
        return removal
    }

    private func removeHeadshots(of jobs: [Job]) async throws {
        let results = jobs.compactMap(\.result)
        try await FileLane.run { () throws(WorkerError) in
            for result in results { try ResultStore.remove(result) }
        }
    }

    /// Removes what was kept of answers; the files' names begin with their jobs'.
    private func removeAnswers(of jobs: [Job]) async throws {
        let folders = [home.answers, home.spool]
        let ids = Set(jobs.map(\.id.rawValue))
        try await FileLane.run { () throws(WorkerError) in
            for folder in folders {
                let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                for name in names where ids.contains(String(name.prefix { $0 != "-" })) {
                    try DurableFile.remove("\(folder)/\(name)")
                }
            }
        }
    }
}
