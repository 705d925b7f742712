import Foundation
import TestSupport
import Testing

@testable import Companion
@testable import Database
@testable import JobQueue

/// A queue that moves from a file to a server.
@Suite(.timeLimit(.minutes(10)), .needsPostgres)
struct MoveTests {
    /// Gives a body a queue in a file that has seen something of everything, and an empty one on a server.
    private func withBoth(
        _ body: (_ old: TestQueue, _ new: TestQueue) async throws -> Void
    ) async throws {
        try await TestQueue.inFile { old in
            _ = try await old.addWebhook()
            try await old.submit(.annaOfApp)
            try await old.run(to: .done)
            try await old.submit(.bert)
            try await old.run(to: .uncertain(reason: .deadline, detail: nil), .unknown)
            try await old.submit(.anna)
            try await old.run(to: .waitsForGate, .free)
            try await old.submit(.anna, key: "k", notBefore: old.now + 900)
            try await old.submit(.annaOfApp)
            try await TestQueue.onServer { new in try await body(old, new) }
        }
    }

    private func move(_ old: TestQueue, to new: TestQueue) async throws -> MovedRows {
        let move = try QueueMove(from: old.folder, to: new.store)
        // As after a failure: the tests look at the old queue again.
        defer { move.abandon(after: CancellationError()) }
        return try await new.store.take(move)
    }

    private static let tables = [
        "job", "charge", "gate", "model", "cap", "loan", "removal", "mark", "space", "delivery",
        "token", "person", "entitlement", "upload", "scan", "newcomer",
    ]

    /// All rows of a table, in no order, without what only a server has.
    private func rows(_ table: String, _ queue: TestQueue) async throws -> [[String: SQLValue]] {
        try await queue.store.read { tx in
            try tx.rows("SELECT * FROM \(table)").map { row in
                var values = Dictionary(zip(row.columns, row.values)) { first, _ in first }
                for column in ["slot", "journaled"] { values[column] = nil }
                return values
            }
        }
    }

    @Test func `every row arrives as it was`() async throws {
        try await withBoth { old, new in
            #expect(try await move(old, to: new) == MovedRows(jobs: 5, charges: 3))
            for table in Self.tables {
                let before = Set(
                    try await rows(table, old).map { "\($0.sorted { $0.key < $1.key })" })
                let after = Set(
                    try await rows(table, new).map { "\($0.sorted { $0.key < $1.key })" })
                #expect(before == after, "\(table)")
            }
        }
    }

    @Test func `what comes after the move gets numbers of its own`() async throws {
        try await withBoth { old, new in
            _ = try await move(old, to: new)
            let last = try await old.newest()
            #expect(try await new.submit(.known("carl")) > last)
            try await new.run(to: .done)
            let ids: [Int64] = try await new.store.read { tx in
                try tx.values("SELECT id FROM charge ORDER BY id")
            }
            #expect(ids == [1, 2, 3, 4])
            // Caps count on: two of anna's are charged or waiting, one of bert's is unknown.
            let usage = try await new.store.usage(cap: .ten, now: new.now)
            #expect(usage[.bert]?.usedToday == 1)
        }
    }

    @Test func `a move that is repeated changes nothing`() async throws {
        try await withBoth { old, new in
            let first = try await move(old, to: new)
            #expect(try await move(old, to: new) == first)
            #expect(try await new.store.counts() == old.store.counts())
        }
    }

    @Test func `another queue with as many jobs is not taken for one that was moved`() async throws
    {
        try await TestQueue.inFile { first in
            try await first.submit()
            try await TestQueue.inFile { second in
                try await second.submit(at: second.now + 60)
                try await TestQueue.onServer { new in
                    _ = try await move(first, to: new)
                    await #expect(throws: JobQueueError.notEmpty) {
                        try await move(second, to: new)
                    }
                }
            }
        }
    }

    @Test func `a queue that has jobs of its own takes no other in`() async throws {
        try await withBoth { old, new in
            try await new.submit()
            await #expect(throws: JobQueueError.notEmpty) { try await move(old, to: new) }
            #expect(try await new.store.counts() == [.waiting: 1])
        }
    }

    @Test func `a queue whose operator has made a space takes no other in`() async throws {
        try await withBoth { old, new in
            let space = try #require(Space("shop"))
            #expect(try await new.store.add(space, SpaceSettings(provider: "gemini"), now: new.now))
            await #expect(throws: JobQueueError.notEmpty) { try await move(old, to: new) }
            #expect(try await new.store.counts() == [:])
        }
    }
}
