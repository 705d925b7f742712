import Ground
import Synchronization
import TestSupport
import Testing

@testable import Database
@testable import JobQueue

/// A schema with the queue's tables, which is emptied after a test and given to the next: emptying costs a hundredth of
/// making.
///
/// Unchecked is safe: one test at a time has it.
final class ReadySchema: @unchecked Sendable {
    let name: String
    let place: PostgresPlace
    private let owner: PostgresLink

    private init() throws {
        let (url, name) = try SharedPostgres.newSchema()
        self.name = name
        place = try PostgresPlace(url: url)
        owner = try PostgresLink(to: place.connections[0].exposed)
        _ = try owner.command("CREATE SCHEMA \(name)")
        #expect(try JobStore.migrate(place))
        try owner.introduce()
    }

    private static let ready = Mutex<[ReadySchema]>([])

    /// An empty one that nobody has.
    static func take() throws -> ReadySchema {
        try ready.withLock { $0.popLast() } ?? ReadySchema()
    }

    /// Empties it for the next test.
    func giveBack() throws {
        let emptying: String? = try owner.run(
            """
            SELECT string_agg(statement, ';') FROM (
                SELECT 'DELETE FROM ' || quote_ident(tablename) FROM pg_tables
                WHERE schemaname = current_schema() AND tablename <> 'meta'
                UNION ALL
                SELECT 'SELECT setval(''' || quote_ident(sequencename) || ''', 1, false)'
                FROM pg_sequences WHERE schemaname = current_schema()
            ) AS statements (statement)
            """
        ).rows.first?[0]
        _ = try owner.command(
            """
            BEGIN; SET LOCAL session_replication_role = replica; \(emptying ?? "");
            UPDATE meta SET store = NULL, known_since = '-infinity',
                incarnation = '\(owner.session?.incarnation ?? "")'; COMMIT
            """)
        Self.ready.withLock { $0.append(self) }
    }

    /// Removes it: a test has changed the tables, or failed.
    func drop() throws { _ = try owner.command("DROP SCHEMA \(name) CASCADE") }
}
