package import Foundation

/// Keeps the queue in a PostgreSQL database, which processes on many machines write at once.
///
/// A process has up to three connections: one writes, one reads, and one shows that its workers live and hears of changes.
package final class PostgresEngine: QueueEngine {
    private let place: PostgresPlace
    /// The tables that it reads and writes.
    private let schema: Schema
    private let writer: PostgresLane
    private let reader: PostgresLane
    private let hub: PostgresHub
    /// The salt of the persons' marks.
    package let salt: String

    /// Connects to a database that has the queue's tables.
    ///
    /// - Parameters:
    ///   - patience: How long a call waits for a server that is away.
    ///   - waits: Called once each time that writes begin to wait.
    package init(
        _ place: PostgresPlace, schema: Schema, patience: Duration,
        waits: @escaping @Sendable (JobQueueError) -> Void = { _ in }
    ) throws(JobQueueError) {
        self.place = place
        self.schema = schema
        writer = PostgresLane(
            place, label: "headshot.queue.write", patience: patience, races: schema.races
        ) { failure in
            waits(JobQueueError(failure, place: place))
        }
        reader = PostgresLane(place, label: "headshot.queue.read", patience: patience)
        hub = PostgresHub(place, schema: schema, patience: patience, writer: writer)
        do {
            salt = try writer.once { link in
                try schema.check(link, place: place)
                return try link.read { tx in
                    try tx.value("SELECT salt FROM meta") ?? ""
                }
            }
        } catch {
            throw JobQueueError(error, place: place)
        }
    }

    /// Makes or migrates the tables; returns whether there was something to do.
    package static func migrate(_ place: PostgresPlace, to schema: Schema) throws(JobQueueError)
        -> Bool
    {
        do {
            let link = try PostgresLink.open(place)
            return try schema.migrate(link, place: place) < schema.format
        } catch {
            throw JobQueueError(error, place: place)
        }
    }

    package var presence: any WorkerPresence { PostgresPresence(hub: hub) }

    /// The server and the database as errors name them.
    package var name: String { place.name }

    /// The server's time, as far as this process knows it; clocks of machines decide nothing.
    package var now: Date { writer.clock.now }

    package func bell() -> any QueueBell { hub.bell() }

    package func dataVersion() -> Int { hub.version }

    package func write<Value>(
        endsWork: Bool, isNews: Bool, _ body: (any QueueTransaction) throws -> Value,
        afterwards: (Value, any QueueConnection) throws -> Void
    ) throws(JobQueueError) -> Value {
        do {
            let (value, hasChanged) = try writer.write(
                isNews: isNews, upTo: endsWork ? nil : schema.format, body)
            if hasChanged { hub.ring() }
            try writer.once { link in try afterwards(value, link) }
            return value
        } catch {
            throw JobQueueError(error, place: place)
        }
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any QueueTransaction) throws -> Value
    ) async throws(JobQueueError) -> Value {
        do {
            return try await reader.read(body)
        } catch {
            throw JobQueueError(error, place: place)
        }
    }

    /// Writes what was forgotten; from then on, this server counts as one that knows what was paid.
    ///
    /// - Returns: `nil` if another process has done so: since then, the queue knows more than who looked before that.
    package func learn<Value>(
        _ body: (any QueueTransaction) throws -> Value
    ) throws(JobQueueError) -> Value? {
        do {
            return try writer.write(isNews: true, upTo: schema.format) { tx in
                let own = tx.incarnation
                // One after the other, each in sight of what the one before has written.
                let known: String? = try tx.value("SELECT incarnation FROM meta FOR UPDATE")
                guard known != own else { return nil }
                let value = try body(tx)
                try tx.run(
                    "UPDATE meta SET incarnation = ?, known_since = clock_timestamp()", [own])
                return value
            }.0
        } catch {
            throw JobQueueError(error, place: place)
        }
    }

    /// Whether the server takes writes, as far as is known without writing.
    package func takesWrites() async throws(JobQueueError) -> Bool {
        guard writer.refusal == nil else { return false }
        return try await read { tx in
            try tx.value("SELECT current_setting('default_transaction_read_only') = 'off'") ?? false
        }
    }

    package func close() {
        hub.close()
        writer.close()
        reader.close()
    }
}
