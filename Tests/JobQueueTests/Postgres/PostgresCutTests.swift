import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Database
@testable import JobQueue

/// Connections that break around COMMIT, over a proxy that knows where.
@Suite(
    .needsPostgres,
    .timeLimit(.minutes(10)))
struct PostgresCutTests {
    /// What both the commit of a change and the question after its fate name.
    private static let mark = "latest_write"

    /// An operation, what it needs, and what must be true after it, whatever became of its connection.
    struct Operation: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Does it on a queue that another connection keeps.
        let run:
            @Sendable (_ cut: TestQueue, _ queue: TestQueue, _ arm: () -> Void) async throws -> Void
    }

    static let operations: [Operation] = [
        Operation(testDescription: "submit") { cut, queue, arm in
            arm()
            let id = try await cut.submit()
            #expect(try await queue.store.jobs(JobFilter(), limit: 10).map(\.id) == [id])
        },
        Operation(testDescription: "claim") { cut, queue, arm in
            let id = try await queue.submit()
            arm()
            let claim = try await cut.take()
            #expect(claim.job.id == id)
            #expect(try await queue.claim(.second).claim == nil)
            // It is held under the token that was returned.
            #expect(try await queue.store.record(facts: nil, findings: "[]", for: claim))
        },
        Operation(testDescription: "startCharge") { cut, queue, arm in
            let id = try await queue.submit()
            let claim = try await queue.take()
            arm()
            let charge = try await cut.charge(claim)
            #expect(try await queue.charges(id) == [.started])
            let paid = Settlement(job: .done, charge: ChargeEnd(id: charge.id, state: .paid))
            #expect(try await queue.store.settle(claim, paid, now: queue.now) == .done)
        },
        Operation(testDescription: "settle") { cut, queue, arm in
            let id = try await queue.submit()
            let claim = try await queue.take()
            let charge = try await queue.charge(claim)
            let paid = Settlement(job: .done, charge: ChargeEnd(id: charge.id, state: .paid))
            arm()
            #expect(try await cut.store.settle(claim, paid, now: queue.now) == .done)
            #expect(try await queue.job(id).state == .succeeded)
            #expect(try await queue.charges(id) == [.paid])
        },
        Operation(testDescription: "recover") { cut, queue, arm in
            let id = try await queue.submit()
            try await queue.take()
            arm()
            let recoveries = try await cut.store.recover(
                from: [.first], spooled: [], now: queue.now)
            #expect(recoveries.map(\.job) == [id])
            #expect(recoveries.map(\.state) == [.waiting])
            // One death, not two.
            #expect(try await queue.job(id).crashes == 1)
        },
    ]

    @Test(
        "A call whose connection breaks at the commit returns as if nothing had happened",
        arguments: operations, LoopbackProxy.Cut.allCases)
    func calls(operation: Operation, cut: LoopbackProxy.Cut) async throws {
        try await TestQueue.onServer { queue in
            let proxy = try LoopbackProxy(before: SharedPostgres.server.get())
            let other = try queue.through(proxy)
            try await operation.run(other, queue) { proxy.cut(cut, at: Self.mark) }
            #expect(proxy.cutsLeft == 0)
            try other.store.close()
        }
    }

    @Test(
        "A call whose connection breaks again while it asks what became of its commit asks again",
        arguments: LoopbackProxy.Cut.allCases, LoopbackProxy.Cut.allCases)
    func again(first: LoopbackProxy.Cut, second: LoopbackProxy.Cut) async throws {
        try await TestQueue.onServer { queue in
            let proxy = try LoopbackProxy(before: SharedPostgres.server.get())
            let other = try queue.through(proxy)
            proxy.cut(first, at: Self.mark)
            proxy.cut(second, at: Self.mark)
            let id = try await other.submit()
            #expect(proxy.cutsLeft == 0)
            #expect(try await queue.store.jobs(JobFilter(), limit: 10).map(\.id) == [id])
            try other.store.close()
        }
    }

    @Test(
        "A call that changes nothing, and one that only reads, do not care for their commits",
        arguments: LoopbackProxy.Cut.allCases)
    func unchanged(cut: LoopbackProxy.Cut) async throws {
        try await TestQueue.onServer { queue in
            let proxy = try LoopbackProxy(before: SharedPostgres.server.get())
            let other = try queue.through(proxy)
            proxy.cut(cut, at: "COMMIT ")
            #expect(try await other.claim().claim == nil)
            #expect(proxy.cutsLeft == 0)
            proxy.cut(cut, at: "COMMIT ")
            #expect(try await other.store.counts() == [:])
            #expect(proxy.cutsLeft == 0)
            try other.store.close()
        }
    }

    @Test(
        "What became of a commit is unknown if the server stays away",
        arguments: LoopbackProxy.Cut.allCases)
    func unknown(cut: LoopbackProxy.Cut) async throws {
        try await TestQueue.onServer(changesTables: true) { queue in
            let stranger = try queue.link()
            _ = try stranger.command("CREATE TABLE seen (one int)")
            let proxy = try LoopbackProxy(before: SharedPostgres.server.get())
            let place = try queue.place(through: proxy)
            // The patience counts from the first failure: on a slow machine it would be over before the server is back.
            let time = ManualTime()
            let lane = PostgresLane(
                place, label: "postgres.tests", patience: .seconds(2), time: time.passing)
            func write() throws {
                _ = try lane.write(upTo: nil) { tx in try tx.run("INSERT INTO seen VALUES (1)") }
            }
            proxy.cut(cut, at: Self.mark, isLast: true)
            let unknown = try #require(#expect(throws: PostgresFailure.self) { try write() })
            #expect(JobQueueError(unknown, place: place) == .outcomeUnknown(place: place.name))
            // The next call knows that nothing of it was written.
            let failure = try #require(#expect(throws: PostgresFailure.self) { try write() })
            guard case .unreachable(place.name, _) = JobQueueError(failure, place: place) else {
                Issue.record("\(failure)")
                return
            }
            proxy.putBack()
            try write()
            let expected = cut == .after ? 2 : 1
            #expect(try stranger.run("SELECT one FROM seen").rows.count == expected)
            lane.close()
        }
    }

    @Test("Reads that wait for a server together are patient once, not one after the other")
    func patience() async throws {
        try await TestQueue.onServer { queue in
            let proxy = try LoopbackProxy(before: SharedPostgres.server.get())
            let other = try queue.through(proxy, patience: .seconds(1))
            proxy.takeAway()
            let start = ContinuousClock.now
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        await #expect(throws: JobQueueError.self) { try await other.store.counts() }
                    }
                }
            }
            #expect(ContinuousClock.now - start < .seconds(5))
            try other.store.close()
        }
    }

    @Test("A write that was stopped in its midst until the server gave it up is done again")
    func stopped() async throws {
        try await TestQueue.onServer(changesTables: true) { queue in
            let stranger = try queue.link()
            _ = try stranger.command("CREATE TABLE seen (one int)")
            let lane = PostgresLane(
                try #require(queue.place), label: "postgres.tests", patience: .seconds(60))
            var tries = 0
            _ = try lane.write(upTo: nil) { tx in
                tries += 1
                try tx.run("INSERT INTO seen VALUES (1)")
                guard tries == 1 else { return }
                let own: Int64? = try tx.value("SELECT pg_backend_pid()")
                try tx.run("SET LOCAL idle_in_transaction_session_timeout = 1")
                let isThere = "SELECT 1 FROM pg_stat_activity WHERE pid = ?"
                while try !stranger.run(isThere, [.integer(#require(own))]).rows.isEmpty {
                    sched_yield()
                }
                try tx.run("INSERT INTO seen VALUES (1)")
            }
            #expect(tries == 2)
            #expect(try stranger.run("SELECT one FROM seen").rows.count == 1)
            lane.close()
        }
    }

    @Test("A write and a read that an operator cancels are done again")
    func cancelled() async throws {
        try await TestQueue.onServer { queue in
            let place = try #require(queue.place)
            let lane = PostgresLane(place, label: "postgres.tests", patience: .seconds(60))
            let cancel = "SELECT pg_cancel_backend(pg_backend_pid())"
            var tries = 0
            _ = try lane.write(upTo: nil) { tx in
                tries += 1
                if tries == 1 { try tx.rows(cancel) }
            }
            #expect(tries == 2)
            let reads = Atomic(0)
            _ = try await lane.read { tx in
                if reads.wrappingAdd(1, ordering: .relaxed).newValue == 1 { try tx.rows(cancel) }
            }
            #expect(reads.load(ordering: .relaxed) == 2)
            lane.close()
        }
    }

    @Test("A commit whose mark is refused leaves a connection that can be used")
    func refusedMark() async throws {
        try await TestQueue.onServer(changesTables: true) { queue in
            let stranger = try queue.link()
            _ = try stranger.command(
                """
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END $$;
                CREATE TRIGGER refuse BEFORE INSERT ON latest_write
                FOR EACH ROW EXECUTE FUNCTION refuse()
                """)
            let name = try #require(queue.place).name
            await #expect(throws: JobQueueError.readOnly(place: name, detail: "no room")) {
                try await queue.submit()
            }
            _ = try stranger.command("DROP TRIGGER refuse ON latest_write")
            let id = try await queue.submit()
            #expect(try await queue.store.jobs(JobFilter(), limit: 10).map(\.id) == [id])
        }
    }

    @Test("Work that was begun is ended after a newer program has changed the tables")
    func changedTables() async throws {
        try await TestQueue.onServer(changesTables: true) { queue in
            for _ in 0..<2 { try await queue.submit() }
            try await queue.run(to: .done)
            let claim = try await queue.take()
            let charge = try await queue.charge(claim)
            _ = try queue.link().command(
                """
                ALTER TABLE charge ADD COLUMN more bigint; ALTER TABLE job ADD COLUMN more bigint;
                UPDATE meta SET format = format + 1
                """)
            let paid = Settlement(job: .done, charge: ChargeEnd(id: charge.id, state: .paid))
            #expect(try await queue.store.settle(claim, paid, now: queue.now) == .done)
            #expect(try await queue.charges(claim.job.id) == [.paid])
            let newer = JobQueueError.newerVersion(
                path: try #require(queue.place).name, found: Schema.current.format + 1,
                known: Schema.current.format)
            await #expect(throws: newer) { try await queue.submit() }
        }
    }
}
