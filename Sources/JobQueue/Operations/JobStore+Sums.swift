/// Counts and sums that are kept in rows; triggers change them with what they count.
///
/// On a server, each transaction adds rows to them, so that none waits for another one: a count is the sum of its rows.
enum KeptSum: CaseIterable {
    /// The jobs of each space, provider, kind and state; those that wait also by their reason.
    case jobs
    /// All charges of each provider.
    case providers
    /// The charges of each day and space that are not free.
    case days
    /// Those of each person.
    case persons
    /// What counts against the budget of each space in all.
    case spaces
    /// The deliveries of each space and state.
    case deliveries

    var table: String {
        switch self {
        case .jobs: "job_count"
        case .providers: "provider_sum"
        case .days: "day_sum"
        case .persons: "person_sum"
        case .spaces: "space_sum"
        case .deliveries: "delivery_count"
        }
    }

    private var keys: [String] {
        switch self {
        case .jobs: ["space", "provider", "kind", "state", "reason"]
        case .providers: ["provider", "state", "seconds"]
        case .days: ["day", "space", "kind", "provider"]
        case .persons: ["month", "space", "person", "day", "kind", "provider"]
        case .spaces: ["space"]
        case .deliveries: ["space", "state"]
        }
    }

    private var values: [String] {
        switch self {
        case .jobs: ["jobs"]
        case .providers: ["charges", "known", "estimated", "unknown", "took"]
        case .days:
            ["charges", "known", "estimated", "unknown", "unpriced", "held", "unbounded"]
        case .persons: ["charges", "known", "estimated", "unknown", "unpriced"]
        case .spaces: ["held", "unbounded"]
        case .deliveries: ["deliveries"]
        }
    }

    /// How many rows are folded at once: some milliseconds.
    static let foldedAtOnce = 2000

    /// Replaces new rows, and the row of each key that they have, by one of each key.
    var fold: String {
        let isSame = keys.map { "sums.\($0) = fresh.\($0)" }.joined(separator: " AND ")
        let names = keys.joined(separator: ", ")
        return """
            WITH gone AS (
                DELETE FROM \(table) WHERE ctid = ANY (ARRAY(
                    SELECT ctid FROM \(table) WHERE NOT is_folded
                    LIMIT \(Self.foldedAtOnce)))
                RETURNING *
            ), old AS (
                DELETE FROM \(table) WHERE ctid = ANY (ARRAY(
                    SELECT place FROM (SELECT DISTINCT \(names) FROM gone) AS fresh
                    CROSS JOIN LATERAL (
                        SELECT ctid AS place FROM \(table) AS sums WHERE is_folded AND \(isSame)
                        -- Read for each key by the index.
                        OFFSET 0) AS sums))
                RETURNING *
            )
            INSERT INTO \(table)
            SELECT \(names), \(values.map { "sum(\($0))" }.joined(separator: ", ")), TRUE
            FROM (SELECT * FROM gone UNION ALL SELECT * FROM old) AS rows
            GROUP BY \(names) HAVING \(isAnySQL)
            """
    }

    /// What is kept, by key.
    private var kept: String { sums(of: table) }

    /// The same, counted anew.
    private var counted: String {
        let most = 1_000_000_000_000
        func bounded(_ amount: String, if condition: String) -> String {
            "CASE WHEN \(condition) AND \(amount) > \(most) THEN \(most) WHEN \(condition) THEN \(amount) END"
        }
        let took = "settled_at - started_at"
        let isAnswer = "state = 'paid' AND \(took) > 0 AND \(took) <= 120000"
        let held = "coalesce(cost, bound, estimate)"
        let money = """
            \(bounded("cost", if: "state = 'paid'")) AS known,
            \(bounded("estimate", if: "state = 'paid' AND cost IS NULL")) AS estimated,
            \(bounded("estimate", if: "state IN ('started', 'unknown')")) AS unknown
            """
        let unpriced = "CASE WHEN coalesce(cost, estimate) IS NULL THEN 1 END AS unpriced"
        let budgeted = """
            \(bounded(held, if: "TRUE")) AS held,
            CASE WHEN \(held) IS NULL THEN 1 END AS unbounded
            """
        let rows =
            switch self {
            case .jobs:
                """
                SELECT space, provider, kind, state,
                    CASE WHEN state = 'waiting' THEN reason ELSE '' END AS reason, 1 AS jobs
                FROM job
                """
            case .deliveries: "SELECT space, state, 1 AS deliveries FROM delivery"
            case .providers:
                """
                SELECT provider, state,
                    CASE WHEN state <> 'paid' OR \(took) <= 0 THEN 0 WHEN \(took) > 120000 THEN 121
                        ELSE (\(took) + 999) / 1000 END AS seconds,
                    1 AS charges, \(money), CASE WHEN \(isAnswer) THEN \(took) END AS took
                FROM charge
                """
            case .days:
                """
                SELECT day, space, kind, provider, 1 AS charges, \(money), \(unpriced), \(budgeted)
                FROM charge WHERE state <> 'free'
                """
            case .spaces: "SELECT space, \(budgeted) FROM charge WHERE state <> 'free'"
            case .persons:
                """
                SELECT substr(day, 1, 7) AS month, space, coalesce(person, '') AS person, day, kind,
                    provider, 1 AS charges, \(money), \(unpriced)
                FROM charge WHERE state <> 'free'
                """
            }
        return sums(of: "(\(rows)) AS rows")
    }

    private func sums(of rows: String) -> String {
        let sums = values.map { "coalesce(sum(\($0)), 0) AS \($0)" }.joined(separator: ", ")
        let names = keys.joined(separator: ", ")
        return "SELECT \(names), \(sums) FROM \(rows) GROUP BY \(names) HAVING \(isAnySQL)"
    }

    /// Whether a row still counts anything.
    private var isAnySQL: String { values.map { "sum(\($0)) <> 0" }.joined(separator: " OR ") }

    /// How many of its rows differ from what they count.
    func differences(_ tx: any QueueTransaction) throws -> Int {
        try [(kept, counted), (counted, kept)].map { left, right in
            try tx.count(
                """
                (SELECT * FROM (\(left)) AS one EXCEPT SELECT * FROM (\(right)) AS other) AS differing
                """)
        }.max() ?? 0
    }
}

extension JobStore {
    /// Folds the rows that transactions on a server have added to the kept counts and sums; in a file there are none.
    public func foldSums() throws(JobQueueError) {
        guard server != nil else { return }
        for sum in KeptSum.allCases {
            // Others write meanwhile, so that there may always be new ones.
            for _ in 0..<100 {
                let isMore = try write(endsWork: true) { tx in
                    try tx.lock(.sums)
                    try tx.run(sum.fold)
                    return try tx.has("\(sum.table) WHERE NOT is_folded")
                }
                guard isMore else { break }
            }
        }
    }

    /// The kept counts and sums that differ from the jobs and charges, with how many of their rows; reads all of these.
    package nonisolated func differingSums() async throws(JobQueueError) -> [String: Int] {
        try await read { tx in
            var differing: [String: Int] = [:]
            for sum in KeptSum.allCases {
                let count = try sum.differences(tx)
                if count > 0 { differing[sum.table] = count }
            }
            return differing
        }
    }
}
