import Foundation
import Ground

/// What the server says of a connection when it is made.
struct PostgresSession: Equatable {
    /// The server's process for the connection, and when that began, in microseconds: a later one may get its number.
    let process: Int64
    let began: Int64
    /// The schema that has the queue's tables.
    let schema: String
    /// Which server this is, and how often it was restored or promoted: differs after each of these.
    let incarnation: String
    /// The server's time, in milliseconds since 1970.
    let now: Int64

    /// No other session of any server has it.
    var name: String { "\(incarnation)/\(process)/\(began)" }
}

/// What a transaction leaves by which another connection can tell that it was committed.
struct WriteMark {
    /// The lane that wrote; no other has its name.
    let client: String
    /// Distinguishes the transaction from all others of the lane.
    let number: Int

    /// Leaves it, as the last one of its lane.
    var statement: PostgresStatement {
        PostgresStatement(
            sql: """
                INSERT INTO latest_write VALUES (?, ?, now())
                ON CONFLICT (client) DO UPDATE SET mark = excluded.mark, at = excluded.at
                """, arguments: arguments)
    }

    fileprivate var arguments: [SQLValue] { [.text(row), .text(String(number))] }

    /// The row's name, which changes after ``writesOfRow`` writes.
    ///
    /// While a long transaction keeps dead row versions, each write to one row reads all of them.
    private var row: String { "\(client)/\(number / Self.writesOfRow)" }

    /// So few that the versions of a row fill few blocks, and so many that a day adds few rows.
    private static let writesOfRow = 256
}

/// What the server says when a transaction that writes begins.
struct PostgresBeginning {
    /// The server's time, in milliseconds since 1970.
    let now: Int64
    /// The format of the tables.
    let format: Int
    /// Whether the queue knows what was paid, as far as this server may have forgotten it.
    let isReconciled: Bool

    /// Begins a transaction in which each statement sees what was committed before it.
    static let begin = "BEGIN ISOLATION LEVEL READ COMMITTED"

    /// What is asked at once after that.
    static let question = PostgresStatement(
        sql: """
            SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint), format, incarnation
            FROM meta
            """)

    /// Reads the answer that a session got.
    init(_ answer: PostgresAnswer, of session: PostgresSession?) throws(PostgresFailure) {
        guard let row = answer.rows.first, let now: Int64 = row[0], let format: Int = row[1],
            let incarnation: String = row[2]
        else { throw .refused(state: "42P01", detail: "the queue has no row in meta") }
        self.now = now
        self.format = format
        isReconciled = incarnation == session?.incarnation
    }

    /// Refuses a server that may have forgotten what was paid.
    func refuseForgetful() throws(PostgresFailure) {
        if !isReconciled { throw .notReconciled }
    }

    /// Refuses tables that a newer program has migrated, maybe just now.
    func refuseNewer(than known: Int, place: PostgresPlace) throws(JobQueueError) {
        guard format <= known else {
            throw .newerVersion(path: place.name, found: format, known: known)
        }
    }
}

extension PostgresLink {
    /// What is asked of a connection once, in one round trip.
    private static let introduction = """
        SELECT pid, (extract(epoch FROM backend_start) * 1000000)::bigint, current_schema(),
            CASE WHEN NOT pg_is_in_recovery() THEN
                (SELECT system_identifier FROM pg_control_system()) || '/'
                    || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END,
            (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
            -- Names must not lead to what another role has put into a schema.
            set_config(
                'search_path', coalesce(quote_ident(current_schema()) || ', pg_temp', 'pg_temp'),
                false)
        FROM pg_stat_activity WHERE pid = pg_backend_pid()
        """

    /// Connects to the first server of a place that lets it, and asks who is there.
    static func open(
        _ place: PostgresPlace, patience: CInt = PostgresLink.usualPatience
    ) throws(PostgresFailure) -> PostgresLink {
        var details: [String] = []
        for server in place.connections {
            do throws(PostgresFailure) {
                let link = try PostgresLink(to: server.exposed, patience: patience)
                try link.introduce()
                try link.refusePooler(to: server.exposed)
                return link
            } catch {
                guard error.isOfLink else { throw error }
                details.append(error.whyAway)
            }
        }
        throw .unreachable(detail: details.joined(separator: "; "))
    }

    /// Asks who is at the other end.
    func introduce() throws(PostgresFailure) {
        let row = try command(Self.introduction).rows.first
        guard let row, let process: Int64 = row[0], let began: Int64 = row[1],
            let now: Int64 = row[4]
        else { throw .unreachable(detail: "it does not say who it is") }
        guard let incarnation: String = row[3] else {
            throw .unreachable(detail: "it is a standby, which takes no writes")
        }
        guard let schema: String = row[2] else {
            throw .refused(state: "3F000", detail: "there is no schema that the user may use")
        }
        session = PostgresSession(
            process: process, began: began, schema: schema, incarnation: incarnation, now: now)
    }

    /// Refuses a pooler that hands this link's session to others between its transactions.
    private func refusePooler(to place: String) throws(PostgresFailure) {
        guard let session, claimedProcess != session.process else { return }
        // One that hands sessions on gives ours to the next transaction, or gives us another one meanwhile.
        for _ in 0..<Self.triesOfPooler {
            let other = try PostgresLink(to: place)
            guard try other.processInTransaction() != session.process else {
                throw .transactionPooler
            }
            let ours = try command("SELECT pg_backend_pid()").rows.first
            guard ours?[0] == session.process else { throw .transactionPooler }
        }
    }

    /// Begins a transaction, and returns the process that carries it out.
    private func processInTransaction() throws(PostgresFailure) -> Int64? {
        do throws(PostgresFailure) {
            return try command("BEGIN; SELECT pg_backend_pid()").rows.first?[0]
        } catch .refused("08P01", _, _) {
            // PostgreSQL itself always lets a transaction begin; a pooler in statement mode never does.
            throw .transactionPooler
        } catch {
            throw error
        }
    }

    /// Others may use the pooler at the same time.
    private static let triesOfPooler = 3

    /// Ends a connection's process, and waits until it is gone: it commits nothing more.
    func end(_ session: PostgresSession) throws(PostgresFailure) {
        let isGone: Bool? = try run(
            """
            SELECT pg_terminate_backend(pid, 4000) FROM pg_stat_activity
            WHERE pid = ? AND (extract(epoch FROM backend_start) * 1000000)::bigint = ?
            """, [.integer(session.process), .integer(session.began)]
        ).rows.first?[0]
        if isGone == false { throw .lost }
    }

    /// Whether a transaction left its mark, as durably as a commit is.
    ///
    /// A commit that waited for a standby in vain is seen here, and lost with this server; so this waits for the standby, too.
    func has(_ mark: WriteMark) throws(PostgresFailure) -> Bool {
        _ = try command("BEGIN")
        let found = try run(
            "UPDATE latest_write SET at = now() WHERE client = ? AND mark = ?", mark.arguments)
        try commit()
        return found.changed == 1
    }

    /// Hears from now on when the queue has changed.
    func listen() throws(PostgresFailure) {
        let name = channel.replacingOccurrences(of: "\"", with: "\"\"")
        _ = try command("LISTEN \"\(name)\"")
    }

    /// Says that the queue has changed; it need not be durable.
    var announcement: PostgresStatement {
        PostgresStatement(
            sql: "SELECT set_config('synchronous_commit', 'off', true), pg_notify(?, '')",
            arguments: [.text(channel)])
    }

    /// The name of the messages.
    private var channel: String { "headshot_\(session?.schema ?? "")" }
}
