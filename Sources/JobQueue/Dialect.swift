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
    /// The fleeting jobs whose time is over.
    let expired: String
    /// When a provider's next waiting job is due; takes the provider and an empty space.
    let nextDue: String
    /// When the provider's next job is due that was set back after a death.
    let nextSetBack: String
    /// Whether there is a row of ``expired``, and one of ``answered``.
    let claimContext: String
    /// Makes all due jobs of a person and a kind wait for the cap.
    let postpone: String
    /// Makes a person's jobs of a kind due that wait for the cap.
    let releaseCapped: String
    /// Makes the jobs due that wait for a budget: only those of one space, or all but those of another.
    let releaseBudgeted: String
    /// The waiting jobs of a provider, counted by person.
    package let waitingByPerson: String
    /// The open jobs of a space, with their states and persons.
    package let openOfSpace: String
    /// The given photos (JSON) that jobs and uploads still need.
    let needed: String
    /// The number of the next charge.
    let nextCharge: String
    /// The number of the next line of the payments journal.
    let nextLine: String
    /// Whether a charge has the number of its place of the day; a new one brings that of the last place there is.
    let numbersPlaces: Bool
    /// The condition that a job's payload has all values of a JSON object.
    let hasValues: String

    private init(_ engine: EngineKind) {
        let isFile = engine == .sqlite
        func by(_ index: String) -> String { isFile ? " INDEXED BY \(index)" : "" }
        let inOrder = isFile ? "" : "ORDER BY id FOR UPDATE SKIP LOCKED"
        let one = isFile ? "LIMIT 1" : "LIMIT 1 FOR UPDATE SKIP LOCKED"
        /// Changes when jobs are due that meet a condition.
        func update(_ due: String, by index: String, where condition: String) -> String {
            isFile
                ? "UPDATE job INDEXED BY \(index) SET due_at = \(due) WHERE \(condition)"
                : """
                UPDATE job SET due_at = \(due) WHERE id IN (
                    SELECT id FROM job WHERE \(condition) \(inOrder))
                """
        }
        let hasExpired = """
            state = 'waiting' AND expires_at IS NOT NULL AND expires_at <= ? AND reason <> 'answered'
            """
        answered = """
            SELECT \(Job.columns) FROM job\(by("job_answered"))
            WHERE state = 'waiting' AND reason = 'answered' AND \(Self.leavesIn("?1", engine))
            ORDER BY id \(one)
            """
        claim = isFile ? Self.claimInFile : Self.claimOnServer
        dueOfPriority = """
            SELECT \(Job.columns) FROM job\(by("job_open"))
            WHERE state = 'waiting' AND provider = ?1 AND space = ?2 AND priority = ?3
                AND due_at <= ?4 AND \(Self.leavesIn("?5", engine))
            ORDER BY due_at, id LIMIT 1000
            """
        expired = "SELECT id FROM job\(by("job_fleeting")) WHERE \(hasExpired) \(inOrder)"
        nextDue = isFile ? Self.nextDueInFile : Self.nextDueOnServer
        nextSetBack = """
            SELECT min(due_at) FROM job\(by("job_interrupted"))
            WHERE state = 'waiting' AND reason = 'interrupted' AND provider = ?1
                AND \(Self.leavesIn("?2", engine))
            """
        claimContext = """
            SELECT EXISTS (SELECT 1 FROM job\(by("job_fleeting")) WHERE \(hasExpired)) AS expired,
                EXISTS (
                    SELECT 1 FROM job\(by("job_answered"))
                    WHERE state = 'waiting' AND reason = 'answered') AS answered
            """
        postpone = update(
            "?, reason = 'daily_cap'", by: "job_open",
            where: """
                state = 'waiting' AND space = ? AND person = ? AND kind = ? AND provider = ?
                    AND due_at <= ? AND reason <> 'answered' AND expires_at IS NULL
                """)
        releaseCapped = update(
            "?", by: "job_capped",
            where: """
                state = 'waiting' AND reason = 'daily_cap' AND space = ? AND person = ? AND kind = ?
                """)
        releaseBudgeted = update(
            "?1", by: "job_budget",
            where: """
                state = 'waiting' AND reason = 'budget'
                    AND (CAST(?2 AS TEXT) IS NULL OR space = ?2)
                    AND (CAST(?3 AS TEXT) IS NULL OR space <> ?3)
                """)
        waitingByPerson = """
            SELECT space, person, count(*) AS n FROM job\(by("job_open"))
            WHERE state = 'waiting' AND provider = ? GROUP BY space, person
            """
        openOfSpace = """
            SELECT id, state, space, person FROM job\(by("job_open"))
            WHERE \(isOpenSQL) AND space = ?
            """
        let texts =
            isFile
            ? "SELECT value FROM json_each(?)"
            : "SELECT jsonb_array_elements_text(CAST(? AS jsonb))"
        let isWanted = "IN (SELECT photo FROM wanted)"
        needed = """
            WITH wanted (photo) AS (\(texts))
            SELECT input FROM job\(by("job_input")) WHERE input IS NOT NULL AND input \(isWanted)
            UNION ALL
            SELECT second_input FROM job\(by("job_second"))
            WHERE second_input IS NOT NULL AND second_input \(isWanted)
            UNION ALL
            SELECT photo FROM upload WHERE photo \(isWanted)
            UNION ALL
            SELECT photo FROM scan\(by("scan_photo")) WHERE photo \(isWanted)
            UNION ALL
            SELECT side_photo FROM scan\(by("scan_side_photo")) WHERE side_photo \(isWanted)
            """
        nextCharge =
            isFile
            ? "(SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'charge')"
            : "nextval('charge_id_seq')"
        nextLine =
            isFile
            ? "(SELECT coalesce(max(line), 0) + 1 FROM charge)" : "nextval('charge_line')"
        numbersPlaces = !isFile
        // Patching a payload with values that it already has changes nothing.
        hasValues =
            isFile
            ? "json_patch(payload, ?) = json(payload)"
            : "CAST(payload AS jsonb) @> CAST(? AS jsonb)"
    }

    /// The condition that a job is not among those (JSON) that the worker leaves out.
    private static func leavesIn(_ parameter: String, _ engine: EngineKind) -> String {
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
            FROM level CROSS JOIN job ON job.id = (
                SELECT id FROM job INDEXED BY job_open
                WHERE state = 'waiting' AND provider = ?1 AND space = level.of_space
                    AND priority = level.of_priority AND due_at <= ?3
                    AND \(leavesIn("?5", .sqlite))
                ORDER BY due_at, id LIMIT 1)
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
    private static let levelsInFile = """
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
        levelsOnServer("?5") + """
            SELECT next.*, \(placesSQL(of: "next", day: "?4"))
            FROM level CROSS JOIN LATERAL (
                SELECT \(Job.columns) FROM job
                WHERE state = 'waiting' AND provider = ?1 AND space = level.space
                    AND priority = level.priority
                    AND (due_at, id) >= (level.due_at, level.id) AND due_at <= ?3
                    AND \(leavesIn("?5", .postgres))
                ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) AS next
            LIMIT 1
            """

    private static let nextDueOnServer = levelsOnServer("?3") + "SELECT min(due_at) FROM level"

    /// The first job of each space and priority among a provider's waiting ones, in the order in which they have their turn:
    /// one index lookup each.
    ///
    /// The first round has the spaces after the one that was served last, the second one the others. A server leaves what
    /// was claimed in its index until it is vacuumed, so that each lookup passes all of that. The pick begins where this
    /// one has ended.
    private static func levelsOnServer(_ parameter: String) -> String {
        let leavesIn = leavesIn(parameter, .postgres)
        return """
            WITH RECURSIVE level AS (
                (SELECT * FROM (
                    (SELECT 1 AS round, space, priority, due_at, id FROM job
                    WHERE state = 'waiting' AND provider = ?1 AND \(leavesIn) AND space > ?2
                    ORDER BY space, priority DESC, due_at, id LIMIT 1)
                    UNION ALL
                    (SELECT 2, space, priority, due_at, id FROM job
                    WHERE state = 'waiting' AND provider = ?1 AND \(leavesIn) AND space <= ?2
                    ORDER BY space, priority DESC, due_at, id LIMIT 1)
                ) AS first LIMIT 1)
                UNION ALL
                SELECT next.* FROM level CROSS JOIN LATERAL (
                    SELECT * FROM (
                        (SELECT level.round, space, priority, due_at, id FROM job
                        WHERE state = 'waiting' AND provider = ?1 AND \(leavesIn) AND space = level.space
                            AND priority < level.priority
                        ORDER BY priority DESC, due_at, id LIMIT 1)
                        UNION ALL
                        (SELECT level.round, space, priority, due_at, id FROM job
                        WHERE state = 'waiting' AND provider = ?1 AND \(leavesIn) AND space > level.space
                            AND space <= CASE level.round WHEN 1 THEN '\(afterAllSpaces)' ELSE ?2 END
                        ORDER BY space, priority DESC, due_at, id LIMIT 1)
                        UNION ALL
                        (SELECT 2, space, priority, due_at, id FROM job
                        WHERE state = 'waiting' AND provider = ?1 AND \(leavesIn) AND space <= ?2 AND level.round = 1
                        ORDER BY space, priority DESC, due_at, id LIMIT 1)
                    ) AS found LIMIT 1) AS next
            )

            """
    }
}
