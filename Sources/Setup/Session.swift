package import Companion
import Foundation
import Ground
package import HeadshotWorker
package import JobQueue
import ObjectStore

/// An open queue, with the settings by which it was opened.
package struct Session: Sendable {
    package let configuration: Configuration
    package let home: HeadshotHome
    package let store: JobStore
    /// The limits that options name.
    let cap: CapOverrides
    /// See ``run(_:home:cap:isService:waits:prepare:_:)``.
    private let waits: @Sendable (JobQueueError) -> Void
    /// Where headshots go and are looked for: a folder, or the part of the store that is for them.
    package var results: String
    /// Called with what cannot be removed.
    package var report: @Sendable (WorkerEvent) -> Void = { _ in }

    /// How long a service waits for a queue's server that is away.
    package static let longestWait: Duration = .seconds(300)

    /// Opens the queue of a home, does the work, and closes the queue.
    ///
    /// - Parameters:
    ///   - home: The folder; `nil` for the one of the settings.
    ///   - cap: The limits that options name.
    ///   - isService: Whether it runs on and on: then it waits longer for a queue's server that is away, also at its start.
    ///   - waits: Called with the reason when the start waits for the queue's server, and whenever a write has waited for
    ///     another process for seconds; for a service, also once each time that it begins to wait for the queue's server.
    ///   - prepare: Makes the folders, and checks where the files are.
    package static func run(
        _ configuration: Configuration, home folder: String? = nil,
        cap: CapOverrides = CapOverrides(), isService: Bool = false,
        waits: @escaping @Sendable (JobQueueError) -> Void = { _ in },
        prepare: (OpenHome) throws -> Void = { try $0.prepare() },
        _ body: (Session) async throws -> Void
    ) async throws {
        let opened = try OpenHome(configuration, folder)
        defer { opened.close() }
        let home = opened.home
        // Before anything is created there.
        try SQLiteEngine.checkOwner(of: home.root)
        try prepare(opened)
        let store = try await open(home, configuration, isService: isService, waits: waits)
        do {
            try await body(
                Session(
                    configuration: configuration, home: home, store: store, cap: cap, waits: waits,
                    results: configuration.results(nil, in: home)))
        } catch {
            // The first failure is the one to report.
            try? store.close()
            throw error
        }
        try store.close()
    }

    /// Opens the queue of a home, which is in it or on a server; close the store.
    package static func open(
        _ home: HeadshotHome, _ configuration: Configuration, isService: Bool = false,
        waits: @escaping @Sendable (JobQueueError) -> Void = { _ in }
    ) async throws -> JobStore {
        guard let place = try configuration.queuePlace() else {
            return try await BlockingFiles.run { () throws(JobQueueError) in
                try JobStore(folder: home.root, records: records, waits: waits)
            }
        }
        let patience: Duration = isService ? longestWait : .seconds(30)
        let report: @Sendable (JobQueueError) -> Void
        // A command ends soon, and reports then.
        if isService { report = waits } else { report = { _ in } }
        let store = try await connected(
            atMost: isService ? patience : .zero, ServiceManager(configuration.environment), waits
        ) { () throws(JobQueueError) in
            try JobStore(
                place, folder: home.root, patience: patience, records: records, waits: report)
        }
        do {
            if let clock = store.clock { configuration.environment.follow(time: clock) }
            let files: String
            if let store = try configuration.storeURL() {
                files = store
            } else {
                let agreed = try await store.agreedStore()
                files = try await BlockingFiles.run { () throws(StorageError) in
                    try FolderName.obtain(home, agreed: agreed, configuration.environment)
                }
            }
            try await store.agree(onStore: files)
        } catch {
            try? store.close()
            throw error
        }
        return store
    }

    /// What is kept about persons beside the queue's own tables.
    private static let records: [PersonRecords] = [.days]

    /// Opens a queue on a server, again if that is away.
    private static func connected(
        atMost limit: Duration, _ manager: ServiceManager?, _ waits: (JobQueueError) -> Void,
        _ open: @escaping @Sendable () throws(JobQueueError) -> JobStore
    ) async throws -> JobStore {
        // Waits: for a server, which does not announce that it is back.
        var patience = Patience(
            first: .milliseconds(500), longest: .seconds(5), for: limit, .ofMachine)
        var isReported = false
        while true {
            do {
                return try await BlockingFiles.run(open)
            } catch {
                guard case .unreachable = error, patience.isLeft else { throw error }
                if !isReported { waits(error) }
                isReported = true
                manager?.notify(.starting)
                _ = try await patience.sleep()
            }
        }
    }

    /// A session with the same settings that shares no connection with this one, so that neither waits for what the other
    /// waits for.
    package func another() async throws -> Session {
        let other = try await Self.open(home, configuration, isService: true, waits: waits)
        return Session(
            configuration: configuration, home: home, store: other, cap: cap, waits: waits,
            results: results, report: report)
    }

    /// Recovers the jobs of dead workers, so that the user sees and decides on true states.
    package func takeBackOrphans() async throws {
        let recovery = OrphanRecovery(store: store, home: home)
        try await recovery.takeBack(now: configuration.environment.now)
    }

    /// The services about persons; they read each space's texts once.
    package var people: PersonServices {
        PersonServices(store: store, environment: configuration.environment.worker()) {
            try await keptLimits
        }
    }

    /// What removes jobs, uploads and persons with their files.
    package var janitor: Janitor {
        Janitor(
            store: store, home: home, environment: configuration.environment.worker(report: report))
    }

    /// The same, with headshots in a folder that an option names; `nil` for that of the settings.
    package func saving(in folder: String?) -> Session {
        var session = self
        session.results = configuration.results(folder, in: home)
        return session
    }

    /// The file that a job has made; `nil` if it has made none.
    package func result(of job: Job) async throws -> KeptFile? {
        try await ResultStore(at: results, of: home).file(of: job)
    }

    /// Removes photos that were given up, and all that is of persons who leave.
    package func finishRemovals() async throws {
        try await janitor.finish(results: results)
    }

    /// Continues a job from its answer, if that is in the spool: then nothing need be asked or paid.
    ///
    /// - Parameter isPaid: As for ``OrphanRecovery/adoptAnswer(of:isPaid:now:)``.
    package func adoptAnswer(of job: JobID, isPaid: Bool = false) async throws -> Bool {
        let recovery = OrphanRecovery(store: store, home: home)
        return try await recovery.adoptAnswer(
            of: job, isPaid: isPaid, now: configuration.environment.now)
    }
}
