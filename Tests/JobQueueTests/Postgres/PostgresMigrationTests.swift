import Foundation
import Ground
import TestSupport
import Testing

@testable import Database
@testable import JobQueue

/// The formats before this program's.
private let olderFormats = Array(Schema.current.oldest..<Schema.current.format)

@Suite(.timeLimit(.minutes(10)), .needsPostgres)
struct PostgresMigrationTests {
    /// Gives an empty schema, its owner's connection, and the way there.
    private func withSchema(
        _ body: (_ place: PostgresPlace, _ schema: String, _ owner: PostgresLink) async throws ->
            Void
    ) async throws {
        let (url, schema) = try SharedPostgres.newSchema()
        let place = try PostgresPlace(url: url)
        let owner = try PostgresLink(to: place.connections[0].exposed)
        _ = try owner.command("CREATE SCHEMA \(schema)")
        try await body(place, schema, owner)
        _ = try owner.command("DROP SCHEMA \(schema) CASCADE")
    }

    private func open(_ place: PostgresPlace) throws {
        try JobStore(place, folder: "/nonexistent", patience: .zero).close()
    }

    @Test("Tables are made once, and a second time nothing is to do")
    func twice() async throws {
        try await withSchema { place, _, _ in
            #expect(throws: JobQueueError.noTables(place: place.name)) { try open(place) }
            #expect(try JobStore.migrate(place))
            #expect(try JobStore.migrate(place) == false)
            try open(place)
        }
    }

    @Test("Of several that migrate at once, one makes the tables")
    func atOnce() async throws {
        try await withSchema { place, _, _ in
            let made = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<4 { group.addTask { try JobStore.migrate(place) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(made.count { $0 } == 1)
            try open(place)
        }
    }

    @Test("Older tables are refused until they are migrated, and keep their jobs")
    func older() async throws {
        try await withSchema { place, _, owner in
            let current = Schema.current
            let next = current.followed(by: ["ALTER TABLE job ADD COLUMN more INTEGER"])
            #expect(try JobStore.migrate(place))
            let store = try JobStore(place, folder: "/nonexistent", patience: .zero)
            let ids = try await store.submit([.some()], now: TestQueue.now).map(\.id)
            let older = JobQueueError.olderTables(
                place: place.name, found: current.format, known: next.format)
            #expect(throws: older) {
                try PostgresEngine(place, schema: next, patience: .zero)
            }
            #expect(try PostgresEngine.migrate(place, to: next))
            // The open store reads on, and a program of this age is refused from now on.
            #expect(try await store.jobs(JobFilter(), limit: 10).map(\.id) == ids)
            let newer = JobQueueError.newerVersion(
                path: place.name, found: next.format, known: current.format)
            #expect(throws: newer) { try open(place) }
            #expect(throws: newer) { try JobStore.migrate(place) }
            try store.close()
        }
    }

    @Test(
        "Tables that were migrated are those of a new database, and keep their rows",
        arguments: olderFormats)
    func migrated(from format: Int) async throws {
        try await withSchema { place, _, _ in
            #expect(try PostgresEngine.migrate(place, to: Schema.current.upTo(format)))
            let link = try PostgresLink.open(place)
            let photo = String(repeating: "a", count: 64)
            let insert = """
                INSERT INTO job (id, kind, payload, provider, space, person, input, input_name,
                    priority, state, reason, due_at, created_at)
                VALUES (1, 'portrait', '{}', 'gemini', '', 'anna', ?, 'me.jpg', 0, 'waiting', ?, 0, 0)
                """
            // Its second step allows this reason.
            if format == Schema.current.oldest {
                let refused = #expect(throws: PostgresFailure.self) {
                    try link.run(insert, [.text(photo), .text(WaitReason.photo.rawValue)])
                }
                guard case .refused("23514", _, _) = refused else {
                    Issue.record("\(String(describing: refused))")
                    return
                }
            }
            _ = try link.run(insert, [.text(photo), .text(WaitReason.new.rawValue)])
            #expect(try JobStore.migrate(place))
            // As a process knows them that had planned the statement before.
            #expect(try link.run("UPDATE job SET reason = 'photo'").changed == 1)
            #expect(throws: PostgresFailure.self) { try link.run("UPDATE job SET reason = 'why'") }
            let migrated = try link.description()
            try await TestQueue.onServer { queue in
                let new = try queue.link().description()
                #expect(new == migrated)
            }
        }
    }

    @Test("Two machines are upgraded one after the other, and no job is lost or paid twice")
    func rolling() async throws {
        try await withSchema { place, _, _ in
            // The present program is the older one; what comes after it allows any reason to wait.
            let next = Schema.current.followed(by: ["DROP TRIGGER job_conditions ON job"])
            func machine(_ schema: Schema) throws -> TestQueue {
                let engine = try PostgresEngine(place, schema: schema, patience: .zero)
                return TestQueue(
                    folder: "/nonexistent",
                    store: JobStore(engine, on: engine, folder: "/nonexistent"))
            }
            #expect(try JobStore.migrate(place))
            let one = try machine(.current)
            try await one.store.keepLimits(orElse: .ten)
            for _ in 0..<3 { try await one.submit() }
            let sent = try await one.take(.first)
            let charge = try await one.charge(sent)
            let taken = try await one.take(.first)

            #expect(try PostgresEngine.migrate(place, to: next))
            let two = try machine(next)
            let newer = JobQueueError.newerVersion(
                path: place.name, found: next.format, known: Schema.current.format)
            await #expect(throws: newer) { try await one.claim() }
            await #expect(throws: newer) { try await one.submit() }
            await #expect(throws: newer) { try await one.startCharge(taken) }
            // The older machine ends what it has begun, and hands back what it has not.
            let paid = Settlement(
                job: .succeeded(outcome: "{}", result: SavedResult.sample),
                charge: ChargeEnd(id: charge.id, state: .paid))
            #expect(try await one.store.settle(sent, paid, now: one.now) == paid.job)
            #expect(try await one.store.release(taken, now: one.now) != nil)
            // A reason that it does not know yet keeps it from nothing.
            let held = try await two.submit()
            _ = try PostgresLink.open(place).run(
                "UPDATE job SET reason = ?, due_at = ? WHERE id = ?",
                [.text("later"), .integer(.max / 2), .integer(held.rawValue)])
            #expect(try await one.job(held).state == .waiting)
            try one.store.close()

            let later = two.now + 60
            for _ in 0..<2 { try await two.run(to: .done, worker: .second, at: later) }
            #expect(try await two.claim(.second, at: later).claim == nil)
            let jobs = try await two.store.jobsAndCharges(JobFilter(), limit: 10)
            #expect(jobs.map(\.job.state) == [.waiting, .succeeded, .succeeded, .succeeded])
            #expect(jobs.map { $0.charges.map(\.state) } == [[], [.paid], [.paid], [.paid]])
            try two.store.close()
        }
    }

    @Test(
        "Tables of another program are left alone",
        arguments: [
            "CREATE TABLE job (id int)", "CREATE TABLE meta (key text, value text)",
            "CREATE TABLE meta (key text); CREATE TABLE job (id int)",
        ])
    func foreign(tables: String) async throws {
        try await withSchema { place, _, owner in
            _ = try owner.command(tables)
            #expect(throws: JobQueueError.notAQueue(path: place.name)) { try open(place) }
            #expect(throws: JobQueueError.notAQueue(path: place.name)) {
                try JobStore.migrate(place)
            }
        }
    }

    @Test("A role without rights is told so", arguments: [false, true])
    func roles(hasSchema: Bool) async throws {
        try await withSchema { place, schema, owner in
            let role = "role_\(schema)"
            _ = try owner.command("CREATE ROLE \(role) LOGIN")
            if hasSchema { _ = try owner.command("GRANT USAGE ON SCHEMA \(schema) TO \(role)") }
            let its = try PostgresPlace(
                url: SharedPostgres.server.get().url(schema: schema, user: role))
            try expectForbidden { _ = try JobStore.migrate(its) }
            if hasSchema {
                #expect(throws: JobQueueError.noTables(place: its.name)) { try open(its) }
            } else {
                try expectForbidden { try open(its) }
            }
            #expect(try JobStore.migrate(place))
            try expectForbidden { try open(its) }
            _ = try owner.command("DROP OWNED BY \(role); DROP ROLE \(role)")
        }
    }

    @Test("A role that may only read and write rows does everything but migrate")
    func rows() async throws {
        try await withSchema { place, schema, owner in
            let role = "role_\(schema)"
            #expect(try JobStore.migrate(place))
            _ = try owner.command(
                """
                CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA \(schema) TO \(role);
                GRANT \(Self.told("TABLES")) ON ALL TABLES IN SCHEMA \(schema) TO \(role);
                GRANT \(Self.told("SEQUENCES")) ON ALL SEQUENCES IN SCHEMA \(schema) TO \(role)
                """)
            let its = try PostgresPlace(
                url: SharedPostgres.server.get().url(schema: schema, user: role))
            #expect(try JobStore.migrate(its) == false)
            let store = try JobStore(its, folder: "/nonexistent", patience: .zero)
            try await store.agree(onStore: "s3://bucket/a")
            try await store.keepLimits(orElse: .one)
            try await store.setLimits(.ten, now: TestQueue.now)
            let queue = TestQueue(folder: "/nonexistent", store: store)
            let proof = try store.presence.begin(.fresh())
            try proof.publish(LiveProgress())
            let bell = store.bell()
            #expect(try store.presence.take(.courier) != nil)
            try await queue.submit()
            #expect(await bell.wait(for: .seconds(60)))
            let id = try await queue.run(to: .done, cost: 1, worker: proof.id)
            #expect(try await queue.charges(id) == [.paid])
            let notes = try await store.unwrittenPayments(limit: 10)
            try await store.markWritten(notes)
            _ = try owner.command("DELETE FROM \(schema).charge")
            try await store.demandReconciling()
            #expect(try await store.learn(notes)?.charges == 1)
            _ = try await store.remove([id])
            proof.retire()
            let condition = try #require(try await store.serverCondition())
            #expect(condition.forbidden == [])
            #expect(condition.hidesOthers)
            let ofCharges = "charge_line"
            _ = try owner.command("REVOKE UPDATE ON SEQUENCE \(schema).\(ofCharges) FROM \(role)")
            #expect(try await store.serverCondition()?.forbidden == [ofCharges])
            try store.close()
            _ = try owner.command("DROP OWNED BY \(role); DROP ROLE \(role)")
        }
    }

    /// What docs/several-machines.md grants on all objects of a kind.
    private static func told(_ kind: String) throws -> String {
        let page = URL(filePath: #filePath)
            .appending(path: "../../../../docs/several-machines.md").standardizedFileURL
        let text = try String(contentsOf: page, encoding: .utf8)
        let grant = try #require(try Regex("GRANT ([A-Z, ]+) ON \(kind) TO").firstMatch(in: text))
        return String(try #require(grant.output[1].substring))
    }

    private func expectForbidden(_ body: () throws -> Void) throws {
        let failure = #expect(throws: JobQueueError.self, performing: body)
        guard case .permissionDenied = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }
}
