/// Keeps the queue's tables and runs transactions on them; what differs between a file and a server is behind it.
package protocol QueueEngine: Sendable {
    /// Writes in one transaction; blocks the thread.
    ///
    /// - Parameters:
    ///   - endsWork: Whether it writes the outcome of work that was begun. Only that is still written after a newer
    ///     program has migrated the queue meanwhile.
    ///   - isNews: Whether it makes work for others, so that they should look at once.
    ///   - body: May run twice, and must have no other side effects.
    ///   - afterwards: Runs after the commit; its errors are thrown, but the commit stands.
    func write<Value>(
        endsWork: Bool, isNews: Bool, _ body: (any QueueTransaction) throws -> Value,
        afterwards: (Value, any QueueConnection) throws -> Void
    ) throws(JobQueueError) -> Value

    /// Reads as of one moment; what is committed meanwhile is seen by the next read.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any QueueTransaction) throws -> Value
    ) async throws(JobQueueError) -> Value

    /// A bell that rings when any process has changed the queue.
    func bell() -> any QueueBell

    /// A number that differs from an earlier one if any process has changed the queue since.
    func dataVersion() async throws(JobQueueError) -> Int

    /// Which workers live.
    var presence: any WorkerPresence { get }

    /// Throws ``JobQueueError/replaced(path:)`` if its files are open, and are not the home's any more.
    func checkFiles() throws(JobQueueError)

    /// Whether another process has kept this one from writing for seconds.
    var isHeldUp: Bool { get }

    /// Whether it takes writes at present, as far as is known without writing.
    func takesWrites() async throws(JobQueueError) -> Bool

    /// Closes all connections, after every call has returned.
    func close() throws(JobQueueError)
}

extension QueueEngine {
    package func checkFiles() {}
    package var isHeldUp: Bool { false }
    package func takesWrites() -> Bool { true }
}

/// A connection on which the caller may begin transactions.
package protocol QueueConnection {
    /// Runs one transaction that writes.
    func transaction<Value>(_ body: (any QueueTransaction) throws -> Value) throws -> Value

    /// Reads as of one moment.
    func read<Value>(_ body: (any QueueTransaction) throws -> Value) throws -> Value

    /// Thirty-two random digits.
    func randomDigits() throws -> String

    /// Overwrites what removed rows have left, as far as the engine can; waits for no reader.
    ///
    /// - Parameter tables: The tables that had them; a file is emptied of all.
    /// - Returns: `false` if a reader still needs the old rows: then this is to be done again.
    func discardOldRows(of tables: [String]) throws -> Bool
}
