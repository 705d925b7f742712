public import Foundation

/// The queue: every process opens the same file or database, and every change is one short, named transaction.
///
/// Times are passed in, never read from a clock. Cancelling a task does not abort its
/// writes, since a task is often cancelled just when its outcome must be stored.
///
/// Writes run on the actor, on a thread that may block; reads run beside them. Code that is isolated to the store
/// writes without changing threads.
public actor JobStore {
    /// The folder that holds the queue, or what this machine keeps beside a queue that is on a server.
    public nonisolated let folder: String
    /// The ledger of a queue in a file, which is written under the queue's lock; `nil` for a queue on a server.
    package nonisolated let fileLedger: FileLedger?
    /// Keeps the tables.
    package nonisolated let engine: any QueueEngine
    /// What other modules keep about persons, in the order in which the process that opened the queue named them.
    package nonisolated let records: [PersonRecords]
    /// The jobs that lists have left out because they are damaged.
    public nonisolated let damagedJobs = DamagedJobs()
    /// The server of a queue that is on one.
    nonisolated let server: PostgresEngine?
    /// What the queue learned of payments when it was opened, if it was older than its payments journal.
    public nonisolated let reconciliation: Reconciliation?
    /// See ``lastLimits()``.
    var readLimits: DailyCap?
    /// The limits that this process stores in a queue that has none; `nil` if it stores none.
    public internal(set) var ownLimits: DailyCap?
    /// The day on which this process found a budget spent: on that day its claims look whether spaces have money, before a job is
    /// prepared in vain; empty if the first claim found none, and `nil` before it.
    var shortDay: String?
    /// Whether this process meets more jobs that a cap holds back than it can move before a claim.
    var isCrowded = false
    /// See ``noteLongTransaction(now:)``.
    var lookout: Lookout?
    /// Where the next look for persons who are not at the cap begins, for each provider.
    var looks: [String: PersonLook] = [:]
    /// Whether this process has removed what the queue's files may still hold; see ``discardOldRows(ofAll:)``.
    var owesDiscard = false
    private let executor = BlockingExecutor(label: "headshot.queue")

    /// The thread that writes.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        // Unowned is safe: the store holds the executor as long as it lives.
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Opens the queue of a folder; creates it if needed, and migrates it.
    ///
    /// Blocks for some milliseconds; longer if it migrates, since a copy of the older queue is kept then. Close the store
    /// with ``close()``.
    ///
    /// - Parameters:
    ///   - records: What other modules keep about persons; without it, no person can be forgotten.
    ///   - waits: Called when another process has held the queue's lock for seconds, now or at any later write, once for
    ///     each wait, with ``JobQueueError/busy(path:holder:)``; from the thread that waits.
    public init(
        folder: String, records: [PersonRecords] = [],
        waits: @escaping @Sendable (JobQueueError) -> Void = { _ in }
    ) throws(JobQueueError) {
        try self.init(folder: folder, schema: .current, records: records, waits: waits)
    }

    /// Opens the queue of a folder as a program with a schema does, or as the process that moves it to a server.
    init(
        folder: String, schema: Schema, isMoving: Bool = false, records: [PersonRecords] = [],
        waits: @escaping @Sendable (JobQueueError) -> Void = { _ in }
    ) throws(JobQueueError) {
        self.folder = folder
        self.records = records
        let ledger = FileLedger(home: folder)
        fileLedger = ledger
        var learned: Reconciliation?
        engine = try SQLiteEngine(
            folder: folder, schema: schema, isMoving: isMoving, waits: waits
        ) { queue in
            // Before any process can claim a job that the queue does not know to be paid.
            learned = try ledger.align(queue)
        }
        server = nil
        reconciliation = learned
    }

    /// Opens a queue that is on a server; its tables must be there (see ``migrate(_:)``).
    ///
    /// Blocks until the server has answered. Close the store with ``close()``.
    ///
    /// - Parameters:
    ///   - folder: What only this machine keeps.
    ///   - patience: How long a call waits for a server that is away, once the queue is open.
    ///   - records: What other modules keep about persons; without it, no person can be forgotten.
    ///   - waits: Called once each time that writes begin to wait for the server.
    public init(
        _ place: PostgresPlace, folder: String, patience: Duration, records: [PersonRecords] = [],
        waits: @escaping @Sendable (JobQueueError) -> Void = { _ in }
    ) throws(JobQueueError) {
        let server = try PostgresEngine(
            place, schema: .current, patience: patience, waits: waits)
        self.init(server, on: server, folder: folder, records: records)
    }

    /// Opens the queue that a server keeps.
    init(
        _ engine: any QueueEngine, on server: PostgresEngine, folder: String,
        records: [PersonRecords] = []
    ) {
        self.folder = folder
        self.records = records
        self.engine = engine
        self.server = server
        fileLedger = nil
        reconciliation = nil
    }

    /// Makes the tables of a queue on a server, or takes those of an older program to this one's format.
    ///
    /// - Returns: Whether there was something to do.
    public static func migrate(_ place: PostgresPlace) throws(JobQueueError) -> Bool {
        try PostgresEngine.migrate(place, to: .current)
    }

    /// The time of the queue's server; `nil` if the queue is a file, and the machine's own time counts.
    public nonisolated var clock: (@Sendable () -> Date)? {
        guard let server else { return nil }
        return { server.now }
    }

    /// Which workers live, and who may drain.
    public nonisolated var presence: any WorkerPresence { engine.presence }

    /// The engine of a queue that is a file.
    package nonisolated func files() throws(JobQueueError) -> SQLiteEngine {
        guard let file = engine as? SQLiteEngine else { throw .unsupportedOnServer }
        return file
    }

    /// The engine of a queue that is on a server.
    nonisolated func onServer() throws(JobQueueError) -> PostgresEngine {
        guard let server else { throw .refused(detail: "the queue is a file") }
        return server
    }

    /// What applies to all of the ledger: of a file, its first line; `nil` as long as that is empty.
    nonisolated func ledgerHeader() throws(JobQueueError) -> LedgerHeader? {
        try fileLedger?.header() ?? server.map { LedgerHeader(salt: $0.salt) }
    }

    /// Whether the payments journal in a folder belongs to this queue, as a current or an older copy; true without a journal.
    ///
    /// If this queue's journal is empty, its header is written, whose salt identifies it. For a queue in a file only.
    public func ownsLedger(in folder: String) throws(JobQueueError) -> Bool {
        let header = try files().alone { queue in try fileLedger?.begin(queue) }
        return try FileLedger(home: folder).header().map { $0 == header } ?? true
    }

    /// Closes the file, after every call has returned.
    public nonisolated func close() throws(JobQueueError) { try engine.close() }

    /// A bell that rings when any process has changed the queue.
    ///
    /// On a server it rings when another process has made work for others. Each waiter needs a separate one.
    public nonisolated func bell() -> any QueueBell { engine.bell() }

    /// Reads as of one moment without a lock; what other processes commit meanwhile is seen by the next read.
    package nonisolated func read<Value: Sendable>(
        _ body: @escaping @Sendable (any QueueTransaction) throws -> Value
    ) async throws(JobQueueError) -> Value {
        try await engine.read(body)
    }

    /// Writes in one transaction; blocks the actor's thread.
    ///
    /// A transaction that needs the queue's limits and finds none is repeated after this process has stored its own.
    ///
    /// - Parameters:
    ///   - endsWork: Whether it writes the outcome of work that was begun. Only that is still written after a newer
    ///     program has migrated the queue meanwhile.
    ///   - isPayment: Whether it writes charges: then a queue that is older than its ledger learns first, and a ledger in a
    ///     file is written before the lock is given back.
    ///   - isNews: Whether others should look at once, and not when they look the next time; `false` for the outcome of work.
    ///   - afterwards: Runs after the commit, still under the lock; its errors are thrown, but the commit stands.
    ///   - unrecorded: Runs under the lock if the ledger was not written; that error is thrown.
    package func write<Value>(
        endsWork: Bool = false, isPayment: Bool = false, isNews: Bool = true,
        _ body: (any QueueTransaction) throws -> Value,
        afterwards: (Value, any QueueConnection) throws -> Void = { _, _ in },
        unrecorded: (Value, any QueueConnection) throws -> Void = { _, _ in }
    ) throws(JobQueueError) -> Value {
        let isNews = isNews && !endsWork
        func once() throws(JobQueueError) -> Value {
            guard isPayment, let fileLedger else {
                return try engine.write(
                    endsWork: endsWork, isNews: isNews, body, afterwards: afterwards)
            }
            return try engine.write(endsWork: endsWork, isNews: isNews) { tx in
                try fileLedger.requireKnown(tx)
                return try body(tx)
            } afterwards: { value, queue in
                do {
                    try fileLedger.record(queue)
                } catch {
                    try unrecorded(value, queue)
                    throw error
                }
                try afterwards(value, queue)
            }
        }
        func informed() throws(JobQueueError) -> Value {
            do {
                return try once()
            } catch .journalAhead {
                _ = try files().alone { queue in try fileLedger?.align(queue) }
                return try once()
            }
        }
        do {
            return try informed()
        } catch .noLimits {
            // A backup from before the limits were stored was restored.
            guard let ownLimits else { throw .noLimits }
            try keepLimits(orElse: ownLimits)
            return try informed()
        }
    }

    /// Removes what is a person's in one transaction, and then what the rows leave in the queue's files.
    ///
    /// The removal counts whatever becomes of the second step. While a reader stands in its way, only
    /// ``discardOldRows(ofAll:)`` tries it.
    ///
    /// - Parameter isWhole: Whether the person leaves. A server is asked to sweep its tables only then, since that takes long.
    package func erase<Value>(
        isWhole: Bool = false, _ body: (any QueueTransaction) throws -> Value
    ) throws(JobQueueError) -> Value {
        let isHindered = owesDiscard
        owesDiscard = true
        return try write(body) { _, queue in
            guard mayDiscard(inFile: !isHindered, onServer: isWhole) else { return }
            owesDiscard = !((try? queue.discardOldRows(of: Self.tablesOfPersons)) ?? false)
        }
    }

    /// Removes what removed rows have left in the queue's files, if that could not be done at once; waits for no reader.
    ///
    /// - Parameter ofAll: Whether also what other processes have removed; on a server, whether at all.
    public func discardOldRows(ofAll: Bool) throws(JobQueueError) {
        guard mayDiscard(inFile: ofAll || owesDiscard, onServer: ofAll && owesDiscard) else {
            return
        }
        try write({ _ in }) { _, queue in
            owesDiscard = try !queue.discardOldRows(of: Self.tablesOfPersons)
        }
    }

    /// Those that have most of what is a person's.
    private static let tablesOfPersons = [
        "job", "report", "charge", "person", "person_sum", "moment", "scan", "invitee",
    ]

    private func mayDiscard(inFile: Bool, onServer: Bool) -> Bool {
        server == nil ? inFile : onServer
    }
}
