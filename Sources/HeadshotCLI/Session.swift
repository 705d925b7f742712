import Answers
import ArgumentParser
import Foundation
import HeadshotWorker
import JobQueue

/// An open queue for the length of one command.
struct Session: Sendable {
    let configuration: Configuration
    let home: HeadshotHome
    let store: JobStore

    /// Opens the queue, does the work, and closes the queue.
    static func run(
        _ options: HomeOptions, _ body: (Session) async throws -> Void
    ) async throws {
        let configuration = Configuration()
        let home = try configuration.home(options)
        try home.prepare()
        let store = try JobStore(folder: home.root)
        if let learned = store.reconciliation { note(RestoreWords.sentence(of: learned)) }
        do {
            try await body(Session(configuration: configuration, home: home, store: store))
        } catch {
            // The first failure is the one that a person has to know of.
            try? store.close()
            throw error
        }
        try store.close()
    }

    /// Puts the jobs of dead workers where they belong, so that a person sees and decides on what is so.
    func takeBackOrphans() async throws {
        let recovery = OrphanRecovery(store: store, home: home)
        _ = try await recovery.takeBack(now: configuration.environment.now)
    }

    /// Lets a job go on from its answer, if that lies in the spool, and says so: nothing has to be asked or paid then.
    func adoptAnswer(of job: JobID) async throws -> Bool {
        let recovery = OrphanRecovery(store: store, home: home)
        let isAdopted = try await recovery.adoptAnswer(of: job, now: configuration.environment.now)
        if isAdopted { note("The answer of job \(job) is here and paid; a worker has to save it.") }
        return isAdopted
    }

    /// What it costs to make the headshots of jobs once more.
    ///
    /// - Parameter maker: Who makes them; `nil` for each job's own provider.
    func cost(
        of jobs: [JobChoice.Count], by maker: ProviderKind? = nil
    ) async throws -> RequestCost {
        RequestCost(jobs, by: maker, model: try await configuration.expectedModel(store, nil).name)
    }

    /// The job of a name as a person typed it.
    func job(_ name: String) async throws -> (job: Job, charges: [Charge]) {
        guard let id = JobID(name), let found = try await store.job(id) else {
            throw CommandError.noSuchJob(name)
        }
        return found
    }
}
