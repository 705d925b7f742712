/// What a process holds on the server by its connection: the locks of its workers, and rights that one process has.
///
/// The server frees them when the connection ends; they are taken again on the next one.
struct PostgresHoldings {
    private var workers: [WorkerID: Int] = [:]
    private var rights: Set<QueueRight> = []
    /// Workers that were taken for dead while this process had no connection.
    private(set) var buried: Set<WorkerID> = []
    private var isLeader = false

    /// Makes a worker's row, and takes its lock.
    mutating func begin(_ id: WorkerID, format: Int, _ link: PostgresLink) throws {
        let key: Int? = try link.run(
            "INSERT INTO worker (id, format) VALUES (?, ?) RETURNING lock_key",
            [.text(id.rawValue), .integer(Int64(format))]
        ).rows.first?[0]
        guard let key, try link.takeIfFree(.workers, key) else {
            throw PostgresFailure.refused(state: "55006", detail: "a worker's lock was taken")
        }
        workers[id] = key
    }

    /// Frees a worker's lock after its row has gone: it ended in order.
    mutating func end(_ id: WorkerID, _ link: PostgresLink) throws {
        _ = try link.run("DELETE FROM progress WHERE worker = ?", [.text(id.rawValue)])
        _ = try link.run("DELETE FROM worker WHERE id = ?", [.text(id.rawValue)])
        if let key = workers.removeValue(forKey: id) { try link.free(.workers, key) }
    }

    /// Takes a right, unless another process has it.
    mutating func take(_ right: QueueRight, _ link: PostgresLink) throws -> Bool {
        guard !rights.contains(right), try link.takeIfFree(.rights, right.key) else { return false }
        rights.insert(right)
        return true
    }

    /// Gives a right back.
    mutating func giveBack(_ right: QueueRight, _ link: PostgresLink) throws {
        if rights.remove(right) != nil { try link.free(.rights, right.key) }
    }

    /// Whether a right is still held.
    func has(_ right: QueueRight) -> Bool { rights.contains(right) }

    /// Takes everything again on a new connection; what another process has taken meanwhile is gone.
    mutating func takeAgain(_ link: PostgresLink) throws {
        isLeader = false
        for (id, key) in workers {
            let isThere = try !link.run(
                "UPDATE worker SET missing_since = NULL WHERE id = ? RETURNING id",
                [.text(id.rawValue)]
            ).rows.isEmpty
            guard isThere, try link.takeIfFree(.workers, key) else {
                workers[id] = nil
                buried.insert(id)
                continue
            }
        }
        for right in rights where try !link.takeIfFree(.rights, right.key) { rights.remove(right) }
    }

    /// What the server knows of the workers that have not gone in order.
    func lives(_ link: PostgresLink) throws -> [WorkerID: WorkerLife] {
        let rows = try link.run(
            """
            SELECT id, missing_since IS NULL AS is_new,
                coalesce(
                    clock_timestamp() - missing_since > interval '\(Self.grace)'
                    AND clock_timestamp() - pg_postmaster_start_time() > interval '\(Self.graceOfServer)',
                    FALSE) AS is_over,
                CASE WHEN pg_try_advisory_lock_shared(\(PostgresLock.workers.key), lock_key)
                    THEN pg_advisory_unlock_shared(\(PostgresLock.workers.key), lock_key)
                    ELSE FALSE END AS is_free
            FROM worker
            """
        ).rows
        var lives: [WorkerID: WorkerLife] = [:]
        for row in rows {
            guard let text: String = row["id"], let id = WorkerID(text) else { continue }
            let isNew: Bool = row["is_new"] ?? true
            // A session does not keep itself out.
            let isFree = workers[id] == nil && row["is_free"] ?? false
            lives[id] = isFree && row["is_over"] ?? false ? .killed : .alive
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
        let owners = try link.run("SELECT DISTINCT owner FROM job WHERE state = 'running'").rows
        return owners.contains { row in
            (row[0] as String?).flatMap(WorkerID.init).map(dead.contains) ?? false
        }
    }

    /// A worker's connection may break: it has this long to come back.
    private static let grace = "0.8 s"

    /// All connections break with the server: workers have this long to come back to it.
    private static let graceOfServer = "15 s"

    /// Beside the keys of rights.
    private static let leadership = 0
}

/// The sorts of what connections hold; the first key of their locks tells schemas of one database apart.
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
