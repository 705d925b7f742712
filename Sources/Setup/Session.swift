package import Companion
package import Foundation
import Ground
package import HeadshotWorker
import Invites
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

    package var now: Date { configuration.environment.now }

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
        var reserve: DiskReserve?
        if try configuration.queuePlace() == nil { reserve = DiskReserve(home) }
        reserve?.uphold()
        defer { reserve?.keepAgain() }
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
            var files = try configuration.storeURL()
            if files == nil {
                files = try await BlockingFiles.run { () throws(StorageError) in
                    try FolderName.obtain(home, configuration.environment)
                }
            }
            if let files { try await store.agree(onStore: files) }
        } catch {
            try? store.close()
            throw error
        }
        return store
    }

    /// What is kept about persons beside the queue's own tables.
    private static let records: [PersonRecords] = [.days, .invites]

    /// Opens a queue on a server, and tries again while the server cannot be reached.
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
        try await recovery.takeBack(now: now)
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

    /// What removes things that are not kept any longer.
    package func keeper() throws(SetupError) -> Keeper {
        Keeper(janitor, results: results, own: try configuration.keeping())
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

    /// Continues a job from its answer in the spool, if there is one, so that nothing is asked or paid again.
    ///
    /// - Parameter isPaid: As for ``OrphanRecovery/adoptAnswer(of:isPaid:now:)``.
    package func adoptAnswer(of job: JobID, isPaid: Bool = false) async throws -> Bool {
        let recovery = OrphanRecovery(store: store, home: home)
        return try await recovery.adoptAnswer(of: job, isPaid: isPaid, now: now)
    }
}

extension Session {
    /// Adds a space with its texts, its webhook and its first token, all or nothing.
    ///
    /// - Returns: The secret of its webhook, if it has one; `nil` if the space exists.
    package func create(
        _ space: Space, _ settings: SpaceSettings, words: String?, webhook: WebhookURL?,
        token: NewToken
    ) async throws -> (record: SpaceRecord, secret: WebhookSecret?)? {
        // On the disk before anything can be signed with it.
        let key = try await webhook == nil ? nil : serveKey()
        let record = try await store.create(
            space, settings, words: words, webhook: webhook, token: token, now: now)
        return record.map { record in
            (record, key.flatMap { Self.secret(of: record, $0) })
        }
    }

    /// Changes a space, all or nothing.
    ///
    /// - Returns: The secret of its webhook, if the webhook is new; `nil` if there is no such space.
    package func change(
        _ space: Space, words: SettingChange<String>, webhook: SettingChange<WebhookURL>,
        _ body: @Sendable (inout SpaceSettings) -> Void
    ) async throws -> (record: SpaceRecord, secret: WebhookSecret?)? {
        var key: ServeKey?
        if case .set(.some) = webhook { key = try await serveKey() }
        let changed = try await store.change(space, words: words, webhook: webhook, now: now, body)
        return changed.map { changed in
            let secret =
                changed.isSecretNew ? key.flatMap { Self.secret(of: changed.record, $0) } : nil
            return (changed.record, secret)
        }
    }

    private func serveKey() async throws -> ServeKey {
        try await ServeKey.obtain(home, random: configuration.environment.randomBytes)
    }

    private static func secret(of record: SpaceRecord, _ key: ServeKey) -> WebhookSecret? {
        record.webhook.map {
            WebhookSecret(key, space: record.space, generation: $0.generation)
        }
    }

    /// Gives a space's webhook a new secret; `nil` if it has no webhook.
    ///
    /// - Parameter overlap: Until when the secret before signs, too.
    package func rotateWebhook(
        of space: Space, overlap: Date
    ) async throws -> WebhookSecret? {
        let key = try await serveKey()
        return try await store.rotateWebhook(of: space, overlap: overlap).map {
            WebhookSecret(key, space: space, generation: $0.generation)
        }
    }
}
