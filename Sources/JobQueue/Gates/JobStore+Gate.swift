import CrashPoints
public import Foundation
import Ground

/// A provider that a worker can ask, for money.
public struct PaidProvider: Sendable, Equatable {
    /// Its name in jobs, gates and charges.
    public var name: String
    /// The model that will be asked; `nil` while it is unknown.
    public var model: String?

    /// Creates a provider.
    public init(name: String, model: String? = nil) {
        self.name = name
        self.model = model
    }
}

extension JobStore {
    /// The gates that were ever closed, in their present state: each provider's own first, then those of its models.
    public nonisolated func gates() async throws(JobQueueError) -> [Gate] {
        try await read { tx in
            try tx.rows("SELECT * FROM gate ORDER BY provider, model").map(Gate.init(row:))
        }
    }

    /// The requests that are on their way, of which the price is known; workers send few at once.
    public nonisolated func requestsInFlight() async throws(JobQueueError) -> [RequestInFlight] {
        try await read { tx in
            try tx.rows(
                """
                SELECT job.space, job.person, charge.kind, charge.provider, charge.estimate
                FROM job JOIN charge ON charge.job = job.id
                WHERE job.state = 'running' AND charge.state = 'started' AND charge.estimate IS NOT NULL
                """
            ).map { row in
                RequestInFlight(
                    person: try row.requiredPerson(),
                    kind: JobKind(rawValue: try row.required("kind")),
                    provider: try row.required("provider"), estimate: row.money("estimate") ?? 0)
            }
        }
    }

    /// Opens the gates of a provider and all its models, for one request at first, and allows workers to choose any of
    /// its models again.
    ///
    /// Returns whether a gate was closed.
    public func clearGate(of provider: String, now: Date) throws(JobQueueError) -> Bool {
        try write { tx in
            try tx.lock(.gates(of: provider, alone: true))
            try Self.forgetGone(of: provider, tx)
            var wasAnyClosed = false
            let rows = try tx.rows("SELECT * FROM gate WHERE provider = ?", [provider])
            for var gate in try rows.map(Gate.init(row:)) {
                let wasClosed = gate.isHalted || gate.opens > now
                gate.isHalted = false
                if wasClosed { gate.allowed = 1 }
                gate.opens = Date(milliseconds: 0)
                gate.reopen()
                gate.changed = now
                try Self.save(gate, tx)
                wasAnyClosed = wasAnyClosed || wasClosed
            }
            return wasAnyClosed
        }
    }

    /// Of the gates that a request has to pass, those that were ever closed: the provider's, and its model's if one is
    /// named or chosen.
    static func gates(
        of provider: PaidProvider, _ tx: any QueueTransaction
    ) throws -> [Gate] {
        try tx.rows(
            """
            SELECT * FROM gate WHERE provider = ?1 AND model IN ('', coalesce(
                CAST(?2 AS TEXT),
                (SELECT name FROM model WHERE provider = ?1 AND state = 'chosen')))
            ORDER BY model
            """, [provider.name, provider.model]
        ).map(Gate.init(row:))
    }

    /// Whether a provider had trouble lately, so that an answer may change its gates.
    static func isRecovering(_ provider: String, _ tx: any QueueTransaction) throws -> Bool {
        try tx.has(
            """
            gate WHERE provider = ?
                AND (allowed IS NOT NULL OR failures > 0 OR costly_failures > 0)
            """, [provider])
    }

    /// Applies what an answer means to the gates that it concerns; the caller holds their locks exclusively.
    ///
    /// - Returns: Whether one of them is closed afterwards.
    @discardableResult
    static func change(
        _ change: GateChange, provider: String, model: String?, now: Date,
        _ tx: any QueueTransaction
    ) throws -> Bool {
        var isClosed = false
        let models: [String?] =
            change == .answered ? [nil, model] : [change.isOfModel ? model : nil]
        for model in Set(models) {
            let stored = try storedGate(of: provider, model: model, tx)
            let gate = stored ?? .open(for: provider, model: model, now: now)
            // An answer from a provider that was well changes nothing worth writing.
            if change == .answered, gate.allowed == nil, gate.failures == 0,
                gate.costlyFailures == 0
            {
                continue
            }
            let changed = gate.applying(change, now: now)
            try save(changed, tx)
            isClosed = isClosed || changed.isHalted || changed.opens > now
        }
        return isClosed
    }

    private static func storedGate(
        of provider: String, model: String?, _ tx: any QueueTransaction
    ) throws -> Gate? {
        try tx.row("SELECT * FROM gate WHERE provider = ? AND model = ?", [provider, model ?? ""])
            .map(Gate.init(row:))
    }

    private static func save(_ gate: Gate, _ tx: any QueueTransaction) throws {
        try tx.run(
            """
            INSERT INTO gate VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (provider, model) DO UPDATE SET
                opens_at = excluded.opens_at, allowed = excluded.allowed,
                halted = excluded.halted, failures = excluded.failures,
                costly_failures = excluded.costly_failures,
                refused_inputs = excluded.refused_inputs,
                reason = excluded.reason, detail = excluded.detail,
                changed_at = excluded.changed_at
            """,
            [
                gate.provider, gate.model ?? "", gate.opens.milliseconds, gate.allowed,
                gate.isHalted, gate.failures, gate.costlyFailures,
                gate.refusedInputs.joined(separator: " "), gate.reason,
                gate.detail?.cleaned(atMost: LongestWords.detail), gate.changed.milliseconds,
            ])
        CrashPoint.reach(.gateChanged)
    }
}

extension Gate {
    init(row: QueueRow) throws {
        provider = try row.required("provider")
        let model: String = try row.required("model")
        self.model = model.isEmpty ? nil : model
        opens = try row.date("opens_at")
        allowed = (row["allowed"] as Int?)?.clamped(to: Int.counts)
        isHalted = try row.required("halted")
        failures = try row.count("failures")
        costlyFailures = try row.count("costly_failures")
        let inputs: String = try row.required("refused_inputs")
        refusedInputs = inputs.split(separator: " ").map(String.init)
        reason = try row.required("reason")
        detail = row["detail"]
        changed = try row.date("changed_at")
    }
}
