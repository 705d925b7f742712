import Ground
import TestSupport
import Testing

@testable import Database
@testable import JobQueue

@Suite(
    .needs("pgbouncer; please run: make setup-postgres") {
        PostgresServer.isInstalled && Pooler.isInstalled
    }, .timeLimit(.minutes(10)))
struct PostgresPoolerTests {
    /// Gives a database with a queue in it; a pooler of this age passes no search path on.
    private func withDatabase(
        _ body: (_ server: KeptPostgres, _ database: String) async throws -> Void
    ) async throws {
        let server = try SharedPostgres.server.get()
        let (url, database) = try SharedPostgres.newSchema()
        let owner = try PostgresLink(to: PostgresPlace(url: url).connections[0].exposed)
        _ = try owner.command("CREATE DATABASE \(database)")
        let direct = try PostgresPlace(url: server.url(database: database))
        #expect(try JobStore.migrate(direct))
        try await body(server, database)
        _ = try owner.command("DROP DATABASE \(database) WITH (FORCE)")
    }

    @Test(
        "A pooler that gives each transaction or statement another session is refused, however many it has",
        arguments: [
            (Pooler.Mode.transaction, 1), (.transaction, 2), (.transaction, 20), (.statement, 2),
            (.statement, 20),
        ])
    func transactions(mode: Pooler.Mode, size: Int) async throws {
        try await withDatabase { server, database in
            try await Pooler.with(mode, size: size, before: server) { pooler in
                let place = try PostgresPlace(
                    url: server.url(database: database, through: pooler.host))
                #expect(throws: JobQueueError.transactionPooler(place: place.name)) {
                    try JobStore(place, folder: "/nonexistent", patience: .seconds(60))
                }
                #expect(throws: JobQueueError.transactionPooler(place: place.name)) {
                    try JobStore.migrate(place)
                }
                let presence = PostgresPresence(
                    hub: PostgresHub(place, schema: .current))
                #expect(throws: JobQueueError.transactionPooler(place: place.name)) {
                    try presence.begin(.fresh())
                }
            }
        }
    }

    @Test("All is well behind a pooler that gives each client a session of its own")
    func sessions() async throws {
        try await withDatabase { server, database in
            try await Pooler.with(.session, size: 20, before: server) { pooler in
                let place = try PostgresPlace(
                    url: server.url(database: database, through: pooler.host))
                try await withTemporaryFolder { folder in
                    let store = try JobStore(place, folder: folder, patience: .seconds(60))
                    let proof = try store.presence.begin(.fresh())
                    let bell = store.bell()
                    let other = try JobStore(place, folder: folder, patience: .seconds(60))
                    let ids = try await other.submit([.some()], now: TestQueue.now).map(\.id)
                    #expect(await bell.wait(for: .seconds(3600)))
                    #expect(try await store.jobs(JobFilter(), limit: 10).map(\.id) == ids)
                    #expect(try other.presence.living() == [proof.id])
                    try other.close()
                    try store.close()
                }
            }
        }
    }
}
