package import Answers
package import Answers
import Foundation
package import HeadshotWorker
package import JobQueue

/// An open queue, with the settings by which it was opened.
package struct Session: Sendable {
    package let configuration: Configuration
    package let home: HeadshotHome
    package let store: JobStore

    /// Opens the queue of a home, does the work, and closes the queue.
    ///
    /// - Parameter home: The folder; `nil` for the one of the settings.
    package static func run(
        _ configuration: Configuration, home folder: String? = nil,
        _ body: (Session) async throws -> Void
    ) async throws {
        let opened = try OpenHome(configuration, folder)
        defer { opened.close() }
        let home = opened.home
        try opened.prepare()
        let store = try JobStore(folder: home.root)
        do {
            try await body(Session(configuration: configuration, home: home, store: store))
        } catch {
            // The first failure is the one to report.
            try? store.close()
            throw error
        }
        try store.close()
    }

    /// Recovers the jobs of dead workers, so that the user sees and decides on true states.
    package func takeBackOrphans() async throws {
        let recovery = OrphanRecovery(store: store, home: home)
        _ = try await recovery.takeBack(now: configuration.environment.now)
    }

    /// What removes jobs, uploads and persons with their files.
    package var janitor: Janitor {
        Janitor(store: store, home: home, environment: configuration.environment.worker())
    }

    /// Removes photos that were given up, and all that is of persons who leave.
    package func finishRemovals() async throws {
        try await janitor.finish(results: configuration.results(nil, in: home))
    }

    /// Continues a job from its answer, if that is in the spool: then nothing need be asked or paid.
    package func adoptAnswer(of job: JobID) async throws -> Bool {
        let recovery = OrphanRecovery(store: store, home: home)
        return try await recovery.adoptAnswer(of: job, now: configuration.environment.now)
    }

    /// The cost of doing jobs once more.
    ///
    /// - Parameter provider: The provider that makes them; `nil` for each job's own provider.
    package func cost(
        of jobs: [JobChoice.Count], by provider: ProviderKind? = nil
    ) async throws -> RequestCost {
        var models: [ProviderKind: String] = [:]
        for kind in ProviderKind.paid {
            models[kind] =
                try await configuration.expectedModel(store, ProviderOverrides(of: kind)).name
        }
        return RequestCost(jobs, by: provider, models: models)
    }
}
