/// What a process holds on the server by its connection: the locks of its workers, and rights that one process has.
///
/// The server frees them when the connection ends; they are taken again on the next one.
struct PostgresHoldings {
    private var workers: [WorkerID: Int] = [:]
    private(set) var rights: Set<QueueRight> = []
    /// Workers that were taken for dead while this process had no connection.
    private(set) var buried: Set<WorkerID> = []
    private var isLeader = false
    private let grace: Grace
    /// See ``Schema/owners``.
    private let owners: String

    /// For how long a worker whose lock is free is not taken for dead.
    struct Grace {
        /// A worker's connection may break: it has this long to come back.
        var ofWorker: Duration
        /// All connections break with the server: workers have this long to come back to it, after its start or, if another
        /// has taken its place, after the queue has learned what was paid.
        var ofServer: Duration

        static let usual = Grace(ofWorker: .milliseconds(800), ofServer: .seconds(15))
    }

    init(grace: Grace, owners: String) {
        self.grace = grace
        self.owners = owners
    }

    /// Makes a worker's row, and takes its lock.
    mutating func begin(_ id: WorkerID, format: Int, _ link: PostgresLink) throws {
        // No other process has the id: a row that is there is from a connection that broke before it answered.
        let key: Int? = try link.run(
            """
            INSERT INTO worker (id, format) VALUES (?, ?)
            ON CONFLICT (id) DO UPDATE SET format = excluded.format RETURNING lock_key
            """, [.text(id.rawValue), .integer(Int64(format))]
        ).rows.first?[0]
        guard let key else {
            throw PostgresFailure.refused(state: "02000", detail: "a worker got no row")
        }
        try link.take(.workers, key)
        workers[id] = key
    }

    /// Frees a worker's lock after its row has gone: it ended in order.
    ///
    /// - Parameter link: `nil` if the connection is lost: the server has freed the lock, and the worker counts as dead.
    mutating func end(_ id: WorkerID, _ link: PostgresLink?) throws {
        let key = workers.removeValue(forKey: id)
        guard let link else { return }
        _ = try link.run("DELETE FROM progress WHERE worker = ?", [.text(id.rawValue)])
        _ = try link.run("DELETE FROM worker WHERE id = ?", [.text(id.rawValue)])
        if let key { try link.free(.workers, key) }
    }

    /// Takes a right, unless another process has it.
    mutating func take(_ right: QueueRight, _ link: PostgresLink) throws -> Bool {
        guard !rights.contains(right), try link.takeIfFree(.rights, right.key) else { return false }
        rights.insert(right)
        return true
    }

    mutating func giveBack(_ right: QueueRight, _ link: PostgresLink?) throws {
        if rights.remove(right) != nil { try link?.free(.rights, right.key) }
    }

    /// Lets go of everything, before the connection is closed.
    mutating func forget() { self = PostgresHoldings(grace: grace, owners: owners) }

    /// Takes everything again on a new connection; what another process has taken meanwhile is gone.
    mutating func takeAgain(_ link: PostgresLink) throws {
        isLeader = false
        for (id, key) in workers {
            // The lock first: who sweeps afterwards sees that the worker is back.
            try link.take(.workers, key)
            let isThere = try !link.run(
                "UPDATE worker SET missing_since = NULL WHERE id = ? RETURNING id",
                [.text(id.rawValue)]
            ).rows.isEmpty
            guard !isThere else { continue }
            try link.free(.workers, key)
            workers[id] = nil
            buried.insert(id)
        }
        for right in rights where try !link.takeIfFree(.rights, right.key) { rights.remove(right) }
    }

    /// What the server knows of the workers that have not gone in order.
    func lives(_ link: PostgresLink) throws -> [WorkerID: WorkerLife] {
        let rows = try link.run(
            """
            SELECT id, missing_since IS NULL AS is_new,
                coalesce(
                    missing_since + ?1 * interval '1 ms' < clock_timestamp()
                    AND greatest(pg_postmaster_start_time(), known_since) + ?2 * interval '1 ms'
                        < clock_timestamp()
                    AND incarnation = ?3,
                    FALSE) AS is_over,
                CASE WHEN pg_try_advisory_lock_shared(\(PostgresLock.workers.key), lock_key)
                    THEN pg_advisory_unlock_shared(\(PostgresLock.workers.key), lock_key)
                    ELSE FALSE END AS is_free
            FROM worker CROSS JOIN meta
            """,
            [grace.ofWorker, grace.ofServer].map { .integer(Int64($0 / .milliseconds(1))) }
                + [.text(link.session?.incarnation ?? "")]
        ).rows
        var lives: [WorkerID: WorkerLife] = [:]
        for row in rows {
            guard let text: String = row["id"], let id = WorkerID(text) else { continue }
            let isNew: Bool = row["is_new"] ?? true
            // A session does not keep itself out.
            let isFree = workers[id] == nil && row["is_free"] ?? false
            let isOver: Bool = row["is_over"] ?? false
            lives[id] = isFree ? isOver ? .killed : .missing : .alive
            guard isFree == isNew else { continue }
            _ = try link.run(
                """
                UPDATE worker SET missing_since = CASE WHEN ? = 1 THEN clock_timestamp() END
                WHERE id = ?
                """, [.integer(isFree ? 1 : 0), .text(text)])
        }
        return lives
    }

    /// Whether a dead worker holds jobs; only one process asks the server for all.
    mutating func findsDead(_ link: PostgresLink) throws -> Bool {
        if !isLeader { isLeader = try link.takeIfFree(.rights, Self.leadership) }
        guard isLeader else { return false }
        let dead = try lives(link).filter { $0.value == .killed }.map(\.key)
        guard !dead.isEmpty else { return false }
        let owners = try link.run(owners).rows
        return owners.contains { row in
            (row[0] as String?).flatMap(WorkerID.init).map(dead.contains) ?? false
        }
    }

    /// Beside the keys of rights.
    private static let leadership = 0
}

/// The sorts of what connections hold; the first key of their locks distinguishes schemas of one database.
enum PostgresLock: String {
    case workers = "headshot worker"
    case rights = "headshot right"

    /// The first key, as SQL.
    var key: String { "hashtext('\(rawValue) ' || current_schema())" }
}

extension QueueRight {
    fileprivate var key: Int {
        switch self {
        case .drain: 1
        case .courier: 2
        }
    }
}

extension PostgresLink {
    /// Waits for a lock that no other process keeps: one that checks whether it is free holds it for a moment.
    fileprivate func take(_ lock: PostgresLock, _ key: Int) throws(PostgresFailure) {
        _ = try run("SELECT pg_advisory_lock(\(lock.key), CAST(? AS int))", [.integer(Int64(key))])
    }

    fileprivate func takeIfFree(_ lock: PostgresLock, _ key: Int) throws(PostgresFailure) -> Bool {
        try run(
            "SELECT pg_try_advisory_lock(\(lock.key), CAST(? AS int))", [.integer(Int64(key))]
        ).rows.first?[0] ?? false
    }

    fileprivate func free(_ lock: PostgresLock, _ key: Int) throws(PostgresFailure) {
        _ = try run(
            "SELECT pg_advisory_unlock(\(lock.key), CAST(? AS int))", [.integer(Int64(key))])
    }
}
