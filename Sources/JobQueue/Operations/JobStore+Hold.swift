import CrashPoints
public import Foundation

/// Jobs that a limit holds back: claims pass them over, and between claims they are moved, some at a time, to when they may go.
extension JobStore {
    /// Notes that a provider's jobs in a space, or in ``HoldingSQL/everySpace``, have no money left until a time, or no room.
    static func noteSpent(
        of provider: String, in space: String, until next: Date,
        because reason: WaitReason = .budget, _ tx: any QueueTransaction
    ) throws {
        try tx.run(
            """
            INSERT INTO spent (provider, space, opens_at, reason) VALUES (?, ?, ?, ?)
            ON CONFLICT (provider, space) DO UPDATE
            SET opens_at = excluded.opens_at, reason = excluded.reason
            """, [provider, space, next.milliseconds, reason.rawValue])
    }

    /// Makes due jobs of a provider wait that are in spaces without money or room, at most ``HoldingSQL/batch``; returns how many.
    @discardableResult
    func setAsideSpent(of provider: String, now: Date, _ tx: any QueueTransaction) throws -> Int {
        let rows = try tx.rows(
            tx.dialect.holding.spent,
            [provider, "", now.milliseconds, "[]"]
                + Lookout.argument(lookout, of: provider, after: .commandLine, tx))
        let jobs = try Dictionary(grouping: rows) { try $0.required("opens_at") as Int64 }
        // What costs nothing waits for room alone, and what costs something for money alone.
        let waitsForRoom = try tx.has(
            "spent WHERE provider = ? AND opens_at > ? AND reason = ?",
            [provider, now.milliseconds, WaitReason.storage.rawValue])
        return try jobs.map { opening, rows in
            try Self.setAside(
                rows.map { try $0.id("id") }, until: Date(milliseconds: opening),
                waitsForRoom ? .storage : .budget, now: now, tx)
        }.reduce(0, +)
    }

    /// Makes jobs that are due wait until a time; returns how many.
    private static func setAside(
        _ jobs: [JobID], until next: Date, _ reason: WaitReason, now: Date,
        _ tx: any QueueTransaction
    ) throws -> Int {
        guard !jobs.isEmpty else { return 0 }
        let moved = try tx.run(
            tx.dialect.holding.setAside,
            [next.milliseconds, reason.rawValue, jobs.json, now.milliseconds])
        CrashPoint.reach(.jobsPostponed)
        return moved
    }

    /// Lets the jobs go that wait for a budget, or for room, of the spaces that meet a condition; of very many, the first ones now and the
    /// others between claims.
    static func releaseSpent(
        _ condition: String = "TRUE", _ arguments: [(any SQLConvertible)?] = [], now: Date,
        _ tx: any QueueTransaction
    ) throws {
        let marks = try tx.rows(
            """
            UPDATE spent SET opens_at = ? WHERE opens_at > ? AND \(condition)
            RETURNING provider, space
            """, [now.milliseconds, now.milliseconds] + arguments)
        try letGo(of: marks, now: now, tx)
    }

    /// Makes jobs due that wait for the budgets of some rows of `spent`, a batch in all; returns how many.
    ///
    /// - Parameter removes: Whether a row goes that no job waits for any more.
    @discardableResult
    private static func letGo(
        of marks: [QueueRow], removes: Bool = false, now: Date, _ tx: any QueueTransaction
    ) throws -> Int {
        var moved = 0
        for mark in marks where moved < HoldingSQL.batch {
            let provider: String = try mark.required("provider")
            let space: String = try mark.required("space")
            let isOfAll = space == HoldingSQL.everySpace
            let holding = tx.dialect.holding
            let count =
                isOfAll
                ? try tx.run(holding.releaseUnheld, [now.milliseconds, provider])
                : try tx.run(holding.releaseBudgeted, [now.milliseconds, provider, space])
            moved += count
            if removes, count == 0 {
                try tx.run(
                    "DELETE FROM spent WHERE provider = ? AND space = ? AND opens_at <= ?",
                    [provider, space, now.milliseconds])
            }
        }
        return moved
    }

    /// Lets all jobs be judged anew that wait for the cap or a budget; the first ones now, the others between claims.
    static func judgeAnew(now: Date, _ tx: any QueueTransaction) throws {
        try releaseSpent(now: now, tx)
        try tx.run(
            """
            INSERT INTO cap_change (one, last_job) VALUES (1, -1)
            ON CONFLICT (one) DO UPDATE SET last_job = excluded.last_job
            """)
        _ = try judgeMoreAnew(now: now, tx)
    }

    /// Goes on with jobs that wait for a cap which has changed since; returns how many there were.
    private static func judgeMoreAnew(now: Date, _ tx: any QueueTransaction) throws -> Int {
        guard let after: Int64 = try tx.value("SELECT last_job FROM cap_change") else { return 0 }
        let ids: [Int64] = try tx.values(
            tx.dialect.holding.rejudge, [now.milliseconds, after])
        if let last = ids.max(), ids.count == HoldingSQL.batch {
            try tx.run("UPDATE cap_change SET last_job = ? WHERE last_job = ?", [last, after])
        } else {
            try tx.run("DELETE FROM cap_change WHERE last_job = ?", [after])
        }
        return ids.count
    }

    /// Lets jobs follow a limit that lets them go, as far as that was not done at once; a batch.
    ///
    /// - Returns: How many jobs are due now.
    func followLimits(now: Date) throws(JobQueueError) -> Int {
        try write { tx in
            let judged = try Self.judgeMoreAnew(now: now, tx)
            guard judged == 0 else { return judged }
            let marks = try tx.rows(
                "SELECT provider, space FROM \(HoldingSQL.open) LIMIT \(HoldingSQL.batch)",
                [now.milliseconds])
            return try Self.letGo(of: marks, removes: true, now: now, tx)
        }
    }

    /// Makes the due jobs of providers wait that are in spaces without money or room, a batch; returns how many.
    func setAsideSpent(of providers: [String], now: Date) throws(JobQueueError) -> Int {
        try write(isNews: false) { tx in
            try providers.map { try setAsideSpent(of: $0, now: now, tx) }.reduce(0, +)
        }
    }

    /// Notes which spaces have no money left, from one on by name; returns the day.
    func findSpent(
        of provider: String, from space: Space, now: Date
    ) throws(JobQueueError) -> String {
        try write(isNews: false) { tx in
            let cap = try Self.requiredLimits(tx)
            let day = cap.day(of: now)
            let names: [String] = try tx.values(
                """
                SELECT name FROM space
                WHERE name >= ? AND (budget IS NOT NULL OR total_budget IS NOT NULL)
                ORDER BY name LIMIT ?
                """, [space.rawValue, HoldingSQL.batch])
            let spaces = names.compactMap { Space($0) }
            try tx.lock(all: spaces.map { .budget(of: $0) })
            for space in spaces where try Self.isSpent(space, day, tx) {
                try Self.noteSpent(
                    of: provider, in: space.rawValue, until: cap.nextDay(after: now), tx)
            }
            return day
        }
    }

    /// Whether not even the cheapest request fits into a space's budgets.
    static func isSpent(
        _ space: Space, _ day: String, _ tx: any QueueTransaction
    ) throws -> Bool {
        try budgets(of: space, day, tx).contains { budget in
            budget.spent.map { $0 >= budget.limit } ?? false
        }
    }

    /// Makes the due jobs of a person and a kind wait for the next day, a batch.
    func postpone(_ next: Job, now: Date) throws(JobQueueError) {
        try write(isNews: false) { tx in
            let cap = try Self.requiredLimits(tx)
            try tx.lock(.person(next.person, day: cap.day(of: now)))
            // A place may have become free meanwhile.
            guard try isFull(next.person, next.kind, cap, now: now, tx) else { return }
            try tx.run(
                tx.dialect.holding.postpone,
                [
                    cap.nextDay(after: now).milliseconds, next.person.space.rawValue,
                    next.person.rawValue, next.kind.rawValue, next.provider, now.milliseconds,
                ])
            CrashPoint.reach(.jobsPostponed)
        }
    }

    /// Makes the due jobs wait for the next day that are as far in front as a job, and whose persons are at the cap, a batch;
    /// returns how many.
    func setAside(with next: Job, now: Date) throws(JobQueueError) -> Int {
        try write(isNews: false) { tx in
            let cap = try Self.requiredLimits(tx)
            let rows = try tx.rows(
                tx.dialect.holding.front,
                [
                    next.provider, next.person.space.rawValue, next.priority, now.milliseconds,
                    next.due.milliseconds,
                ])
            var jobs: [Owner: [JobID]] = [:]
            for row in rows {
                let owner = Owner(
                    person: try row.requiredPerson(),
                    kind: JobKind(rawValue: try row.required("kind")))
                jobs[owner, default: []].append(try row.id("id"))
            }
            let day = cap.day(of: now)
            let persons = Set(jobs.keys.map(\.person))
            try tx.lock(all: persons.map { .person($0, day: day) })
            let held = try jobs.filter { owner, _ in
                try isFull(owner.person, owner.kind, cap, now: now, tx)
            }
            return try Self.setAside(
                held.values.flatMap(\.self), until: cap.nextDay(after: now), .dailyCap, now: now,
                tx)
        }
    }

    /// Whose jobs of what kind.
    private struct Owner: Hashable {
        let person: Person
        let kind: JobKind
    }

    private func isFull(
        _ person: Person, _ kind: JobKind, _ cap: DailyCap, now: Date, _ tx: any QueueTransaction
    ) throws -> Bool {
        try Self.takenPlaces(of: person, kind, on: cap.day(of: now), tx)
            .reach(cap.charges, self, tx)
    }
}

/// How far a look through the persons with waiting jobs has come.
struct PersonLook: Sendable {
    /// The space, the person, the provider and the kind of the last one.
    var last = ["", "", "", ""]
}

extension JobStore {
    /// Due jobs of a provider that may go, wherever they stand among those that limits hold back; none if none was found yet:
    /// each call looks further, and begins anew at the end.
    ///
    /// Only reads, so no other process waits for it. For ``claim(for:token:providers:freeProvider:lastServed:isAhead:leavingOut:offered:understands:now:)``
    /// after ``ClaimResult/crowded(provider:)``.
    public func lookFurther(
        of provider: String, leavingOut leftOut: Set<JobID> = [], now: Date
    ) async throws(JobQueueError) -> [JobID] {
        var look = looks[provider] ?? PersonLook()
        for _ in 0..<Self.looksAtOnce {
            let last = look.last
            let rows = try await read { tx in
                let cap = try Self.requiredLimits(tx)
                return try tx.rows(
                    tx.dialect.holding.persons,
                    [
                        provider, Array(leftOut).json, now.milliseconds, cap.day(of: now),
                        cap.charges, last[0], last[1], last[2], last[3],
                    ]
                ).map { row in
                    (
                        id: try row.id("id"), mayGo: try row.required("may_go") as Bool,
                        isLast: row["n"] == HoldingSQL.personsOfLook,
                        lane: try ["space", "person", "provider", "kind"].map {
                            try row.required($0) as String
                        }
                    )
                }
            }
            look.last = rows.first(where: \.isLast)?.lane ?? PersonLook().last
            looks[provider] = look
            let found = rows.filter(\.mayGo).map(\.id)
            if !found.isEmpty || look.last == PersonLook().last { return found }
        }
        return []
    }

    /// How many reads one look takes at most.
    private static let looksAtOnce = 4
}

extension [JobID] {
    /// As a statement takes them: a JSON array of their numbers.
    var json: String { "[\(map { "\($0.rawValue)" }.joined(separator: ","))]" }
}
