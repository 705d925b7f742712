public import Foundation

/// The queue: every process opens the same file or database, and every change is one short, named transaction.
///
/// All SQL is in this module. Times are passed in, never read from a clock. Cancelling a task does not abort its
/// writes, since a task is often cancelled just when its outcome must be stored.
///
/// Writes run on the actor, on a thread that may block; reads run beside them. Code that is isolated to the store
/// writes without changing threads.
public actor JobStore {
    /// The folder that holds the queue, or what this machine keeps beside a queue that is on a server.
    public nonisolated let folder: String
    nonisolated let journal: any PaymentJournal
    nonisolated let engine: any QueueEngine
    /// What the queue learned of payments when it was opened, if it was older than its payments journal.
    public nonisolated let reconciliation: Reconciliation?
    /// See ``lastLimits()``.
    var readLimits: DailyCap?
    /// The limits that this process stores in a queue that has none; `nil` if it stores none.
    public internal(set) var ownLimits: DailyCap?
    /// Whether this process has removed what the queue's files may still hold; see ``discardOldRows(ofAll:)``.
    var owesDiscard = false
    private let executor = BlockingExecutor(label: "headshot.queue")

    /// How long the calls of a task wait for a server that is away; `nil` for as long as the queue was opened for.
    @TaskLocal public static var patience: Duration?

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
    /// - Parameter waits: Called when another process has held the queue's lock for seconds, now or at any later write,
    ///   once for each wait, with ``JobQueueError/busy(path:holder:)``; from the thread that waits.
    public init(
        folder: String, waits: @escaping @Sendable (JobQueueError) -> Void = { _ in }
    ) throws(JobQueueError) {
        try self.init(folder: folder, schema: .current, waits: waits)
    }

    /// Opens the queue of a folder as a program with a schema does, or as the process that moves it to a server.
    init(
        folder: String, schema: Schema, isMoving: Bool = false,
        waits: @escaping @Sendable (JobQueueError) -> Void = { _ in }
    ) throws(JobQueueError) {
        self.folder = folder
        let journal = FileJournal(home: folder)
        self.journal = journal
        var learned: Reconciliation?
        engine = try SQLiteEngine(
            folder: folder, schema: schema, isMoving: isMoving, waits: waits
        ) { queue in
            // Before any process can claim a job that the queue does not know to be paid.
            learned = try journal.align(queue)
        }
        reconciliation = learned
    }

    /// Opens a queue that is on a server; its tables must be there (see ``migrate(_:)``).
    ///
    /// Blocks until the server has answered. Close the store with ``close()``.
    ///
    /// - Parameters:
    ///   - folder: What only this machine keeps.
    ///   - patience: How long a call waits for a server that is away, once the queue is open.
    ///   - waits: Called once each time that writes begin to wait for the server.
    public init(
        _ place: PostgresPlace, folder: String, patience: Duration,
        waits: @escaping @Sendable (JobQueueError) -> Void = { _ in }
    ) throws(JobQueueError) {
        let engine = try PostgresEngine(place, patience: patience, waits: waits)
        self.init(engine, ServerJournal(salt: engine.salt), folder: folder)
    }

    /// Opens the queue that an engine keeps.
    init(_ engine: any QueueEngine, _ journal: any PaymentJournal, folder: String) {
        self.folder = folder
        self.journal = journal
        self.engine = engine
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

    /// Throws ``JobQueueError/replaced(path:)`` if the queue is a file, and the files that are open are not the home's
    /// any more; each write checks this, too.
    public nonisolated func checkFiles() throws(JobQueueError) {
        try (engine as? SQLiteEngine)?.checkFiles()
    }

    /// Whether the queue is a file, and another process has kept this one from writing for seconds.
    public nonisolated var isHeldUp: Bool { (engine as? SQLiteEngine)?.isHeldUp ?? false }

    /// Whether the queue takes writes at present, as far as is known without writing; a file always counts as one that does.
    public nonisolated func takesWrites() async throws(JobQueueError) -> Bool {
        try await server?.takesWrites() ?? true
    }

    /// Closes the file, after every call has returned.
    public nonisolated func close() throws(JobQueueError) { try engine.close() }

    /// A bell that rings when any process has changed the queue; each waiter needs its own.
    public nonisolated func bell() -> any QueueBell { engine.bell() }

    /// A number that differs from an earlier one if any connection of any process has changed the queue since.
    public nonisolated func dataVersion() async throws(JobQueueError) -> Int {
        try await engine.dataVersion()
    }

    /// Reads as of one moment without a lock; what other processes commit meanwhile is seen by the next read.
    nonisolated func read<Value: Sendable>(
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
    ///   - isPayment: Whether it writes charges: then a queue that is older than its payments journal learns first.
    ///   - afterwards: Runs after the commit, still under the lock; its errors are thrown, but the commit stands.
    func write<Value>(
        endsWork: Bool = false, isPayment: Bool = false,
        _ body: (any QueueTransaction) throws -> Value,
        afterwards: (Value, any QueueConnection) throws -> Void = { _, _ in }
    ) throws(JobQueueError) -> Value {
        do {
            return try writeOnce(
                endsWork: endsWork, isPayment: isPayment, body, afterwards: afterwards)
        } catch .noLimits {
            // A backup from before the limits were stored was restored.
            guard let ownLimits else { throw .noLimits }
            try keepLimits(orElse: ownLimits)
            return try writeOnce(
                endsWork: endsWork, isPayment: isPayment, body, afterwards: afterwards)
        }
    }

    /// Removes what is a person's in one transaction, and then what the rows leave in the queue's files.
    ///
    /// The removal counts whatever becomes of the second step. While a reader stands in its way, only
    /// ``discardOldRows(ofAll:)`` tries it.
    ///
    /// - Parameter isWhole: Whether the person leaves. A server is asked to sweep its tables only then, since that takes long.
    func erase<Value>(
        isWhole: Bool = false, _ body: (any QueueTransaction) throws -> Value
    ) throws(JobQueueError) -> Value {
        let isHindered = owesDiscard
        owesDiscard = true
        return try write(body) { _, queue in
            guard isShared ? isWhole : !isHindered else { return }
            owesDiscard = !((try? queue.discardOldRows()) ?? false)
        }
    }

    /// Removes what removed rows have left in the queue's files, if that could not be done at once; waits for no reader.
    ///
    /// - Parameter ofAll: Whether also what other processes have removed; on a server, whether at all.
    public func discardOldRows(ofAll: Bool) throws(JobQueueError) {
        guard isShared ? ofAll && owesDiscard : ofAll || owesDiscard else { return }
        try write({ _ in }, afterwards: { _, queue in owesDiscard = try !queue.discardOldRows() })
    }

    private func writeOnce<Value>(
        endsWork: Bool, isPayment: Bool, _ body: (any QueueTransaction) throws -> Value,
        afterwards: (Value, any QueueConnection) throws -> Void
    ) throws(JobQueueError) -> Value {
        guard isPayment else {
            return try engine.write(endsWork: endsWork, body, afterwards: afterwards)
        }
        let careful = { [journal] (tx: any QueueTransaction) in
            try journal.requireKnown(tx)
            return try body(tx)
        }
        do {
            return try engine.write(endsWork: endsWork, careful, afterwards: afterwards)
        } catch .journalAhead {
            try learnFromJournal()
            return try engine.write(endsWork: endsWork, careful, afterwards: afterwards)
        }
    }

    /// Learns what only the payments journal knows, and parks the jobs that were charged meanwhile.
    private func learnFromJournal() throws(JobQueueError) {
        guard let journal = journal as? FileJournal, let engine = engine as? SQLiteEngine else {
            return
        }
        _ = try engine.alone { queue in try journal.align(queue) }
    }
}
