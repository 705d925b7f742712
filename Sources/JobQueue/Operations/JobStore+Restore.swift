import Hashing
public import Foundation
import Ground

extension JobStore {
    /// Writes a consistent copy of the queue to a file that does not exist yet, while workers go on.
    ///
    /// When it returns, the copy is on the disk.
    public nonisolated func backUp(to file: String) async throws(JobQueueError) {
        try await files().backUp(to: file)
    }

    /// Replaces the queue's content by a backup's, and parks jobs that were paid since.
    ///
    /// Spaces that both know keep the tokens, webhooks, links and consents that they have: what ended after the backup stays
    /// ended.
    ///
    /// One transaction: a crash leaves either the old content or the new, with what the payments journal knows.
    /// Processes that have the queue open continue with the new content; claims of the old one are no longer valid.
    ///
    /// - Parameters:
    ///   - backup: A file that ``backUp(to:)`` wrote; it stays as it is.
    ///   - aside: A file that does not exist yet, for the replaced content; `nil` to discard it.
    public func restore(
        from backup: String, keepingReplacedIn aside: String?
    ) async throws(JobQueueError) -> Reconciliation {
        let engine = try files()
        let staged = try engine.stage(backup)
        defer { staged.remove() }
        if let aside { try await keepContent(in: aside) }
        let ledger = FileLedger(home: folder)
        return try engine.replaceContent(by: staged) { staged, present in
            // Before their jobs are parked; if they cannot be read, the backup's are all there is.
            if let webhooks = try? present.read(Self.allWebhooks) {
                try staged.transaction { tx in try Self.replaceWebhooks(by: webhooks, tx) }
            }
            var reconciliation = try ledger.align(staged) ?? Reconciliation()
            // If it cannot be read, the backup's persons are all there is.
            if let departures = try? present.read(Self.departures) {
                reconciliation.forgotten = try staged.transaction { tx in
                    try Self.add(departures, tx)
                }
            }
            // If it cannot be read, the journal and the time still keep the numbers of charged jobs apart.
            if let last = try? present.read(Self.lastID) {
                try staged.transaction { tx in try Self.markUsed(last, tx) }
            }
            // If they cannot be read, the backup's tokens are all there is.
            if let tokens = try? present.read(Self.allTokens) {
                try staged.transaction { tx in try Self.replaceTokens(by: tokens, tx) }
            }
            // The same for links and consents.
            if let invitations = try? present.read(PresentInvitations.init) {
                try staged.transaction { tx in try invitations.replace(tx) }
            }
            return reconciliation
        }
    }

    /// Makes a job that a restore parked succeed, because its result was saved after the backup.
    ///
    /// - Parameter outcome: What was made, as JSON.
    /// - Returns: Whether a restore had parked the job.
    public func keep(
        _ result: SavedResult, _ outcome: String, of id: JobID, now: Date
    ) throws(JobQueueError) -> Bool {
        try write(isPayment: true) { tx in
            try tx.lock(.job(id))
            guard let job = try Self.job(id, tx), job.state == .uncertain,
                job.reason == UncertaintyReason.restored.rawValue
            else { return false }
            if let charge = try Self.openCharge(of: id, tx) {
                try Self.settle(ChargeEnd(id: charge.id, state: .paid), of: id, now: now, tx)
            }
            return try Self.transition(
                .found(id), from: [.uncertain], to: .succeeded, reason: JobEnd.succeededReason,
                outcome: outcome, result: result, ended: job.ended, now: now, tx)
        }
    }

    /// Keeps a copy of the content; a damaged file is copied byte for byte.
    private func keepContent(in aside: String) async throws(JobQueueError) {
        do {
            try await backUp(to: aside)
        } catch .corrupt {
            try files().copyContent(to: aside)
        }
    }
}

extension JobStore {
    /// The hashes of those who have left.
    private static func departures(_ tx: any QueueTransaction) throws -> [QueueRow] {
        try tx.rows("SELECT space, hash FROM departed")
    }

    /// Adds those who have left that a queue does not know; returns the persons of whom it has something anyway.
    private static func add(
        _ departures: [QueueRow], _ tx: any QueueTransaction
    ) throws -> [Person] {
        var new: Set<String> = []
        for departure in departures {
            let hash: String = try departure.required("hash")
            let space = try departure.required("space", Space.init(row:))
            if try noteDeparture(hash, in: space, tx) { new.insert(hash) }
        }
        guard !new.isEmpty else { return [] }
        return try tx.rows(
            """
            SELECT space, person FROM job UNION SELECT space, person FROM person
            UNION SELECT space, person FROM charge WHERE person IS NOT NULL
            UNION SELECT space, person FROM invitee WHERE person <> ''
            ORDER BY space, person
            """
        ).map { row in try row.requiredPerson() }
            .filter { new.contains(hash($0.rawValue, in: $0.space)) }
    }

    /// Notes that somebody has left, by a hash of a name; returns whether that is new.
    @discardableResult
    package static func noteDeparture(
        _ hash: String, in space: Space, _ tx: any QueueTransaction
    ) throws -> Bool {
        try tx.run(
            "INSERT INTO departed (space, hash) VALUES (?, ?) ON CONFLICT DO NOTHING",
            [space.rawValue, hash]) == 1
    }

    /// Whether a name, by its hash, is one of a person who has left.
    package static func isDeparted(
        _ hash: String, _ space: Space, _ tx: any QueueTransaction
    ) throws -> Bool {
        try tx.has("departed WHERE space = ? AND hash = ?", [space.rawValue, hash])
    }

    /// The hash under which a name is kept once nothing else may be.
    package static func hash(_ text: String, in space: Space) -> String {
        SHA256.hash(data: Data("\(space)\n\(text)".utf8)).hexadecimal
    }
}
