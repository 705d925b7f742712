/// The statements about jobs that a limit of their person or space holds back.
///
/// A person at the cap is known by charges, a space without money or room by its row of `spent`. Both are judged at each claim; when a
/// held job is due, and why it waits, only follows, in small batches between claims.
package struct HoldingSQL: Sendable {
    /// Those of given jobs that a worker holds and is asked to stop.
    let cancelled: String
    /// A person's waiting jobs.
    let ofPerson: String
    /// Makes due jobs of a person and a kind wait for the cap.
    let postpone: String
    /// The first due jobs of a provider, a space and a priority, from a time on.
    let front: String
    /// The first of these whose person's day has a slot left.
    let behind: String
    /// The due jobs of a provider in spaces without money or room.
    let spent: String
    /// The due jobs at both ends of each space and priority, of persons whose day has a slot left.
    let ends: String
    /// The next persons by name with waiting jobs of a kind: the jobs that may go, and the last person, whose row has the number
    /// ``personsOfLook``.
    let persons: String
    /// A due job that was found to be free to go, and how many slots of its person's day are taken.
    let found: String
    /// Makes given jobs that are due wait until a time for a reason.
    let setAside: String
    /// Makes a person's jobs of a kind due that wait for the cap.
    let releaseCapped: String
    /// Makes jobs of a provider and a space due that wait for a budget, or for room.
    let releaseBudgeted: String
    /// Makes jobs of a provider due that wait for a budget, unless their own space has no money left.
    let releaseUnheld: String
    /// Makes jobs with numbers above one due that wait for the cap; returns their numbers.
    let rejudge: String

    /// Stands for all spaces in `spent`.
    static let everySpace = Dialect.afterAllSpaces

    /// How many jobs are moved at once, and how many limits are judged for it: the write lock is held for some milliseconds on a slow
    /// machine, too, and a new job is claimed after a few of them.
    static let batch = 50

    /// How far behind the next job one is looked for that may go.
    private static let depth = 200

    /// How many persons one read goes through: some milliseconds, since a new job is claimed after some of them.
    static let personsOfLook = 250

    /// The rows of `spent` whose jobs may go by a time.
    static let open = """
        spent WHERE opens_at <= ?1 AND coalesce((
            SELECT opens_at FROM spent AS every
            WHERE every.provider = spent.provider AND every.space = '\(everySpace)'), 0) <= ?1
        """

    /// When a space may spend again, or has room again, in milliseconds; at most now if it may.
    static func opening(of space: String, provider: String) -> String {
        // Not by a list of both: SQLite would make a table of it for each row.
        """
        coalesce((SELECT max(opens_at) FROM (
            SELECT opens_at FROM spent WHERE provider = \(provider) AND space = \(space)
            UNION ALL
            SELECT opens_at FROM spent WHERE provider = \(provider) AND space = '\(everySpace)'
        ) AS marks), 0)
        """
    }

    init(_ engine: EngineKind) {
        let isFile = engine == .sqlite
        func by(_ index: String) -> String { isFile ? " INDEXED BY \(index)" : "" }
        let skipped = isFile ? "" : " FOR UPDATE SKIP LOCKED"
        // An array is made once. PostgreSQL may run what follows IN for each job, and each time skip those that are changed by then:
        // all would be in one batch.
        let (among, end) = isFile ? ("IN (", ")") : ("= ANY (ARRAY(", "))")
        /// Changes when some jobs are due that meet a condition.
        func update(_ due: String, by index: String, where condition: String) -> String {
            """
            UPDATE job SET due_at = \(due) WHERE id \(among)
                SELECT id FROM job\(by(index)) WHERE \(condition) LIMIT \(Self.batch)\(skipped)\(end)
            """
        }
        let isWaiting = Dialect.isWaiting(engine)
        let waits = "reason <> 'answered' AND expires_at IS NULL"
        cancelled = """
            SELECT id FROM job WHERE \(Self.isAmong("?1", engine))
                AND coalesce(state, '') = 'running' AND owner = ?2 AND cancel_requested = 1
            """
        ofPerson = """
            SELECT id FROM job\(by("job_waiting"))
            WHERE state = 'waiting' AND space = ? AND person = ?
            """
        postpone = update(
            "?, reason = 'daily_cap'", by: "job_waiting",
            where: """
                state = 'waiting' AND space = ? AND person = ? AND kind = ? AND provider = ?
                    AND due_at <= ? AND \(waits)
                """)
        func first(_ count: Int, _ condition: String) -> String {
            """
            SELECT id, space, person, kind FROM job\(by("job_open"))
            WHERE state = 'waiting' AND provider = ?1 AND space = ?2 AND priority = ?3
                AND \(condition)
            ORDER BY due_at, id LIMIT \(count)
            """
        }
        front = first(Self.batch, "due_at >= ?5 AND due_at <= ?4 AND \(waits)")
        behind = """
            SELECT id FROM (\(first(Self.depth, "due_at >= ?8 AND due_at <= ?4 AND \(Dialect.leavesIn("?7", engine))"))) AS front
            WHERE \(Self.hasSlot(of: "front", day: "?5", most: "?6")) LIMIT 1
            """
        // Not by the state itself, which is in an index: the numbers are looked up.
        setAside = """
            UPDATE job SET due_at = ?1, reason = ?2 WHERE id \(among)
                SELECT id FROM job WHERE \(Self.isAmong("?3", engine))
                    AND coalesce(state, '') = 'waiting' AND due_at <= ?4
                    AND coalesce(reason, '') <> 'answered' AND expires_at IS NULL\(skipped)\(end)
            """
        releaseCapped = update(
            "?", by: "job_capped",
            where: """
                \(isWaiting) AND reason = 'daily_cap' AND space = ? AND person = ? AND kind = ?
                """)
        let isBudgeted = """
            \(isWaiting) AND (reason = 'budget' OR reason = 'storage')
                AND provider = ?2 AND due_at > ?1
            """
        releaseBudgeted = update(
            "?1", by: "job_budgeted", where: "\(isBudgeted) AND space = ?3")
        releaseUnheld = update(
            "?1", by: "job_budgeted",
            where: """
                \(isBudgeted) AND NOT EXISTS (
                    SELECT 1 FROM spent WHERE spent.provider = ?2 AND spent.space = job.space
                        AND spent.opens_at > ?1)
                """)
        let isCapped = isFile ? "reason = 'daily_cap'" : "coalesce(reason, '') = 'daily_cap'"
        rejudge = """
            UPDATE job SET due_at = ?1 WHERE id \(among)
                SELECT id FROM job\(by("job_rejudged"))
                WHERE \(isWaiting) AND \(isCapped) AND id > ?2
                ORDER BY id LIMIT \(Self.batch)\(end)
            RETURNING id
            """
        found = """
            SELECT \(Job.columns), \(placesSQL(of: "job", day: "?4")) FROM job
            WHERE id = ?1 AND coalesce(state, '') = 'waiting' AND provider = ?2 AND due_at <= ?3
                AND \(Self.opening(of: "job.space", provider: "?2")) <= ?3\(skipped)
            """
        spent = isFile ? Self.spentInFile : Self.spentOnServer
        ends = isFile ? Self.endsInFile : Self.endsOnServer
        persons = isFile ? Self.personsInFile : Self.personsOnServer
    }

    /// The condition that a job is among some (JSON).
    private static func isAmong(_ parameter: String, _ engine: EngineKind) -> String {
        switch engine {
        case .sqlite: "id IN (SELECT value FROM json_each(\(parameter)))"
        case .postgres: "id = ANY (CAST(translate(\(parameter), '[]', '{}') AS bigint[]))"
        }
    }
}

extension HoldingSQL {
    /// How many jobs are looked at from the front of a space and priority, and from its end, where new ones arrive.
    private static let (firstOnes, lastOnes) = (4, 16)
    /// How many jobs that may go one look returns: another worker may take some.
    private static let mostFound = 8

    private static let spentInFile =
        Dialect.levelsInFile + """
            SELECT job.id, \(opening(of: "level.of_space", provider: "?1")) AS opens_at
            FROM level CROSS JOIN job ON job.id IN (
                SELECT id FROM job INDEXED BY job_open
                WHERE state = 'waiting' AND provider = ?1 AND space = level.of_space
                    AND priority = level.of_priority AND due_at <= ?3
                    AND reason <> 'answered' AND expires_at IS NULL
                    AND \(Dialect.leavesIn("?4", .sqlite))
                LIMIT \(batch))
            WHERE \(opening(of: "level.of_space", provider: "?1")) > ?3
            LIMIT \(batch)
            """

    private static let spentOnServer =
        Dialect.levelsOnServer("?4", known: "?5") + """
            SELECT next.id, next.opens_at
            FROM level CROSS JOIN LATERAL (
                SELECT id, \(opening(of: "level.space", provider: "?1")) AS opens_at FROM job
                WHERE state = 'waiting' AND provider = ?1 AND space = level.space
                    AND priority = level.priority
                    AND (due_at, id) >= (level.due_at, level.id) AND due_at <= ?3
                    AND \(opening(of: "level.space", provider: "?1")) > ?3
                    AND reason <> 'answered' AND expires_at IS NULL
                ORDER BY due_at, id LIMIT \(batch)) AS next
            LIMIT \(batch)
            """

    private static let endsInFile =
        Dialect.levelsInFile + """
            SELECT job.id FROM level CROSS JOIN job ON job.id IN (
                SELECT id FROM (\(end("level.of_space", "level.of_priority", .sqlite)) LIMIT \(firstOnes))
                UNION ALL
                SELECT id FROM (\(end("level.of_space", "level.of_priority", .sqlite, " DESC")) LIMIT \(lastOnes)))
            WHERE \(opening(of: "level.of_space", provider: "?1")) <= ?3 AND \(hasSlot(of: "job", day: "?4", most: "?6"))
            LIMIT \(mostFound)
            """

    private static let endsOnServer =
        Dialect.levelsOnServer("?5", known: "?7") + """
            SELECT next.id FROM level CROSS JOIN LATERAL (
                (\(end("level.space", "level.priority", .postgres)) LIMIT \(firstOnes))
                UNION
                (\(end("level.space", "level.priority", .postgres, " DESC")) LIMIT \(lastOnes))) AS next
            WHERE \(opening(of: "next.space", provider: "?1")) <= ?3 AND \(hasSlot(of: "next", day: "?4", most: "?6"))
            LIMIT \(mostFound)
            """

    private static func end(
        _ space: String, _ priority: String, _ engine: EngineKind, _ direction: String = ""
    ) -> String {
        let (index, floor) =
            engine == .sqlite ? (" INDEXED BY job_open", "") : ("", " AND due_at >= level.due_at")
        return """
            SELECT id, space, person, kind FROM job\(index)
            WHERE state = 'waiting' AND provider = ?1 AND space = \(space) AND priority = \(priority)\(floor)
                AND due_at <= ?3 AND \(Dialect.leavesIn("?5", engine))
            ORDER BY due_at\(direction), id\(direction)
            """
    }

    private static func hasSlot(of row: String, day: String, most: String) -> String {
        """
        (SELECT count(*) FROM charge
            WHERE space = \(row).space AND person = \(row).person AND kind = \(row).kind
                AND day = \(day) AND state <> 'free') < \(most)
        """
    }

    /// One index lookup for each person, provider and kind.
    private static let personsInFile = """
        WITH RECURSIVE lane (n, id, space, person, provider, kind, due_at) AS (
            SELECT 1, id, space, person, provider, kind, due_at
            FROM job WHERE id = \(laneAfter("?6", "?7", "?8", "?9"))
            UNION ALL
            SELECT lane.n + 1, next.id, next.space, next.person, next.provider, next.kind, next.due_at
            FROM lane JOIN job AS next
                ON next.id = \(laneAfter("lane.space", "lane.person", "lane.provider", "lane.kind"))
            WHERE lane.n < \(personsOfLook)
        )
        \(pick(.sqlite))
        """

    /// SQLite compares several columns by an index only as far as the first.
    private static func laneAfter(
        _ space: String, _ person: String, _ provider: String, _ kind: String
    ) -> String {
        func first(_ condition: String, _ order: String) -> String {
            """
            (SELECT id FROM job INDEXED BY job_waiting WHERE state = 'waiting' AND \(condition)
            ORDER BY \(order)due_at LIMIT 1)
            """
        }
        return """
            coalesce(
                \(first("space = \(space) AND person = \(person) AND provider = \(provider) AND kind > \(kind)", "kind, ")),
                \(first("space = \(space) AND person = \(person) AND provider > \(provider)", "provider, kind, ")),
                \(first("space = \(space) AND person > \(person)", "person, provider, kind, ")),
                \(first("space > \(space)", "space, person, provider, kind, ")))
            """
    }

    private static let personsOnServer = """
        WITH RECURSIVE lane AS (
            (SELECT 1 AS n, id, space, person, provider, kind, due_at FROM job
            WHERE state = 'waiting' AND (space, person, provider, kind) > (?6, ?7, ?8, ?9)
            ORDER BY space, person, provider, kind, due_at LIMIT 1)
            UNION ALL
            SELECT lane.n + 1, next.* FROM lane CROSS JOIN LATERAL (
                SELECT id, space, person, provider, kind, due_at FROM job
                WHERE state = 'waiting' AND (space, person, provider, kind)
                    > (lane.space, lane.person, lane.provider, lane.kind)
                ORDER BY space, person, provider, kind, due_at LIMIT 1) AS next
            WHERE lane.n < \(personsOfLook)
        )
        \(pick(.postgres))
        """

    private static func pick(_ engine: EngineKind) -> String {
        """
        SELECT n, id, space, person, provider, kind, may_go FROM (
            SELECT lane.*, CASE WHEN provider = ?1 AND due_at <= ?3
                AND \(Dialect.leavesIn("?2", engine))
                AND \(opening(of: "lane.space", provider: "?1")) <= ?3
                AND \(hasSlot(of: "lane", day: "?4", most: "?5")) THEN 1 ELSE 0 END AS may_go
            FROM lane) AS judged
        WHERE may_go = 1 OR n = \(personsOfLook)
        """
    }
}
