package import Foundation
import Ground
import HeadshotWorker
package import JobQueue

extension JobStore {
    /// Keeps a scan, if the person's plan allows it now.
    ///
    /// - Parameters:
    ///   - question: What a model is asked about it, in the same transaction.
    ///   - bytes: The sizes of its photos that are in the store.
    ///   - allowance: The limits that it counts for; `nil` for none. Throws ``JobQueueError/limitReached(_:)`` beyond them.
    package func add(
        _ scan: Scan, asking question: Question? = nil, by plans: PlanTable,
        bytes: [String: Int] = [:], within allowance: FreeAllowance? = nil, now: Date
    ) throws(JobQueueError) -> ScanAdmission {
        try write { tx in
            // Two scans at the same time must not both find the place of one.
            let change = try lockDays(of: scan.person, asking: question, now: now, tx)
            guard try Self.isPresent(scan.person, tx) else { return .gone }
            if let key = scan.key {
                if let row = try Self.row(of: scan.person, key: key, tx) {
                    // The damaged result cannot be returned again, and the key stays taken.
                    guard let old = try row.readable(Scan.init(row:)) else { return .removed }
                    return old.digest == scan.digest ? .existing(old) : .keyTaken(by: old)
                }
                if try Self.wasRemoved(.scan, named: key, of: scan.person, tx) { return .removed }
            }
            let place = try Self.placeForScan(of: scan.person, plans, now: now, tx)
            guard place == .free else { return .refused(place) }
            try tx.run(
                """
                INSERT INTO scan (
                    id, space, person, key, digest, answer, photo, side_photo, created_at,
                    shown_whole)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [scan.id] + scan.person.arguments + [
                    scan.key, scan.digest, scan.answer, scan.photo, scan.sidePhoto,
                    now.milliseconds,
                    plans[try Self.entitlement(of: scan.person, tx).plan(at: now)].weaknesses,
                ])
            try tx.run(
                "UPDATE person SET scanned_at = ? WHERE space = ? AND person = ?",
                [now.milliseconds] + scan.person.arguments)
            try change.ask(tx)
            if let allowance {
                try Self.store(bytes, of: scan.person.space, within: allowance.limits, tx)
                try Self.use(1, of: .upload, by: scan.person, within: allowance, tx)
            }
            return .kept
        }
    }

    /// Whether a person may have a photo scanned now.
    package nonisolated func placeForScan(
        of person: Person, _ plans: PlanTable, now: Date
    ) async throws(JobQueueError) -> ScanAllowance {
        try await read { tx in try Self.placeForScan(of: person, plans, now: now, tx) }
    }

    /// A person's scan by its key; `nil` if the person has no such scan, or its row is damaged.
    package nonisolated func scan(
        of person: Person, key: String
    ) async throws(JobQueueError) -> Scan? {
        try await read { tx in
            try Self.row(of: person, key: key, tx).readable(Scan.init(row:))
        }
    }

    /// A person's scan; `nil` if the person has no such scan, or its row is damaged.
    package nonisolated func scan(
        _ id: String, of person: Person
    ) async throws(JobQueueError) -> Scan? {
        try await read { tx in
            try tx.readable("scan", id, of: person, Scan.init(row:))
        }
    }

    /// A person's scans, the newest first.
    ///
    /// - Parameter seq: Only scans that were made before this place; `nil` for all.
    package nonisolated func scans(
        of person: Person, before seq: Int64? = nil, limit: Int
    ) async throws(JobQueueError) -> [Scan] {
        try await read { tx in
            try tx.readable("scan", of: person, before: seq, limit: limit, Scan.init(row:))
        }
    }

    /// A person's first scan that is still there.
    package nonisolated func firstScan(of person: Person) async throws(JobQueueError) -> Scan? {
        try await read { tx in
            try tx.readable(
                "SELECT * FROM scan WHERE space = ? AND person = ? ORDER BY seq LIMIT ?",
                person.arguments, limit: 1, Scan.init(row:)
            ).first
        }
    }

    /// Removes a person's scan and the questions about it, and marks its photos; returns whether there was one.
    ///
    /// - Parameter givesPlaceBack: Whether the plan gives the place of the scan again, since it could not be kept. The place
    ///   of a scan that its person removes stays used up: otherwise one scan after another could be made and removed.
    package func removeScan(
        _ id: String, asked key: String, of person: Person, givesPlaceBack: Bool = false, now: Date
    ) throws(JobQueueError) -> Bool {
        try erase { tx in
            try tx.lock(.days(of: person))
            try Self.forgetQuestion(key, of: person, now: now, tx)
            let row = try tx.row(
                """
                DELETE FROM scan WHERE id = ? AND space = ? AND person = ?
                RETURNING photo, side_photo
                """, [id] + person.arguments)
            guard let row else { return false }
            let photos: [String] = ["photo", "side_photo"].compactMap { row[$0] }
            try Self.markUnneeded(among: photos, tx)
            try Self.removeTips(of: person, chosenBy: id, now: now, tx)
            try Self.removeMatch(of: person, madeBy: id, now: now, tx)
            if givesPlaceBack {
                try tx.run(
                    """
                    UPDATE person SET scanned_at = (
                        SELECT max(created_at) FROM scan WHERE space = ?1 AND person = ?2)
                    WHERE space = ?1 AND person = ?2
                    """, person.arguments)
                // The client sends it again, which is the only way to keep it.
                try tx.run(
                    """
                    UPDATE changed SET client = NULL
                    WHERE space = ? AND person = ? AND sort = ? AND id = ?
                    """, person.arguments + [RemovedSort.scan.rawValue, id])
            }
            return true
        }
    }

    /// Removes a person's match if it goes by the shape that a scan measured, with what a model wrote in its place.
    private static func removeMatch(
        of person: Person, madeBy scan: String, now: Date, _ tx: any QueueTransaction
    ) throws {
        var wishes = try preferences(of: person, tx)
        guard let match = KeptMatch(wishes), match.scan == scan else { return }
        try forgetQuestion(WordsKind.celebrity.key(match.thing), of: person, now: now, tx)
        wishes.celebrity = nil
        try write(wishes, of: person, tx)
    }

    /// Notes that a plan shows all of a person's scans: what was paid for once stays shown.
    static func showScans(
        of person: Person, by plan: Plan, _ tx: any QueueTransaction
    ) throws {
        guard try record(of: person.space, tx)?.settings.plans[plan].weaknesses == true else {
            return
        }
        try tx.lock(.days(of: person))
        try tx.run(
            """
            UPDATE scan SET shown_whole = 1
            WHERE space = ? AND person = ? AND shown_whole = 0
            """, person.arguments)
    }

    /// Removes all scans of a person, and returns their photos.
    static func removeScans(of person: Person, _ tx: any QueueTransaction) throws -> [String] {
        try tx.rows(
            "DELETE FROM scan WHERE space = ? AND person = ? RETURNING photo, side_photo",
            person.arguments
        ).flatMap { row in ["photo", "side_photo"].compactMap { row[$0] } }
    }

    private static func row(
        of person: Person, key: String, _ tx: any QueueTransaction
    ) throws -> QueueRow? {
        try tx.row(
            "SELECT * FROM scan WHERE space = ? AND person = ? AND key = ?",
            person.arguments + [key])
    }

    private static func placeForScan(
        of person: Person, _ plans: PlanTable, now: Date, _ tx: any QueueTransaction
    ) throws -> ScanAllowance {
        let rules = plans[try entitlement(of: person, tx).plan(at: now)]
        guard rules.scans || rules.firstScan else { return .notInPlan }
        if rules.scans, rules.hoursBetweenScans == nil { return .free }
        let last: Int64? = try tx.value(
            "SELECT scanned_at FROM person WHERE space = ? AND person = ?", person.arguments)
        guard let last else { return .free }
        guard rules.scans, let hours = rules.hoursBetweenScans else { return .notInPlan }
        let next = Date(milliseconds: last).addingTimeInterval(Double(hours) * 3600).clamped
        return next <= now ? .free : .later(next)
    }
}

extension Scan {
    fileprivate init(row: QueueRow) throws {
        id = try row.required("id")
        person = try row.requiredPerson()
        key = row["key"]
        digest = try row.required("digest")
        answer = try row.required("answer")
        read.answer = try row.required("answer") { StoredJSON.value(ScanAnswer.self, $0) }
        photo = row["photo"]
        sidePhoto = row["side_photo"]
        created = try row.date("created_at")
        isWhole = try row.required("shown_whole")
        place.seq = try row.required("seq")
    }
}
