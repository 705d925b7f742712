/// The queue: every process opens the same file, and every change is one short transaction with a name.
///
/// All SQL lives in this module. Times are handed in, never read from a clock. Every write survives the cancellation of
/// the task that asked for it, since a task is often cancelled just when its outcome has to be kept.
///
/// Writes are the actor's own work, on a thread that may block; reads run beside them. Code that is isolated to the store
/// writes without a change of threads.
public actor JobStore {
    /// The folder that holds the queue and all that belongs to it.
    public nonisolated let folder: String
    nonisolated let journal: PaymentJournal
    nonisolated let engine: SQLiteEngine
    /// What the queue learned of payments when it was opened, if it was older than its payments journal.
    public nonisolated let reconciliation: Reconciliation?
    private let executor = BlockingExecutor(label: "headshot.queue")

    /// The thread that writes.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        // Unowned is safe: the store holds the executor as long as it lives.
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Opens the queue of a folder, makes it if need be, and brings it up to date.
    ///
    /// Blocks for some milliseconds. Close the store with ``close()``.
    public init(folder: String) throws(JobQueueError) {
        self.folder = folder
        journal = PaymentJournal(path: "\(folder)/payments.jsonl")
        var learned: Reconciliation?
        engine = try SQLiteEngine(folder: folder) { [journal] queue in
            // Before anybody can claim what the queue does not know to be paid.
            learned = try Self.align(journal, queue)
        }
        reconciliation = learned
    }

    /// Closes the file, once every call has returned.
    public nonisolated func close() throws(JobQueueError) { try engine.close() }

    /// A bell that rings when any process has changed the queue; each that waits needs its own.
    public nonisolated func bell() -> QueueBell { engine.bell() }

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
    ///   - endsWork: Whether it tells what became of work that was begun: that is written even if a newer program has
    ///     brought the queue up to date meanwhile, and nothing else is.
    ///   - afterwards: Runs after the commit, still alone; what it throws is thrown, but the commit stands.
    func write<Value>(
        endsWork: Bool = false,
        _ body: (any QueueTransaction) throws -> Value,
        afterwards: (Value, SQLiteConnection) throws -> Void = { _, _ in }
    ) throws(JobQueueError) -> Value {
        try engine.write(endsWork: endsWork, body, afterwards: afterwards)
    }
}
