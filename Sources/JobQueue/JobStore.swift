/// The queue: every process opens the same file, and every change is one short, named transaction.
///
/// All SQL is in this module. Times are passed in, never read from a clock. Cancelling a task does not abort its
/// writes, since a task is often cancelled just when its outcome must be stored.
///
/// Writes run on the actor, on a thread that may block; reads run beside them. Code that is isolated to the store
/// writes without changing threads.
public actor JobStore {
    /// The folder that holds the queue and all that belongs to it.
    public nonisolated let folder: String
    nonisolated let journal: any PaymentJournal
    nonisolated let engine: SQLiteEngine
    /// What the queue learned of payments when it was opened, if it was older than its payments journal.
    public nonisolated let reconciliation: Reconciliation?
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
    public init(folder: String) throws(JobQueueError) {
        try self.init(folder: folder, schema: .current)
    }

    /// Opens the queue of a folder as a program with a schema does.
    init(folder: String, schema: Schema) throws(JobQueueError) {
        self.folder = folder
        journal = FileJournal(path: "\(folder)/payments.jsonl")
        var learned: Reconciliation?
        engine = try SQLiteEngine(folder: folder, schema: schema) { [journal] queue in
            // Before any process can claim a job that the queue does not know to be paid.
            learned = try Self.align(journal, queue)
        }
        reconciliation = learned
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
    /// - Parameters:
    ///   - endsWork: Whether it writes the outcome of work that was begun. Only that is still written after a newer
    ///     program has migrated the queue meanwhile.
    ///   - afterwards: Runs after the commit, still under the lock; its errors are thrown, but the commit stands.
    func write<Value>(
        endsWork: Bool = false,
        _ body: (any QueueTransaction) throws -> Value,
        afterwards: (Value, SQLiteConnection) throws -> Void = { _, _ in }
    ) throws(JobQueueError) -> Value {
        try engine.write(endsWork: endsWork, body, afterwards: afterwards)
    }
}
