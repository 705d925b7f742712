import Foundation

/// Some jobs in the order of their numbers.
enum JobPage {
    /// The newest ones below a number, newest first.
    case newest(below: Int64)
    /// The oldest ones above a number, up to another one, oldest first.
    case oldest(above: Int64, upTo: Int64)

    /// The numbers of a column as a condition.
    fileprivate func range(of id: String) -> SQLClause {
        switch self {
        case .newest(let number): ("\(id) < ?", [number])
        case .oldest(let number, let last): ("\(id) > ? AND \(id) <= ?", [number, last])
        }
    }

    fileprivate var order: String {
        switch self {
        case .newest: "id DESC"
        case .oldest: "id"
        }
    }
}

extension QueueTransaction {
    /// A page of the jobs that pass a filter.
    ///
    /// Each way to the jobs of a filter is one part of an index that has them in the order of their numbers, and of each only
    /// a page is read. So the cost depends neither on how many jobs there are nor on how many pass.
    func jobs(_ filter: JobFilter, _ page: JobPage, limit: Int) throws -> [Job] {
        let statement = try page.statement(filter, limit: limit, self)
        guard let statement else { return [] }
        return try jobs(where: statement.sql, statement.arguments)
    }
}

extension JobPage {
    /// What follows WHERE to read a page; `nil` if no job can pass the filter.
    func statement(
        _ filter: JobFilter, limit: Int, _ tx: any QueueTransaction
    ) throws -> SQLClause? {
        let ways = try filter.ways(tx)
        let end = " ORDER BY \(order) LIMIT ?"
        let range = range(of: "id")
        guard let ways else {
            let condition = filter.condition(in: tx.dialect)
            return (
                "\(condition.sql) AND \(range.sql)\(end)",
                condition.arguments + range.arguments + [limit]
            )
        }
        guard !ways.isEmpty else { return nil }
        // Their states are in the ways.
        var rest = filter
        rest.states = []
        let condition = rest.condition(in: tx.dialect, isCounting: false)
        let parts = ways.map { way -> SQLClause in
            // With a plus, the numbers leave the choice of an index to the way's condition.
            let range = way.isInOrder ? range : self.range(of: "+id")
            return (
                """
                SELECT id FROM (
                    SELECT id FROM job WHERE \(way.condition.sql) AND \(condition.sql) AND \(range.sql)\(end)
                ) AS way
                """, way.condition.arguments + condition.arguments + range.arguments + [limit]
            )
        }
        return (
            "id IN (\(parts.map(\.sql).joined(separator: " UNION ALL ")))\(end)",
            parts.flatMap(\.arguments) + [limit]
        )
    }
}

extension JobFilter {
    /// The parts of indexes that have all jobs of the filter; `nil` where one part, that of the person or of all jobs, has
    /// them in order.
    fileprivate func ways(_ tx: any QueueTransaction) throws -> [Way]? {
        guard person == nil else { return nil }
        guard let ways = try waysByState(tx) else {
            return submitted.map {
                [Way(condition: Self.numbered(by: $0, ("TRUE", []))), Self.numberedAhead(of: $0)]
            }
        }
        guard let submitted else { return ways.map { Way(condition: $0) } }
        return ways.map { Way(condition: Self.numbered(by: submitted, $0)) }
            + (ways.isEmpty ? [] : [Self.numberedAhead(of: submitted, in: possibleStates)])
    }

    /// One part of an index.
    fileprivate struct Way {
        let condition: SQLClause
        /// Whether it has the jobs in the order of their numbers, and those of a page beside each other.
        var isInOrder = true
    }

    private func waysByState(_ tx: any QueueTransaction) throws -> [SQLClause]? {
        let states = possibleStates
        if let space, space != .commandLine {
            let condition = "\(Self.isInSpaceIndex) AND space = ? AND state = ?"
            return states.map { (condition, [space.rawValue, $0.rawValue]) }
        }
        guard kind != nil || provider != nil || states.count < JobState.allCases.count else {
            return nil
        }
        var ways: [SQLClause] = []
        let ended = states.filter(\.hasEnded)
        if kind == nil, provider == nil {
            ways = ended.map { ("state = ? AND \(hasEndedSQL)", [$0.rawValue]) }
        } else if !ended.isEmpty {
            let condition = "kind = ? AND provider = ? AND state = ? AND \(hasEndedSQL)"
            ways = try groups(ended, tx).map { (condition, $0.values.map { $0 }) }
        }
        let open = states.filter { !$0.hasEnded }
        if !open.isEmpty { ways.append(try Self.wayToOpen(open, tx)) }
        return ways
    }

    /// The states that jobs of the filter can have.
    private var possibleStates: [JobState] {
        let named = states.isEmpty ? JobState.allCases : states
        guard !reasons.isEmpty else { return named }
        let ofReasons = Set(reasons.flatMap(JobState.states(withReason:)))
        return named.filter(ofReasons.contains)
    }

    /// The kinds, providers and states of the jobs that there are.
    private func groups(_ states: [JobState], _ tx: any QueueTransaction) throws -> [QueueRow] {
        var sql = "SELECT kind, provider, state FROM job_count WHERE "
        var arguments: [(any SQLConvertible)?] = states.map(\.rawValue)
        sql += "state IN (\(Self.marks(states)))"
        if let kind {
            sql += " AND kind = ?"
            arguments.append(kind.rawValue)
        }
        if let provider {
            sql += " AND provider = ?"
            arguments.append(provider)
        }
        return try tx.rows(
            sql + " GROUP BY kind, provider, state HAVING sum(jobs) > 0", arguments)
    }

    /// The way to the jobs that have not ended: their index if they are few, and otherwise all jobs, most of which they are.
    private static func wayToOpen(
        _ states: [JobState], _ tx: any QueueTransaction
    ) throws -> SQLClause {
        let open: Int? = try tx.value(
            "SELECT sum(jobs) FROM job_count WHERE state IN ('waiting', 'running')")
        let names = states.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return open ?? 0 <= fewJobs
            ? ("state IN (\(names)) AND \(isOpenSQL)", [])
            : ("coalesce(state, '') IN (\(names))", [])
    }

    /// So many are sorted within some milliseconds.
    private static let fewJobs = 10_000

    /// The jobs of a way whose numbers are of a range of times, or little ahead of it.
    private static func numbered(by times: Range<Date>, _ way: SQLClause) -> SQLClause {
        let last = JobID(at: times.upperBound + leeway)
        return (
            "\(way.sql) AND id >= ? AND id <= ?",
            way.arguments + [JobID(at: times.lowerBound).rawValue, last.rawValue]
        )
    }

    /// The few jobs of a range of times whose numbers are further ahead, since the clock was set back.
    private static func numberedAhead(
        of times: Range<Date>, in states: [JobState] = []
    ) -> Way {
        let names = states.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        let isOfStates = states.isEmpty ? "" : " AND coalesce(state, '') IN (\(names))"
        return Way(
            condition: (
                "\(isAheadSQL) AND created_at >= ? AND created_at < ?\(isOfStates)",
                [times.lowerBound.milliseconds, times.upperBound.milliseconds]
            ), isInOrder: false)
    }

    /// The condition of the index `job_ahead`, spelled exactly as there, with the seconds of ``leeway`` in milliseconds.
    private static let isAheadSQL = "id > (created_at - 1577836800000 + 60000) * 512"

    /// In seconds.
    private static let leeway: TimeInterval = 60
}

extension JobState {
    /// The states that jobs with a reason can have.
    fileprivate static func states(withReason code: String) -> [JobState] {
        var states: [JobState] = []
        // A running job keeps the reason for which it waited.
        if WaitReason(rawValue: code) != nil { states += [.waiting, .running] }
        if FailureReason(rawValue: code) != nil { states.append(.failed) }
        if UncertaintyReason(rawValue: code) != nil { states.append(.uncertain) }
        if CancellationReason(rawValue: code) != nil { states.append(.cancelled) }
        if code == JobEnd.succeededReason { states.append(.succeeded) }
        // The others are rules that a photo breaks.
        return states.isEmpty ? [.rejected] : states
    }
}
