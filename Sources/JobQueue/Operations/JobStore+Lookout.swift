public import Foundation

/// Where waiting jobs begin, as far as a worker knows while a long transaction is open beside a queue on a server.
///
/// The server keeps an index entry of each job that was ever claimed since. A claim that begins where the last one ended passes
/// few of them. What was submitted since then is found by its number, which only grows. From time to time everything is looked
/// at from the beginning: a job that came back may be due earlier.
struct Lookout: Sendable {
    /// When everything is looked at from the beginning again.
    var ends: Date
    /// The number of the last job that is known, 0 for an empty queue; `nil` before the first look.
    var last: Int64?
    /// For each provider that was looked at, where the waiting jobs of each space and priority begin.
    var levels: [String: [Level: Position]] = [:]

    /// A space and a priority among a provider's waiting jobs.
    struct Level: Hashable {
        let space: String
        let priority: Int64

        init(_ row: QueueRow) throws {
            space = try row.required("space")
            priority = try row.required("priority")
        }
    }

    /// A place in the order in which the jobs of a level are claimed.
    struct Position: Comparable {
        /// In milliseconds.
        var due: Int64
        /// The job's number.
        var id: Int64

        static func < (left: Position, right: Position) -> Bool {
            (left.due, left.id) < (right.due, right.id)
        }
    }

    /// Looks at all waiting jobs of a provider.
    mutating func look(
        at provider: String, leavingOut leftOut: String, _ tx: any QueueTransaction
    ) throws {
        // Before the look: what is submitted during it is learned later.
        last = try last ?? JobStore.lastID(tx)
        let rows = try tx.rows(Dialect.levels, [provider, "", leftOut])
        levels[provider] = try Dictionary(
            rows.map { row in
                (
                    try Level(row),
                    Position(due: try row.required("due_at"), id: try row.required("id"))
                )
            }, uniquingKeysWith: { min($0, $1) })
    }

    /// Learns what was submitted since the last time.
    ///
    /// No job with a smaller number appears later: numbers are assigned under a lock that is held until the jobs can be seen.
    mutating func learn(_ tx: any QueueTransaction) throws {
        guard var last else { return }
        var seen = 0
        repeat {
            seen = 0
            for row in try tx.rows(Self.submitted, [last]) {
                seen += try row.required("jobs")
                last = max(last, try row.required("last"))
                guard let due = row["due_at"] as Int64? else { continue }
                let position = Position(due: due, id: 0)
                levels[try row.required("provider")]?[try Level(row), default: position]
                    .lower(to: position)
            }
        } while seen == Self.submittedAtOnce
        self.last = last
    }

    private static let submittedAtOnce = 1000

    static let submitted = """
        SELECT provider, space, priority, count(*) AS jobs, max(id) AS last,
            min(CASE WHEN state = 'waiting' THEN due_at END) AS due_at
        FROM (
            SELECT id, provider, space, priority, state, due_at FROM job
            WHERE id > ? ORDER BY id LIMIT \(submittedAtOnce)) AS submitted
        GROUP BY provider, space, priority
        """

    /// Lets the next look at a level begin with the job that this one has found.
    mutating func begin(with row: QueueRow, of provider: String, now: Date) throws {
        let found = Position(due: try row.required("due_at"), id: try row.required("id"))
        let settled = Position(due: (now - Self.longestRelease).milliseconds, id: 0)
        levels[provider]?[try Level(row)]?.raise(to: min(found, settled))
    }

    /// Seconds from the time at which a job that was held back becomes due until that can be seen.
    private static let longestRelease: TimeInterval = 0.1

    /// What a statement about a provider's waiting jobs takes as its last argument: its levels in the order of their turn.
    static func argument(
        _ lookout: Lookout?, of provider: String, after last: Space, _ tx: any QueueTransaction
    ) throws -> [any SQLConvertible] {
        guard tx.dialect.takesLookout else { return [] }
        guard let levels = lookout?.levels[provider] else { return [""] }
        let turns = levels.sorted { left, right in
            let (first, second) = (left.key, right.key)
            return (first.space > last.rawValue ? 0 : 1, first.space, -first.priority)
                < (second.space > last.rawValue ? 0 : 1, second.space, -second.priority)
        }
        let known = turns.map { level, position in
            KnownLevel(
                space: level.space, priority: level.priority, due: position.due, id: position.id)
        }
        return [String(decoding: try JSONEncoder().encode(known), as: UTF8.self)]
    }

    /// A level as statements take it.
    private struct KnownLevel: Encodable {
        let space: String
        let priority: Int64
        let due: Int64
        let id: Int64
    }
}

extension Lookout.Position {
    fileprivate mutating func lower(to other: Self) { self = min(self, other) }
    fileprivate mutating func raise(to other: Self) { self = max(self, other) }
}

extension JobStore {
    /// Notes whether a transaction of another program has been open for long.
    public func noteLongTransaction(now: Date) async throws(JobQueueError) {
        guard let seconds = try await oldestTransaction()?.seconds else { return }
        if seconds < Self.longTransaction {
            lookout = nil
        } else if lookout == nil {
            lookout = Lookout(ends: now)
        }
    }

    /// The oldest transaction of another session on the queue's server; `nil` for a queue in a file.
    package nonisolated func oldestTransaction() async throws(JobQueueError) -> OldestTransaction? {
        try await server?.oldestTransaction()
    }

    /// Lets a claim begin where the waiting jobs of each provider begin; at the beginning without a long transaction.
    func setLookout(of search: inout JobSearch, now: Date) throws(JobQueueError) {
        guard var lookout else { return }
        if now >= lookout.ends || lookout.ends > now + Self.lookoutLasts {
            lookout = Lookout(ends: now + Self.lookoutLasts)
        } else {
            search.looksAgain = lookout.ends
        }
        let providers = search.providers.map(\.name) + [search.freeProvider].compactMap(\.self)
        let unknown = providers.filter { lookout.levels[$0] == nil }
        if !unknown.isEmpty {
            let leftOut = search.leftOut
            lookout = try write(isNews: false) { [lookout] tx in
                var lookout = lookout
                for provider in unknown { try lookout.look(at: provider, leavingOut: leftOut, tx) }
                return lookout
            }
            self.lookout = lookout
        }
        search.lookout = lookout
    }

    /// Seconds; transactions of the queue itself take milliseconds.
    private static let longTransaction = 10
    /// Seconds, after which a job is found that came back with an earlier time.
    private static let lookoutLasts: TimeInterval = 60
}
