import CrashPoints
public import Foundation
import GRDB

extension JobStore {
    /// The gates that were ever closed, with what they say now.
    public nonisolated func gates() async throws(JobQueueError) -> [Gate] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM gate ORDER BY provider").map(Gate.init(row:))
        }
    }

    /// Lets requests to a provider through again, one at first, and lets all its models be chosen again; returns whether
    /// the gate was closed.
    public func clearGate(of provider: String, now: Date) throws(JobQueueError) -> Bool {
        try write { db in
            try Self.forgetGone(of: provider, db)
            guard var gate = try Self.storedGate(of: provider, db) else { return false }
            let wasClosed = gate.isHalted || gate.opens > now
            gate.isHalted = false
            if wasClosed { gate.allowed = 1 }
            gate.opens = Date(milliseconds: 0)
            gate.reopen()
            gate.changed = now
            try Self.save(gate, db)
            return wasClosed
        }
    }

    static func gate(of provider: String, now: Date, _ db: Database) throws -> Gate {
        try storedGate(of: provider, db) ?? .open(for: provider, now: now)
    }

    static func change(_ change: GateChange, provider: String, now: Date, _ db: Database) throws {
        let gate = try gate(of: provider, now: now, db)
        // An answer from a provider that was well changes nothing that is worth writing.
        if change == .answered, gate.allowed == nil, gate.failures == 0, gate.costlyFailures == 0 {
            return
        }
        try save(gate.applying(change, now: now), db)
    }

    private static func storedGate(of provider: String, _ db: Database) throws -> Gate? {
        try db.row("SELECT * FROM gate WHERE provider = ?", [provider]).map(Gate.init(row:))
    }

    private static func save(_ gate: Gate, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO gate VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (provider) DO UPDATE SET
                    opens_at = excluded.opens_at, allowed = excluded.allowed,
                    halted = excluded.halted, failures = excluded.failures,
                    costly_failures = excluded.costly_failures,
                    refused_photos = excluded.refused_photos,
                    reason = excluded.reason, detail = excluded.detail,
                    changed_at = excluded.changed_at
                """,
            arguments: [
                gate.provider, gate.opens.milliseconds, gate.allowed, gate.isHalted,
                gate.failures, gate.costlyFailures, gate.refusedPhotos.joined(separator: " "),
                gate.reason, gate.detail?.cleaned(atMost: LongestWords.detail),
                gate.changed.milliseconds,
            ])
        CrashPoint.reach(.gateChanged)
    }
}

extension Gate {
    init(row: Row) throws {
        provider = try row.required("provider")
        opens = try row.date("opens_at")
        allowed = row["allowed"]
        isHalted = try row.required("halted")
        failures = try row.required("failures")
        costlyFailures = try row.required("costly_failures")
        let photos: String = try row.required("refused_photos")
        refusedPhotos = photos.split(separator: " ").map(String.init)
        reason = try row.required("reason")
        detail = row["detail"]
        changed = try row.date("changed_at")
    }
}
