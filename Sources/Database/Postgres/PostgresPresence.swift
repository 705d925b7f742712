import Synchronization

/// Shows which workers live by locks that their connections hold.
///
/// No timer takes a job from a worker that the database can reach: the server itself frees the locks of a connection that
/// has ended.
struct PostgresPresence: WorkerPresence {
    let hub: PostgresHub

    /// Takes the lock of a worker, and looks for dead ones from now on.
    func begin(_ id: WorkerID) throws(JobQueueError) -> any ProofOfLife {
        try hub.use { link, holdings in try holdings.begin(id, format: hub.schema.format, link) }
        hub.monitor()
        return PostgresProof(id: id, hub: hub)
    }

    func take(_ right: QueueRight) throws(JobQueueError) -> (any HeldRight)? {
        let isTaken = try hub.use { link, holdings in try holdings.take(right, link) }
        return isTaken ? PostgresRight(right: right, hub: hub) : nil
    }

    /// A worker without a row has ended.
    func lives(of ids: [WorkerID]) throws(JobQueueError) -> [WorkerID: WorkerLife] {
        let lives = try self.lives()
        return Dictionary(ids.map { ($0, lives[$0] ?? .ended) }) { first, _ in first }
    }

    func living() throws(JobQueueError) -> [WorkerID] { try workers { $0 != .killed } }

    func killed() throws(JobQueueError) -> [WorkerID] { try workers { $0 == .killed } }

    func published(by ids: Set<WorkerID>) throws(JobQueueError) -> [WorkerID: String] {
        // A lost connection may have left an older row.
        let sql = "SELECT worker, jobs FROM progress ORDER BY number"
        let rows = try hub.use { link, _ in try link.run(sql).rows }
        var texts: [WorkerID: String] = [:]
        for row in rows {
            guard let id = (row[0] as String?).flatMap(WorkerID.init), ids.contains(id) else {
                continue
            }
            texts[id] = row[1]
        }
        return texts
    }

    func format(of id: WorkerID) throws(JobQueueError) -> Int? {
        try hub.use { link, _ in
            try link.run("SELECT format FROM worker WHERE id = ?", [.text(id.rawValue)])
                .rows.first?[0]
        }
    }

    func sweep(killed: [WorkerID]) throws(JobQueueError) {
        try hub.use { link, _ in
            for id in killed {
                _ = try link.run("DELETE FROM progress WHERE worker = ?", [.text(id.rawValue)])
                _ = try link.run(
                    """
                    DELETE FROM worker
                    -- Not if it has come back since it was taken for dead.
                    WHERE id = ? AND missing_since IS NOT NULL AND id NOT IN (\(hub.schema.owners))
                    """, [.text(id.rawValue)])
            }
        }
    }

    private func lives() throws(JobQueueError) -> [WorkerID: WorkerLife] {
        try hub.use { link, holdings in try holdings.lives(link) }
    }

    private func workers(
        _ isMeant: (WorkerLife) -> Bool
    ) throws(JobQueueError) -> [WorkerID] {
        try lives().filter { isMeant($0.value) }.map(\.key).sorted { $0.rawValue < $1.rawValue }
    }
}

final class PostgresProof: ProofOfLife {
    let id: WorkerID
    private let hub: PostgresHub
    private let hasRetired = Mutex(false)
    /// How often it has published.
    private let count = Mutex(0)

    init(id: WorkerID, hub: PostgresHub) {
        self.id = id
        self.hub = hub
    }

    deinit {
        // Not waited for: the queue of the hub itself may be what lets go of this.
        if !hasRetired.withLock(\.self) {
            hub.useSoon { [id] link, holdings in try holdings.end(id, link) }
        }
    }

    var isOver: Bool { hub.hasBuried(id) }

    /// The server's lock cannot be removed by another program.
    func uphold() {}

    /// Not waited for; while there is no connection, the next progress will do.
    func publish(text: String) {
        guard !hasRetired.withLock(\.self) else { return }
        let number = count.withLock { count in
            count += 1
            return Int64(count)
        }
        // A new row each time: while a long transaction keeps dead row versions, each update of one row would read them all.
        hub.useSoon { [id] link, _ in
            _ = try link?.run(
                """
                WITH before AS (DELETE FROM progress WHERE worker = ? AND number = ?)
                INSERT INTO progress (worker, number, jobs) VALUES (?, ?, ?)
                """,
                [
                    .text(id.rawValue), .integer(number - 1), .text(id.rawValue), .integer(number),
                    .text(text),
                ])
        }
    }

    /// Removes the worker's row before its lock is freed.
    func retire() {
        let isFirst = hasRetired.withLock { hasRetired in
            defer { hasRetired = true }
            return !hasRetired
        }
        guard isFirst else { return }
        // A server that is away frees the lock, and the worker counts as dead.
        try? hub.use(waits: false) { [id] link, holdings in try holdings.end(id, link) }
    }
}

/// A right that this process has as long as its connection lives.
final class PostgresRight: HeldRight {
    private let right: QueueRight
    private let hub: PostgresHub

    init(right: QueueRight, hub: PostgresHub) {
        self.right = right
        self.hub = hub
    }

    var isHeld: Bool { hub.has(right) }

    deinit {
        hub.useSoon { [right] link, holdings in try holdings.giveBack(right, link) }
    }
}
