import Foundation
import TestSupport
import Testing

@testable import Database
@testable import JobQueue

/// Many connections that want the same places of a day.
@Suite(
    .needsPostgres,
    .serialized, .timeLimit(.minutes(10)))
struct PostgresCapTests {
    /// A transaction without named locks, as if an operation had forgotten them.
    private struct Unlocked: QueueTransaction {
        let tx: any QueueTransaction

        var kind: EngineKind { tx.kind }
        func run(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> Int {
            try tx.run(sql, arguments)
        }
        func send(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws {
            try tx.send(sql, arguments)
        }
        func row(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> QueueRow? {
            try tx.row(sql, arguments)
        }
        func rows(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws -> [QueueRow] {
            try tx.rows(sql, arguments)
        }
        func requireReconciled() throws { try tx.requireReconciled() }
        func lock(_ lock: NamedLock) {}
        func row(
            locking lock: NamedLock, _ sql: String, _ arguments: [(any SQLConvertible)?]
        ) throws -> QueueRow? { try tx.row(sql, arguments) }
    }

    /// PostgreSQL's engine, whose transactions take no named locks if so wanted.
    private struct Engine: QueueEngine {
        let engine: PostgresEngine
        let locks: Bool

        func write<Value>(
            endsWork: Bool, isNews: Bool, _ body: (any QueueTransaction) throws -> Value,
            afterwards: (Value, any QueueConnection) throws -> Void
        ) throws(JobQueueError) -> Value {
            try engine.write(
                endsWork: endsWork, isNews: isNews,
                { tx in try body(locks ? tx : Unlocked(tx: tx)) },
                afterwards: afterwards)
        }
        func read<Value: Sendable>(
            _ body: @escaping @Sendable (any QueueTransaction) throws -> Value
        ) async throws(JobQueueError) -> Value { try await engine.read(body) }
        func bell() -> any QueueBell { engine.bell() }
        func dataVersion() -> Int { engine.dataVersion() }
        var presence: any WorkerPresence { engine.presence }
        func close() { engine.close() }
    }

    private static let connections = 50

    @Test(
        "Fifty connections that charge one person's 500 jobs at once take ten places, with the named locks and without",
        arguments: [true, false])
    func onePerson(locks: Bool) async throws {
        try await TestQueue.onServer { queue in
            let place = try #require(queue.place)
            _ = try await queue.store.submit(
                (0..<500).map { _ in .some() }, now: queue.now)
            let stores = try (0..<Self.connections).map { _ in
                let engine = try PostgresEngine(
                    place, schema: .current, patience: .seconds(60))
                return JobStore(
                    Engine(engine: engine, locks: locks), on: engine,
                    folder: queue.folder)
            }
            var claims: [Claim] = []
            for _ in 0..<500 { claims.append(try await queue.take()) }
            let starts = try await withThrowingTaskGroup(of: [ChargeStart].self) { group in
                for (number, store) in stores.enumerated() {
                    let own = claims[(number * 10)..<(number * 10 + 10)]
                    group.addTask {
                        var starts: [ChargeStart] = []
                        for claim in own {
                            starts.append(
                                try await store.startCharge(
                                    for: claim, TestQueue.draft, now: TestQueue.now))
                        }
                        return starts
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(starts.compactMap(\.charge).count == 10)
            let tomorrow = DailyCap.ten.nextDay(after: queue.now)
            #expect(starts.count { $0 == .capReached(until: tomorrow) } == 490)
            let charges = try queue.link().run("SELECT count(DISTINCT job), count(*) FROM charge")
                .rows
            #expect(charges.map(\.values) == [[.integer(10), .integer(10)]])
            for store in stores { try store.close() }
        }
    }

    @Test(
        "Ten connections that do several persons' jobs charge each person ten times, and no job twice"
    )
    func persons() async throws {
        try await TestQueue.onServer { queue in
            for job in 0..<72 { try await queue.submit(.known("p\(job % 6)")) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        let other = try queue.another()
                        let worker = WorkerID.fresh()
                        while let claim = try await other.claim(worker).claim {
                            guard let charge = try await other.startCharge(claim).charge else {
                                continue
                            }
                            let paid = ChargeEnd(id: charge.id, state: .paid)
                            try await other.store.settle(
                                claim, Settlement(job: .done, charge: paid), now: other.now)
                        }
                        try other.store.close()
                    }
                }
                try await group.waitForAll()
            }
            let link = try queue.link()
            let each = try link.run("SELECT count(*) FROM charge GROUP BY space, person").rows
            #expect(each.map(\.values) == Array(repeating: [.integer(10)], count: 6))
            let twice = try link.run("SELECT 1 FROM charge GROUP BY job HAVING count(*) > 1").rows
            #expect(twice.isEmpty)
            #expect(try await queue.store.counts() == [.succeeded: 60, .waiting: 12])
        }
    }
}
