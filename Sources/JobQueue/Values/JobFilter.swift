public import Foundation

/// Selects jobs; a property that is not set does not filter.
public struct JobFilter: Sendable, Equatable {
    /// Only these states; empty means all.
    public var states: [JobState]
    /// Only these reasons; empty means all.
    public var reasons: [String]
    /// Only jobs of this space.
    public var space: Space?
    /// Only this person's jobs.
    public var person: Person?
    /// Only this provider's jobs.
    public var provider: String?
    /// Only jobs of this kind.
    public var kind: JobKind?
    /// JSON objects: only jobs whose payload has all values of one of them; empty means all.
    public var payloads: [String]
    /// Only jobs submitted in this range.
    public var submitted: Range<Date>?
    /// Whether to leave out jobs that another job repeats; a cancelled repetition does not count.
    public var isUnrepeated: Bool
    /// Only jobs with this mark.
    public var mark: JobMark?

    /// Creates a filter.
    public init(
        states: [JobState] = [], reasons: [String] = [], space: Space? = nil,
        person: Person? = nil, provider: String? = nil, kind: JobKind? = nil,
        payloads: [String] = [],
        submitted: Range<Date>? = nil, isUnrepeated: Bool = false, mark: JobMark? = nil
    ) {
        self.states = states
        self.reasons = reasons
        self.space = space
        self.person = person
        self.provider = provider
        self.kind = kind
        self.payloads = payloads
        self.submitted = submitted
        self.isUnrepeated = isUnrepeated
        self.mark = mark
    }
}

/// A part of a statement, and its arguments.
package typealias SQLClause = (sql: String, arguments: [(any SQLConvertible)?])

extension JobFilter {
    /// A condition over `job` that is never empty.
    ///
    /// - Parameter isCounting: Whether it has to lead to the jobs; `false` beside a condition that does.
    package func condition(in dialect: Dialect, isCounting: Bool = true) -> SQLClause {
        var clauses: [String] = []
        var arguments: [(any SQLConvertible)?] = []
        func add(_ clause: String, _ values: [(any SQLConvertible)?]) {
            clauses.append(clause)
            arguments += values
        }
        if !states.isEmpty {
            if states == [.running] {
                // A planner that knows it takes the index of the few that run.
                add("state = 'running'", [])
            } else {
                add("state IN (\(Self.marks(states)))", states.map(\.rawValue))
            }
            if states.allSatisfy(\.hasEnded) { add(hasEndedSQL, []) }
            if !states.contains(where: \.hasEnded) { add(isOpenSQL, []) }
            if states == [.waiting] { add(Self.isOfSortSQL, []) }
        }
        if !reasons.isEmpty { add("reason IN (\(Self.marks(reasons)))", reasons) }
        if let person {
            add("\(person.jobsSQL) AND space = ? AND person = ?", person.arguments)
        }
        if let space {
            add("space = ?", [space.rawValue])
            if isCounting, person == nil, space != .commandLine {
                add(Self.isInSpaceIndex, [])
                // The index has the newest jobs of each state, and a list the newest of all.
                let all = JobState.allCases
                if states.isEmpty { add("state IN (\(Self.marks(all)))", all.map(\.rawValue)) }
            }
        }
        if let provider { add("provider = ?", [provider]) }
        if let kind { add("kind = ?", [kind.rawValue]) }
        if !payloads.isEmpty {
            let has = payloads.map { _ in dialect.hasValues }
            add("(\(has.joined(separator: " OR ")))", payloads)
        }
        if let submitted {
            add(
                "created_at >= ? AND created_at < ?",
                [submitted.lowerBound.milliseconds, submitted.upperBound.milliseconds])
        }
        if let mark {
            add("id IN (SELECT job FROM job_mark WHERE mark = ?)", [mark.rawValue])
        }
        if isUnrepeated { add("NOT EXISTS (SELECT 1 FROM \(repetitionsSQL("job.id")))", []) }
        return (clauses.isEmpty ? "TRUE" : clauses.joined(separator: " AND "), arguments)
    }

    /// The condition of the index by which jobs are listed by what they are, spelled exactly as there.
    static let isOfSortSQL = "state <> 'running'"

    /// The condition of the index by which apps' jobs are listed.
    static let isInSpaceIndex = "space > ''"

    static func marks(_ values: [some Any]) -> String {
        values.map { _ in "?" }.joined(separator: ", ")
    }
}

extension Person {
    /// The condition of the index that has the person's jobs.
    package var jobsSQL: String { space == .commandLine ? "length(space) = 0" : "space <> ''" }
}

/// The jobs that repeat a job and were not cancelled, as what follows FROM.
func repetitionsSQL(_ job: String) -> String {
    "job AS again WHERE again.retry_of = \(job) AND again.state <> 'cancelled'"
}
