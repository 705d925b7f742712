import Foundation

/// Some jobs in the order of their numbers.
enum JobPage {
    /// The newest ones below a number, newest first.
    case newest(below: Int64)
    /// The oldest ones above a number, up to another one, oldest first.
    case oldest(above: Int64, upTo: Int64)

    /// The numbers of its jobs.
    fileprivate var numbers: Numbers {
        switch self {
        case .newest(let number): Numbers(first: 0, last: number - 1)
        case .oldest(let number, let last): Numbers(first: number + 1, last: last)
        }
    }

    /// Its order by some columns.
    fileprivate func order(by columns: [String]) -> String {
        let direction =
            switch self {
            case .newest: " DESC"
            case .oldest: ""
            }
        return columns.map { $0 + direction }.joined(separator: ", ")
    }

    /// The numbers from one to another; none if the last is before the first.
    fileprivate struct Numbers {
        var first: Int64
        var last: Int64

        /// A column has one of them.
        func condition(on id: String) -> SQLClause {
            ("\(id) >= ? AND \(id) <= ?", [first, last])
        }
    }
}

extension QueueTransaction {
    /// A page of the jobs that pass a filter.
    ///
    /// Each way to the jobs of a filter is one part of an index that has them in the order of their numbers, and of each only
    /// a page is read: the cost depends neither on how many jobs there are nor on how many pass. Only what no index has, such as
    /// a style or a space's reason, is looked for among the jobs that the rest of the filter leaves, and so is a state, a kind
    /// or a provider among those of a person who has thousands, if there are thousands of that sort, too.
    ///
    /// - Parameters:
    ///   - damaged: Leaves out damaged jobs; `nil` to throw for one.
    ///   - read: Makes a value of a job, and may read more for it.
    func jobs<Found>(
        _ filter: JobFilter, _ page: JobPage, limit: Int, leavingOut damaged: DamagedJobs?,
        _ read: (Job) throws -> Found
    ) throws -> [Found] {
        try fullPage(limit: limit) { limit in
            guard let statement = try page.statement(filter, limit: limit, self) else { return [] }
            return try rows(
                "SELECT \(Job.columns) FROM job WHERE \(statement.sql)", statement.arguments)
        } read: { row in
            guard let damaged else { return try read(Job(row: row)) }
            return try damaged.leavingOut(row.id("id")) { try read(Job(row: row)) }
        }
    }
}

extension JobPage {
    /// What follows WHERE to read a page; `nil` if no job can pass the filter.
    func statement(
        _ filter: JobFilter, limit: Int, _ tx: any QueueTransaction
    ) throws -> SQLClause? {
        let found = try filter.ways(tx)
        let end = " ORDER BY \(order(by: ["id"])) LIMIT ?"
        guard let found else {
            let condition = filter.condition(in: tx.dialect)
            let range = numbers.condition(on: "id")
            return (
                "\(condition.sql) AND \(range.sql)\(end)",
                condition.arguments + range.arguments + [limit]
            )
        }
        guard !found.ways.isEmpty else { return nil }
        let condition = found.rest.condition(in: tx.dialect, isCounting: false)
        let parts = found.ways.map { part(of: $0, condition, limit: limit, tx.dialect) }
        return (
            "id IN (\(parts.map(\.sql).joined(separator: " UNION ALL ")))\(end)",
            parts.flatMap(\.arguments) + [limit]
        )
    }

    /// The numbers of the jobs that one way adds to a page.
    private func part(
        of way: JobFilter.Way, _ rest: SQLClause, limit: Int, _ dialect: Dialect
    ) -> SQLClause {
        var numbers = numbers
        if let own = way.numbers {
            numbers = Numbers(
                first: max(numbers.first, own.first), last: min(numbers.last, own.last))
        }
        let columns = dialect.comparesRows ? way.columns.map(\.name) : []
        let values = way.columns.map { $0.value as any SQLConvertible }
        let range: SQLClause
        if columns.isEmpty {
            // With a plus, the numbers leave the choice of an index to the way's condition.
            let own = numbers.condition(on: way.isInOrder ? "id" : "+id")
            let equal = way.columns.map { "\($0.name) = ? AND " }.joined()
            range = (equal + own.sql, values + own.arguments)
        } else {
            // Were each of them equal to its value, any index of numbers would have this order, and be walked for rare jobs.
            let row = "(\(columns.joined(separator: ", ")), id)"
            let marks = "(\(JobFilter.marks(columns)), ?)"
            range = (
                "\(row) >= \(marks) AND \(row) <= \(marks)",
                values + [numbers.first] + values + [numbers.last]
            )
        }
        return (
            """
            SELECT id FROM (
                SELECT id FROM job WHERE \(range.sql) AND \(way.condition.sql) AND \(rest.sql)
                ORDER BY \(order(by: columns + ["id"])) LIMIT ?
            ) AS way
            """, range.arguments + way.condition.arguments + rest.arguments + [limit]
        )
    }
}

extension JobFilter {
    /// The parts of indexes that have all jobs of the filter, and what of the filter they leave open; `nil` where they are
    /// those of all jobs.
    fileprivate func ways(
        _ tx: any QueueTransaction
    ) throws -> (ways: [Way], rest: JobFilter)? {
        var rest = self
        if let person {
            rest.person = nil
            if let ways = try waysBesidePerson(person, tx) {
                rest.states = []
                rest.space = person.space == .commandLine ? .commandLine : nil
                if rest.space == .commandLine { rest.reasons = [] }
                return (ways, rest)
            }
            let columns = [("space", person.space.rawValue), ("person", person.rawValue)]
            let isOwn = person.space == .commandLine
            return ([Way(isOwn ? [columns[1]] : columns, where: (person.jobsSQL, []))], rest)
        }
        rest.states = []
        if (space ?? .commandLine) == .commandLine { rest.reasons = [] }
        let ways = try waysByState(tx)
        guard let submitted else { return ways.map { ($0, rest) } }
        let numbers = Self.numbers(of: submitted)
        let own = (ways ?? [Way(where: ("TRUE", []))]).map { way in
            var way = way
            way.numbers = numbers
            return way
        }
        let states = ways == nil ? [] : possibleStates
        var ahead = Self.numberedAhead(of: submitted, in: states)
        if rest.reasons.isEmpty { ahead = ofReasons(ahead) }
        return (own + (own.isEmpty ? [] : [ahead]), rest)
    }

    /// The ways to few jobs of a sort, if the filter is for such ones of a person who has many jobs; `nil` otherwise.
    private func waysBesidePerson(
        _ person: Person, _ tx: any QueueTransaction
    ) throws -> [Way]? {
        let isNarrow =
            kind != nil || provider != nil || possibleStates.count < JobState.allCases.count
        guard isNarrow else { return nil }
        var others = self
        others.person = nil
        others.space = person.space
        let many: Int64? = try tx.value(
            """
            SELECT id FROM job WHERE \(person.jobsSQL) AND space = ? AND person = ?
            ORDER BY id LIMIT 1 OFFSET \(Self.fewOfPerson)
            """, person.arguments)
        guard many != nil,
            try others.groups(possibleStates, tx).map({ try $0.count("jobs") }).reduce(0, +)
                <= Self.fewJobs
        else { return nil }
        return try others.waysByState(tx)?.map { way in
            var way = way
            // Joined with nothing, so that no index of persons is taken for it.
            way.condition.sql += " AND person || '' = ?"
            way.condition.arguments.append(person.rawValue)
            return way
        }
    }

    /// So many are read within a millisecond.
    private static let fewOfPerson = 1000

    /// One part of an index.
    fileprivate struct Way {
        /// The first columns of the index, each with a value, before the number of the job.
        let columns: [(name: String, value: String)]
        var condition: SQLClause
        /// Whether it has the jobs in the order of their numbers, and those of a page beside each other.
        let isInOrder: Bool
        /// The numbers that its jobs have, if the filter says so.
        var numbers: JobPage.Numbers?

        init(
            _ columns: [(name: String, value: String)] = [], where condition: SQLClause,
            isInOrder: Bool = true
        ) {
            self.columns = columns
            self.condition = condition
            self.isInOrder = isInOrder
        }
    }

    private func waysByState(_ tx: any QueueTransaction) throws -> [Way]? {
        let states = possibleStates
        if let space, space != .commandLine {
            return try groups(states, tx).map { group in
                let sort = ["kind", "provider"].map { ($0, group[$0] ?? "") }
                let columns = [("state", group["state"] ?? ""), ("space", space.rawValue)] + sort
                return Way(columns, where: (Self.isInSpaceIndex, []))
            }
        }
        guard
            kind != nil || provider != nil || !reasons.isEmpty
                || states.count < JobState.allCases.count
        else { return nil }
        var ended = states.filter(\.hasEnded)
        let unmade = reasons.isEmpty ? [] : ended.filter { $0 != .succeeded }
        ended.removeAll(where: unmade.contains)
        var ways: [Way] = []
        var bySort = states.filter { $0 == .waiting }
        if kind == nil, provider == nil {
            ways = ended.map { Way([("state", $0.rawValue)], where: (hasEndedSQL, [])) }
        } else {
            bySort += ended
        }
        ways += try groups(bySort, tx).map { group in
            let columns = ["kind", "provider", "state"].map { ($0, group[$0] ?? "") }
            return Way(columns, where: (Self.isOfSortSQL, []))
        }
        if states.contains(.running) {
            // They are few, and sorted.
            ways.append(Way(where: ("state = 'running' AND \(isOpenSQL)", []), isInOrder: false))
        }
        return ways.map(ofReasons) + reasons.compactMap { way(toEndsFor: $0, in: unmade) }
    }

    /// A way that leads to jobs with the filter's reasons only.
    private func ofReasons(_ way: Way) -> Way {
        guard !reasons.isEmpty else { return way }
        var way = way
        way.condition.sql += " AND reason IN (\(Self.marks(reasons)))"
        way.condition.arguments += reasons
        return way
    }

    /// The way to the jobs that ended without success, in one of some states, for a reason; `nil` if none can have it.
    ///
    /// The condition does not repeat the reason: with `reason = ?`, a server could also read an index of numbers in this order.
    private func way(toEndsFor reason: String, in states: [JobState]) -> Way? {
        let all = JobState.states(withReason: reason).filter { $0.hasEnded && $0 != .succeeded }
        let possible = all.filter(states.contains)
        guard !possible.isEmpty else { return nil }
        var way = Way([("reason", reason)], where: (Self.isUnmadeSQL, []))
        if possible != all {
            way.condition.sql += " AND coalesce(state, '') IN (\(Self.marks(possible)))"
            way.condition.arguments += possible.map(\.rawValue)
        }
        return way
    }

    /// The condition of the index `job_reason`, spelled exactly as there.
    private static let isUnmadeSQL = "\(hasEndedSQL) AND state <> 'succeeded'"

    /// The states that jobs of the filter can have.
    var possibleStates: [JobState] {
        let named = states.isEmpty ? JobState.allCases : states
        guard !reasons.isEmpty else { return named }
        let ofReasons = Set(reasons.flatMap(JobState.states(withReason:)))
        return named.filter(ofReasons.contains)
    }

    /// The kinds, providers and states of the jobs that there are, and how many there are of each.
    func groups(_ states: [JobState], _ tx: any QueueTransaction) throws -> [QueueRow] {
        // A server takes no empty list.
        guard !states.isEmpty else { return [] }
        var sql = "SELECT kind, provider, state, sum(jobs) AS jobs FROM job_count WHERE "
        var arguments: [(any SQLConvertible)?] = states.map(\.rawValue)
        sql += "state IN (\(Self.marks(states)))"
        // No index has those of the command line's own space alone.
        if let space, space != .commandLine {
            sql += " AND space = ?"
            arguments.append(space.rawValue)
        }
        if let kind {
            sql += " AND kind = ?"
            arguments.append(kind.rawValue)
        }
        if let provider {
            sql += " AND provider = ?"
            arguments.append(provider)
        }
        return try tx.rows(
            sql + " GROUP BY kind, provider, state HAVING sum(jobs) > 0"
                + " ORDER BY kind, provider, state", arguments)
    }

    /// So many of a sort are read within some milliseconds.
    private static let fewJobs = 10_000

    /// The numbers of almost all jobs that were submitted in a range of times.
    private static func numbers(of times: Range<Date>) -> JobPage.Numbers {
        JobPage.Numbers(
            first: JobID(at: times.lowerBound).rawValue,
            last: JobID(at: times.upperBound + leeway).rawValue)
    }

    /// The few jobs of a range of times whose numbers are further ahead, since the clock was set back.
    private static func numberedAhead(
        of times: Range<Date>, in states: [JobState] = []
    ) -> Way {
        let names = states.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        let isOfStates = states.isEmpty ? "" : " AND coalesce(state, '') IN (\(names))"
        return Way(
            where: (
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
        let states = allCases.filter { $0.reasons.contains(code) }
        // The others are rules that a photo breaks.
        return states.isEmpty ? [.rejected] : states
    }
}
