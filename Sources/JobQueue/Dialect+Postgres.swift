extension Dialect {
    /// Rows that another transaction holds are passed over: it is claiming them, or ends them.
    static let postgres = Dialect(
        answered: """
            SELECT \(Job.columns) FROM job WHERE state = 'waiting' AND reason = 'answered'
                AND \(leavesIn("?1"))
            ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
            """,
        // The lock is inside, where it takes no more rows than are asked for.
        claim: levels("?5") + """
            SELECT next.*, \(placesSQL(of: "next", day: "?4"))
            FROM level CROSS JOIN LATERAL (
                SELECT \(Job.columns) FROM job
                WHERE state = 'waiting' AND provider = ?1 AND space = level.space
                    AND priority = level.priority
                    AND (due_at, id) >= (level.due_at, level.id) AND due_at <= ?3
                    AND \(leavesIn("?5"))
                ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) AS next
            LIMIT 1
            """,
        dueOfPriority: """
            SELECT \(Job.columns) FROM job
            WHERE state = 'waiting' AND provider = ?1 AND space = ?2 AND priority = ?3
                AND due_at <= ?4 AND \(leavesIn("?5"))
            ORDER BY due_at, id LIMIT 1000
            """,
        expired: """
            SELECT id FROM job
            WHERE state = 'waiting' AND expires_at IS NOT NULL AND expires_at <= ?
                AND reason <> 'answered'
            ORDER BY id FOR UPDATE SKIP LOCKED
            """,
        nextDue: levels("?3") + """
            SELECT min(due_at) FROM level
            """,
        nextSetBack: """
            SELECT min(due_at) FROM job
            WHERE state = 'waiting' AND reason = 'interrupted' AND provider = ?1
                AND \(leavesIn("?2"))
            """,
        claimContext: """
            SELECT
                EXISTS (
                    SELECT 1 FROM job WHERE state = 'waiting'
                        AND expires_at IS NOT NULL AND expires_at <= ? AND reason <> 'answered') AS expired,
                EXISTS (SELECT 1 FROM job WHERE state = 'waiting' AND reason = 'answered') AS answered
            """,
        postpone: """
            UPDATE job SET due_at = ?, reason = 'daily_cap' WHERE id IN (
                SELECT id FROM job
                WHERE state = 'waiting' AND space = ? AND person = ? AND kind = ? AND provider = ?
                    AND due_at <= ? AND reason <> 'answered' AND expires_at IS NULL
                ORDER BY id FOR UPDATE SKIP LOCKED)
            """,
        releaseCapped: """
            UPDATE job SET due_at = ? WHERE id IN (
                SELECT id FROM job
                WHERE state = 'waiting' AND reason = 'daily_cap' AND space = ? AND person = ?
                    AND kind = ?
                ORDER BY id FOR UPDATE SKIP LOCKED)
            """,
        releaseBudgeted: """
            UPDATE job SET due_at = ?1 WHERE id IN (
                SELECT id FROM job WHERE state = 'waiting' AND reason = 'budget'
                    AND (CAST(?2 AS TEXT) IS NULL OR space = ?2)
                    AND (CAST(?3 AS TEXT) IS NULL OR space <> ?3)
                ORDER BY id FOR UPDATE SKIP LOCKED)
            """,
        waitingByPerson: """
            SELECT space, person, count(*) AS n FROM job
            WHERE state = 'waiting' AND provider = ? GROUP BY space, person
            """,
        openOfSpace: "SELECT id, state, space, person FROM job WHERE \(isOpenSQL) AND space = ?",
        needed: """
            WITH wanted (photo) AS (SELECT jsonb_array_elements_text(CAST(? AS jsonb)))
            SELECT input FROM job WHERE input IN (SELECT photo FROM wanted)
            UNION ALL
            SELECT second_input FROM job
            WHERE second_input IS NOT NULL AND second_input IN (SELECT photo FROM wanted)
            UNION ALL
            SELECT photo FROM upload WHERE photo IN (SELECT photo FROM wanted)
            UNION ALL
            SELECT photo FROM scan WHERE photo IN (SELECT photo FROM wanted)
            UNION ALL
            SELECT side_photo FROM scan WHERE side_photo IN (SELECT photo FROM wanted)
            """,
        nextCharge: "nextval('charge_id_seq')",
        nextLine: "nextval('charge_line')",
        numbersPlaces: true,
        hasValues: "CAST(payload AS jsonb) @> CAST(? AS jsonb)")

    /// The condition that a job is not among those (JSON) that the worker leaves out.
    private static func leavesIn(_ parameter: String) -> String {
        "id <> ALL (CAST(translate(\(parameter), '[]', '{}') AS bigint[]))"
    }

    /// The first job of each space and priority among a provider's waiting ones, in the order in which they have their turn:
    /// one index lookup each.
    ///
    /// The first round has the spaces after the one that was served last, the second one the others. A server leaves what
    /// was claimed in its index until it is vacuumed, so that each lookup passes all of that. The pick begins where this
    /// one has ended.
    private static func levels(_ leftOut: String) -> String {
        """
        WITH RECURSIVE level AS (
            (SELECT * FROM (
                (SELECT 1 AS round, space, priority, due_at, id FROM job
                WHERE state = 'waiting' AND provider = ?1 AND \(leavesIn(leftOut)) AND space > ?2
                ORDER BY space, priority DESC, due_at, id LIMIT 1)
                UNION ALL
                (SELECT 2, space, priority, due_at, id FROM job
                WHERE state = 'waiting' AND provider = ?1 AND \(leavesIn(leftOut)) AND space <= ?2
                ORDER BY space, priority DESC, due_at, id LIMIT 1)
            ) AS first LIMIT 1)
            UNION ALL
            SELECT next.* FROM level CROSS JOIN LATERAL (
                SELECT * FROM (
                    (SELECT level.round, space, priority, due_at, id FROM job
                    WHERE state = 'waiting' AND provider = ?1 AND \(leavesIn(leftOut)) AND space = level.space
                        AND priority < level.priority
                    ORDER BY priority DESC, due_at, id LIMIT 1)
                    UNION ALL
                    (SELECT level.round, space, priority, due_at, id FROM job
                    WHERE state = 'waiting' AND provider = ?1 AND \(leavesIn(leftOut)) AND space > level.space
                        AND space <= CASE level.round WHEN 1 THEN '\(afterAllSpaces)' ELSE ?2 END
                    ORDER BY space, priority DESC, due_at, id LIMIT 1)
                    UNION ALL
                    (SELECT 2, space, priority, due_at, id FROM job
                    WHERE state = 'waiting' AND provider = ?1 AND \(leavesIn(leftOut)) AND space <= ?2 AND level.round = 1
                    ORDER BY space, priority DESC, due_at, id LIMIT 1)
                ) AS found LIMIT 1) AS next
        )

        """
    }
}
