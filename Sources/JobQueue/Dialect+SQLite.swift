/// The SQL in which engines differ; all other SQL is written once, beside its operation.
package struct Dialect: Sendable {
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
    let waitingByPerson: String
    /// The open jobs of a space, with their states and persons.
    let openOfSpace: String
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
}

extension QueueTransaction {
    /// The SQL in which engines differ.
    var dialect: Dialect {
        switch kind {
        case .sqlite: .sqlite
        case .postgres: .postgres
        }
    }
}

extension Dialect {
    /// Names the index where SQLite's planner would otherwise scan all waiting jobs.
    ///
    /// A CROSS JOIN keeps it from looking up more levels than are needed.
    static let sqlite = Dialect(
        answered: """
            SELECT \(Job.columns) FROM job INDEXED BY job_answered
            WHERE state = 'waiting' AND reason = 'answered' AND \(leavesIn("?1")) ORDER BY id LIMIT 1
            """,
        claim: sqliteLevels + """
            SELECT \(Job.columns), \(placesSQL(of: "job", day: "?4"))
            FROM level CROSS JOIN job ON job.id = (
                SELECT id FROM job INDEXED BY job_open
                WHERE state = 'waiting' AND provider = ?1 AND space = level.of_space
                    AND priority = level.of_priority AND due_at <= ?3
                    AND \(leavesIn("?5"))
                ORDER BY due_at, id LIMIT 1)
            LIMIT 1
            """,
        dueOfPriority: """
            SELECT \(Job.columns) FROM job INDEXED BY job_open
            WHERE state = 'waiting' AND provider = ?1 AND space = ?2 AND priority = ?3
                AND due_at <= ?4 AND \(leavesIn("?5"))
            ORDER BY due_at, id LIMIT 1000
            """,
        expired: """
            SELECT id FROM job INDEXED BY job_fleeting
            WHERE state = 'waiting' AND expires_at IS NOT NULL AND expires_at <= ?
                AND reason <> 'answered'
            """,
        nextDue: sqliteLevels + """
            SELECT min((
                SELECT min(due_at) FROM job INDEXED BY job_open
                WHERE state = 'waiting' AND provider = ?1 AND space = level.of_space
                    AND priority = level.of_priority AND \(leavesIn("?3"))))
            FROM level
            """,
        nextSetBack: """
            SELECT min(due_at) FROM job INDEXED BY job_interrupted
            WHERE state = 'waiting' AND reason = 'interrupted' AND provider = ?1
                AND \(leavesIn("?2"))
            """,
        claimContext: """
            SELECT
                EXISTS (
                    SELECT 1 FROM job INDEXED BY job_fleeting WHERE state = 'waiting'
                        AND expires_at IS NOT NULL AND expires_at <= ? AND reason <> 'answered') AS expired,
                EXISTS (
                    SELECT 1 FROM job INDEXED BY job_answered
                    WHERE state = 'waiting' AND reason = 'answered') AS answered
            """,
        postpone: """
            UPDATE job INDEXED BY job_open SET due_at = ?, reason = 'daily_cap'
            WHERE state = 'waiting' AND space = ? AND person = ? AND kind = ? AND provider = ?
                AND due_at <= ? AND reason <> 'answered' AND expires_at IS NULL
            """,
        releaseCapped: """
            UPDATE job INDEXED BY job_capped SET due_at = ?
            WHERE state = 'waiting' AND reason = 'daily_cap' AND space = ? AND person = ?
                AND kind = ?
            """,
        releaseBudgeted: """
            UPDATE job INDEXED BY job_budget SET due_at = ?1
            WHERE state = 'waiting' AND reason = 'budget'
                AND (CAST(?2 AS TEXT) IS NULL OR space = ?2)
                AND (CAST(?3 AS TEXT) IS NULL OR space <> ?3)
            """,
        waitingByPerson: """
            SELECT space, person, count(*) AS n FROM job INDEXED BY job_open
            WHERE state = 'waiting' AND provider = ? GROUP BY space, person
            """,
        openOfSpace: """
            SELECT id, state, space, person FROM job INDEXED BY job_open
            WHERE \(isOpenSQL) AND space = ?
            """,
        needed: """
            WITH wanted AS (SELECT value FROM json_each(?))
            SELECT input FROM job INDEXED BY job_ended WHERE \(hasEndedSQL) AND input IN wanted
            UNION ALL
            SELECT input FROM job INDEXED BY job_open WHERE \(isOpenSQL) AND input IN wanted
            UNION ALL
            SELECT second_input FROM job INDEXED BY job_second
            WHERE second_input IS NOT NULL AND second_input IN wanted
            UNION ALL
            SELECT photo FROM upload WHERE photo IN wanted
            UNION ALL
            SELECT photo FROM scan INDEXED BY scan_photo WHERE photo IN wanted
            UNION ALL
            SELECT side_photo FROM scan INDEXED BY scan_side_photo WHERE side_photo IN wanted
            """,
        nextCharge: "(SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'charge')",
        nextLine: "(SELECT coalesce(max(line), 0) + 1 FROM charge)",
        numbersPlaces: false,
        // Patching a payload with values that it already has changes nothing.
        hasValues: "json_patch(payload, ?) = json(payload)")

    /// The condition that a job is not among those (JSON) that the worker leaves out.
    private static func leavesIn(_ parameter: String) -> String {
        "id NOT IN (SELECT value FROM json_each(\(parameter)))"
    }

    /// The spaces and priorities among a provider's waiting jobs in the order in which they have their turn: one index
    /// lookup each.
    ///
    /// The first round has the spaces after the one that was served last, the second one the others.
    private static let sqliteLevels = """
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
}
