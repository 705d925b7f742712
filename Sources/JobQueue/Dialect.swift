/// The SQL in which engines differ; all other SQL is written once, beside its operation.
///
/// For SQLite it names the index where the planner would otherwise scan all waiting jobs. On a server, rows that another
/// transaction holds are passed over: it is claiming them, or ends them.
package struct Dialect: Sendable {
    static let sqlite = Dialect(.sqlite)
    static let postgres = Dialect(.postgres)

    /// The next job whose answer only has to be saved.
    let answered: String
    /// The next due job of a provider's next space in turn, and how many slots of its person's day are taken.
    ///
    /// The turn goes through the spaces by name, beginning after the one that was served last. The cost depends neither on
    /// ended jobs nor on those that are due later, only on the number of spaces that have waiting jobs but no due one.
    let claim: String
    /// The due jobs of a provider, a space and a priority, at most a thousand, without those that the worker leaves out.
    let dueOfPriority: String
    /// The first fleeting jobs whose time is over.
    let expired: String
    /// The condition that a job is one of them; takes the time.
    let hasExpired: String
    /// When a provider's next waiting job is due; takes the provider and an empty space.
    let nextDue: String
    /// When the provider's next job is due that was set back after a death.
    let nextSetBack: String
    /// Whether there is a row of ``expired``, one of ``answered``, and jobs may follow a limit that lets them go.
    let claimContext: String
    /// What holds jobs back, and lets them go again.
    let holding: HoldingSQL
    /// How many jobs of a person and a provider wait.
    package let waitingOfPerson: String
    /// How many jobs of a provider wait in a space.
    package let waitingOfSpace: String
    /// How many jobs of a provider wait.
    package let waitingOfAll: String
    /// The open jobs of an app's space, with their states.
    package let openOfSpace: String
    /// The open jobs of a person, with their states.
    package let openOfPerson: String
    /// The given photos (JSON) that jobs, uploads and scans still need; jobs of a space that ended before a time need none.
    let needed: String
    /// The number of the next charge.
    let nextCharge: String
    /// The number of the next line of the payments journal.
    let nextLine: String
    /// Whether a charge has the number of its place of the day; a new one brings that of the last place there is.
    let numbersPlaces: Bool
    /// Whether statements about a provider's waiting jobs take what a ``Lookout`` knows of them as their last argument.
    let takesLookout: Bool
    /// Whether rows are compared by all their columns that an index has, and not by the first alone.
    let comparesRows: Bool
    /// The condition that a job's payload has all values of a JSON object.
    let hasValues: String

    private init(_ engine: EngineKind) {
        let isFile = engine == .sqlite
        func by(_ index: String) -> String { isFile ? " INDEXED BY \(index)" : "" }
        let some =
            isFile
            ? "LIMIT \(JobStore.batch)"
            : "ORDER BY id LIMIT \(JobStore.batch) FOR UPDATE SKIP LOCKED"
        let one = isFile ? "LIMIT 1" : "LIMIT 1 FOR UPDATE SKIP LOCKED"
        let isWaiting = Self.isWaiting(engine)
        hasExpired = """
            \(isWaiting) AND expires_at IS NOT NULL AND expires_at <= ?1 AND reason <> 'answered'
            """
        answered = """
            SELECT \(Job.columns) FROM job\(by("job_answered"))
            WHERE \(isWaiting) AND reason = 'answered' AND \(Self.leavesIn("?1", engine))
            ORDER BY id \(one)
            """
        claim = isFile ? Self.claimInFile : Self.claimOnServer
        dueOfPriority = """
            SELECT \(Job.columns) FROM job\(by("job_open"))
            WHERE state = 'waiting' AND provider = ?1 AND space = ?2 AND priority = ?3
                AND due_at <= ?4 AND \(Self.leavesIn("?5", engine))
            ORDER BY due_at, id LIMIT 1000
            """
        expired = "SELECT id FROM job\(by("job_fleeting")) WHERE \(hasExpired) \(some)"
        nextDue = isFile ? Self.nextDueInFile : Self.nextDueOnServer
        nextSetBack = """
            SELECT min(due_at) FROM job\(by("job_interrupted"))
            WHERE \(isWaiting) AND reason = 'interrupted' AND provider = ?1
                AND \(Self.leavesIn("?2", engine))
            """
        claimContext = """
            SELECT EXISTS (SELECT 1 FROM job\(by("job_fleeting")) WHERE \(hasExpired)) AS expired,
                EXISTS (
                    SELECT 1 FROM job\(by("job_answered"))
                    WHERE \(isWaiting) AND reason = 'answered') AS answered,
                EXISTS (SELECT 1 FROM cap_change WHERE one = 1)
                    OR EXISTS (SELECT 1 FROM \(HoldingSQL.open)) AS follows
            """
        holding = HoldingSQL(engine)
        waitingOfPerson = """
            SELECT count(*) FROM job\(by("job_waiting"))
            WHERE state = 'waiting' AND space = ? AND person = ? AND provider = ?
            """
        waitingOfAll = """
            SELECT coalesce(sum(jobs), 0) FROM job_count WHERE state = 'waiting' AND provider = ?
            """
        waitingOfSpace = waitingOfAll + " AND space = ?"
        openOfSpace = """
            SELECT id, state FROM job\(by("job_space"))
            WHERE space > '' AND space = ? AND state IN ('waiting', 'running')
            """
        openOfPerson = """
            SELECT id, state FROM job\(by("job_waiting"))
            WHERE state = 'waiting' AND space = ?1 AND person = ?2
            UNION ALL
            SELECT id, state FROM job\(by("job_open"))
            WHERE state = 'running' AND space = ?1 AND person = ?2
            """
        let texts =
            isFile
            ? "SELECT value FROM json_each(?1)"
            : "SELECT jsonb_array_elements_text(CAST(?1 AS jsonb))"
        let needsPhotos = Self.needsPhotos("?2", "?3")
        needed = """
            WITH wanted (photo) AS (\(texts))
            SELECT photo FROM wanted WHERE EXISTS (
                SELECT 1 FROM job\(by("job_input"))
                WHERE input IS NOT NULL AND input = wanted.photo AND \(needsPhotos))
            OR EXISTS (
                SELECT 1 FROM job\(by("job_second"))
                WHERE second_input IS NOT NULL AND second_input = wanted.photo AND \(needsPhotos))
            OR EXISTS (SELECT 1 FROM upload WHERE upload.photo = wanted.photo)
            OR EXISTS (
                SELECT 1 FROM scan\(by("scan_photo")) WHERE scan.photo = wanted.photo)
            OR EXISTS (
                SELECT 1 FROM scan\(by("scan_side_photo")) WHERE side_photo = wanted.photo)
            """
        nextCharge =
            isFile
            ? "(SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'charge')"
            : "nextval('charge_id_seq')"
        nextLine =
            isFile
            ? "(SELECT coalesce(max(line), 0) + 1 FROM charge)" : "nextval('charge_line')"
        numbersPlaces = !isFile
        takesLookout = !isFile
        comparesRows = !isFile
        // Patching a payload with values that it already has changes nothing.
        hasValues =
            isFile
            ? "json_patch(payload, ?) = json(payload)"
            : "CAST(payload AS jsonb) @> CAST(? AS jsonb)"
    }

    /// The condition that a job needs its photos: it is not one of a space that ended before a time, or it is uncertain.
    static func needsPhotos(_ space: String, _ moment: String) -> String {
        "(ended_at IS NULL OR state = 'uncertain' OR space <> \(space) OR ended_at >= \(moment))"
    }

    /// The condition that a job waits, in the form that the indexes of few waiting jobs have.
    static func isWaiting(_ engine: EngineKind) -> String {
        engine == .sqlite ? "state = 'waiting'" : "coalesce(state, '') = 'waiting'"
    }

    /// The condition that a job is not among those (JSON) that the worker leaves out.
    static func leavesIn(_ parameter: String, _ engine: EngineKind) -> String {
        switch engine {
        case .sqlite: "id NOT IN (SELECT value FROM json_each(\(parameter)))"
        case .postgres:
            "id <> ALL (CAST(translate(\(parameter), '[]', '{}') AS bigint[]))"
        }
    }
}

extension QueueTransaction {
    /// The SQL in which engines differ.
    package var dialect: Dialect {
        switch kind {
        case .sqlite: .sqlite
        case .postgres: .postgres
        }
    }
}

extension Dialect {
    /// A CROSS JOIN keeps SQLite from looking up more levels than are needed.
    private static let claimInFile =
        levelsInFile + """
            SELECT \(Job.columns), \(placesSQL(of: "job", day: "?4"))
            FROM level CROSS JOIN job ON job.id = CASE
                WHEN \(HoldingSQL.opening(of: "level.of_space", provider: "?1")) <= ?3 THEN (
                SELECT id FROM job INDEXED BY job_open
                WHERE state = 'waiting' AND provider = ?1 AND space = level.of_space
                    AND priority = level.of_priority AND due_at <= ?3
                    AND \(leavesIn("?5", .sqlite))
                ORDER BY due_at, id LIMIT 1) END
            LIMIT 1
            """

    private static let nextDueInFile =
        levelsInFile + """
            SELECT min((
                SELECT min(due_at) FROM job INDEXED BY job_open
                WHERE state = 'waiting' AND provider = ?1 AND space = level.of_space
                    AND priority = level.of_priority AND \(leavesIn("?3", .sqlite))))
            FROM level
            """

    /// The spaces and priorities among a provider's waiting jobs in the order in which they have their turn: one index
    /// lookup each.
    ///
    /// The first round has the spaces after the one that was served last, the second one the others.
    static let levelsInFile = """
        WITH RECURSIVE level (round, of_space, of_priority) AS (
            SELECT CASE WHEN first.space > ?2 THEN 1 ELSE 2 END, first.space, first.priority
            FROM job AS first WHERE first.id = coalesce((
                SELECT id FROM job INDEXED BY job_open
                WHERE state = 'waiting' AND provider = ?1 AND space > ?2
                ORDER BY space, priority DESC, due_at, id LIMIT 1
            ), (
                SELECT id FROM job INDEXED BY job_open
                WHERE state = 'waiting' AND provider = ?1 AND space <= ?2
                ORDER BY space, priority DESC, due_at, id LIMIT 1
            ))
            UNION ALL
            SELECT CASE
                    WHEN (next.space, -next.priority) > (level.of_space, -level.of_priority)
                    THEN level.round ELSE 2
                END, next.space, next.priority
            FROM level JOIN job AS next ON next.id = coalesce((
                SELECT id FROM job INDEXED BY job_open
                WHERE state = 'waiting' AND provider = ?1 AND space = level.of_space
                    AND priority < level.of_priority
                ORDER BY priority DESC, due_at, id LIMIT 1
            ), (
                SELECT id FROM job INDEXED BY job_open
                WHERE state = 'waiting' AND provider = ?1 AND space > level.of_space
                    AND space <= CASE level.round WHEN 1 THEN '\(afterAllSpaces)' ELSE ?2 END
                ORDER BY space, priority DESC, due_at, id LIMIT 1
            ), (
                SELECT id FROM job INDEXED BY job_open
                WHERE state = 'waiting' AND provider = ?1 AND space <= ?2 AND level.round = 1
                ORDER BY space, priority DESC, due_at, id LIMIT 1
            ))
        )

        """

    /// Greater than the name of each space.
    static let afterAllSpaces = "~"

    /// The lock is inside, where it takes no more rows than are asked for.
    private static let claimOnServer =
        levelsOnServer("?5", known: "?6") + """
            SELECT next.*, \(placesSQL(of: "next", day: "?4"))
            FROM level CROSS JOIN LATERAL (
                SELECT \(Job.columns) FROM job
                WHERE state = 'waiting' AND provider = ?1 AND space = level.space
                    AND priority = level.priority
                    AND (due_at, id) >= (level.due_at, level.id) AND due_at <= ?3
                    AND \(HoldingSQL.opening(of: "level.space", provider: "?1")) <= ?3
                    AND \(leavesIn("?5", .postgres))
                ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) AS next
            LIMIT 1
            """

    private static let nextDueOnServer =
        levelsOnServer("?3", known: "?4") + """
            SELECT min(CASE WHEN ?4 = '' THEN due_at ELSE (
                SELECT due_at FROM job
                WHERE state = 'waiting' AND provider = ?1 AND space = level.space
                    AND priority = level.priority
                    AND (due_at, id) >= (level.due_at, level.id) AND \(leavesIn("?3", .postgres))
                ORDER BY due_at, id LIMIT 1) END)
            FROM level
            """

    /// The first job of each space and priority among a provider's waiting ones.
    static let levels =
        levelsOnServer("?3", known: "''") + "SELECT space, priority, due_at, id FROM level"

    /// The first job of each space and priority among a provider's waiting ones, in the order in which they have their turn:
    /// one index lookup each.
    ///
    /// The first round has the spaces after the one that was served last, the second one the others. A server leaves what
    /// was claimed in its index until it is vacuumed, so that each lookup passes all of that. The pick begins where this
    /// one has ended.
    ///
    /// - Parameter known: What a ``Lookout`` knows of them, in that order: nothing is looked up then, and each pick begins where
    ///   the one before has ended. Empty if nothing is known.
    static func levelsOnServer(_ leftOut: String, known: String) -> String {
        let leavesIn = leavesIn(leftOut, .postgres)
        return """
            WITH RECURSIVE found AS (
                (SELECT * FROM (
                    (SELECT 1 AS round, space, priority, due_at, id FROM job
                    WHERE \(known) = '' AND state = 'waiting' AND provider = ?1 AND \(leavesIn) AND space > ?2
                    ORDER BY space, priority DESC, due_at, id LIMIT 1)
                    UNION ALL
                    (SELECT 2, space, priority, due_at, id FROM job
                    WHERE \(known) = '' AND state = 'waiting' AND provider = ?1 AND \(leavesIn) AND space <= ?2
                    ORDER BY space, priority DESC, due_at, id LIMIT 1)
                ) AS first LIMIT 1)
                UNION ALL
                SELECT next.* FROM found CROSS JOIN LATERAL (
                    SELECT * FROM (
                        (SELECT found.round, space, priority, due_at, id FROM job
                        WHERE state = 'waiting' AND provider = ?1 AND \(leavesIn) AND space = found.space
                            AND priority < found.priority
                        ORDER BY priority DESC, due_at, id LIMIT 1)
                        UNION ALL
                        (SELECT found.round, space, priority, due_at, id FROM job
                        WHERE state = 'waiting' AND provider = ?1 AND \(leavesIn) AND space > found.space
                            AND space <= CASE found.round WHEN 1 THEN '\(afterAllSpaces)' ELSE ?2 END
                        ORDER BY space, priority DESC, due_at, id LIMIT 1)
                        UNION ALL
                        (SELECT 2, space, priority, due_at, id FROM job
                        WHERE state = 'waiting' AND provider = ?1 AND \(leavesIn) AND space <= ?2 AND found.round = 1
                        ORDER BY space, priority DESC, due_at, id LIMIT 1)
                    ) AS any_of LIMIT 1) AS next
            ),
            level AS (
                SELECT space, priority, due_at, id FROM found
                UNION ALL
                SELECT space COLLATE "C", priority, due, id
                FROM jsonb_to_recordset(CAST(CASE \(known) WHEN '' THEN '[]' ELSE \(known) END AS jsonb))
                    AS known (space text, priority bigint, due bigint, id bigint)
            )

            """
    }
}
