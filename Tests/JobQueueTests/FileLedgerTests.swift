import Foundation
import GRDB
import TestSupport
import Testing

@testable import JobQueue

@Suite(.timeLimit(.minutes(10)))
struct FileLedgerTests {
    private static let header = LedgerHeader(salt: "00ff")

    private func line(_ number: Int64) throws -> LedgerLine {
        LedgerLine(
            line: number, at: 1_795_251_600_000, charge: 7,
            job: try #require(JobID("0123456789")), kind: .portrait, space: "app", person: nil,
            day: "2026-11-21",
            provider: "gemini", model: "image-1", state: .started, estimate: 39_000, bound: 42_000,
            cost: nil,
            question: nil)
    }

    /// A journal in a temporary folder with so many lines.
    private func withJournal(
        lines: Int64 = 0, _ body: (FileLedger) throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let journal = FileLedger(path: "\(folder)/payments.jsonl")
            for number in 0..<lines { try journal.append([line(number + 1)], header: Self.header) }
            try body(journal)
        }
    }

    private func text(_ journal: FileLedger) throws -> [String] {
        try String(contentsOfFile: journal.path, encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }

    @Test func `a line says what, when and for which job, under a header`() async throws {
        try await withJournal(lines: 1) { (journal) throws in
            #expect(
                try text(journal) == [
                    #"{"format":1,"salt":"00ff"}"#,
                    #"{"at":1795251600000,"bound":42000,"charge":7,"day":"2026-11-21","#
                        + #""estimate":39000,"#
                        + #""job":"0123456789","kind":"portrait","line":1,"model":"image-1","#
                        + #""provider":"gemini","space":"app","state":"started"}"#,
                ])
        }
    }

    @Test func `lines are added, never replaced, and read again`() async throws {
        try await withJournal(lines: 100) { (journal) throws in
            #expect(try journal.lastNumber() == 100)
            #expect(try journal.lines(after: 98) == [line(99), line(100)])
            #expect(try journal.header() == Self.header)
        }
    }

    @Test func `a pipe in the journal's place is refused, and not waited for`() async throws {
        try await withJournal { (journal) throws in
            try #require(unsafe mkfifo(journal.path, 0o600) == 0)
            #expect(throws: JobQueueError.self) { try journal.lastNumber() }
            #expect(throws: JobQueueError.self) {
                try journal.append([line(1)], header: Self.header)
            }
        }
    }

    @Test func `without a file there are no lines`() async throws {
        try await withJournal { (journal) throws in
            #expect(try journal.lastNumber() == 0)
            #expect(try journal.lines(after: 0) == [])
            #expect(try journal.header() == nil)
        }
    }

    @Test(arguments: 1...152)
    func `a line that was cut short counts as not written, and the next takes its place`(
        cut: Int
    ) async throws {
        try await withJournal(lines: 2) { (journal) throws in
            let whole = try Data(contentsOf: URL(filePath: journal.path))
            try whole.dropLast(cut).write(to: URL(filePath: journal.path))
            #expect(try journal.lastNumber() == 1)
            try journal.append([line(2)], header: Self.header)
            #expect(try Data(contentsOf: URL(filePath: journal.path)) == whole)
        }
    }

    @Test func `a cut header is written anew`() async throws {
        try await withJournal { (journal) throws in
            try Data(#"{"format":1,"sal"#.utf8).write(to: URL(filePath: journal.path))
            #expect(try journal.header() == nil)
            try journal.append([line(1)], header: Self.header)
            #expect(try journal.lines(after: 0) == [line(1)])
        }
    }

    @Test func `a line that is no payment is an error`() async throws {
        try await withJournal(lines: 1) { (journal) throws in
            let bytes = try Data(contentsOf: URL(filePath: journal.path))
            try (bytes + Data("hello\n".utf8)).write(to: URL(filePath: journal.path))
            #expect(throws: JobQueueError.damagedJournal(path: journal.path, line: 3)) {
                try journal.lastNumber()
            }
            #expect(throws: JobQueueError.damagedJournal(path: journal.path, line: 3)) {
                try journal.lines(after: 0)
            }
        }
    }

    @Test func `a journal that cannot be written is an error with its path`() async throws {
        try await withTemporaryFolder { folder in
            let error = #expect(throws: JobQueueError.self) {
                try FileLedger(path: folder).append([line(1)], header: Self.header)
            }
            guard case .disk(folder, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test func `a person is told from another only with the salt, and differs from day to day`() {
        let mark = Self.header.mark(of: .anna, on: "2026-11-21")
        #expect(mark.count == 32)
        #expect(mark == Self.header.mark(of: .anna, on: "2026-11-21"))
        #expect(mark != Self.header.mark(of: .anna, on: "2026-11-22"))
        #expect(mark != Self.header.mark(of: .bert, on: "2026-11-21"))
        #expect(mark != Self.header.mark(of: .annaOfApp, on: "2026-11-21"))
        #expect(
            mark != LedgerHeader(salt: "00fe").mark(of: .anna, on: "2026-11-21"))
    }

    @Test(arguments: [
        (ChargeState.paid, ["started", "paid"]), (.free, ["started", "free"]),
        (.unknown, ["started", "unknown"]),
    ])
    func `all that happens to a charge is written`(
        state: ChargeState, states: [String]
    ) async throws {
        try await TestQueue.inFile { queue in
            try await queue.submit()
            try await queue.run(to: .failed(reason: .invalidRequest, detail: nil), state)
            try queue.expectJournal(states)
            let text = try String(contentsOfFile: "\(queue.folder)/payments.jsonl", encoding: .utf8)
            #expect(!text.contains("anna"))
        }
    }

    @Test func `what changes nothing about a charge is not written`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            let claim = try await queue.take()
            let charge = try await queue.charge(claim)
            let paid = Settlement(job: .saving, charge: ChargeEnd(id: charge.id, state: .paid))
            try await queue.store.settle(claim, paid, now: queue.now)
            try await queue.store.settle(claim, paid, now: queue.now)
            try queue.expectJournal(["started", "paid"])
        }
    }

    @Test func `a journal that lags behind or is lost is brought up to date when the queue opens`()
        async throws
    {
        try await TestQueue.inFile { queue in
            for _ in 0..<3 {
                try await queue.submit()
                try await queue.run(to: .done)
            }
            let path = "\(queue.folder)/payments.jsonl"
            let whole = try String(contentsOfFile: path, encoding: .utf8)
            let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
            try Data((lines.dropLast(2).joined(separator: "\n") + "\n").utf8)
                .write(to: URL(filePath: path))
            try JobStore(folder: queue.folder).close()
            #expect(try String(contentsOfFile: path, encoding: .utf8) == whole)
            try FileManager.default.removeItem(atPath: path)
            try JobStore(folder: queue.folder).close()
            try queue.expectJournal(["paid", "paid", "paid"])
        }
    }

    @Test func `a journal that is lost is written anew with each of very many charges, in order`()
        async throws
    {
        try await TestQueue.inFile { queue in
            try await queue.submit()
            try await queue.run(to: .done)
            let count = 2 * FileLedger.linesAtOnce + 1
            try queue.sql { db in
                try db.execute(
                    sql: """
                        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
                        INSERT INTO charge (
                            job, kind, space, person, day, provider, model, state, started_at,
                            settled_at, line)
                        SELECT job + i, kind, space, person, day, provider, model, state, started_at,
                            settled_at, line + i
                        FROM charge, n
                        """, arguments: [count - 1])
            }
            let path = "\(queue.folder)/payments.jsonl"
            try FileManager.default.removeItem(atPath: path)
            try JobStore(folder: queue.folder).close()
            let lines = try FileLedger(path: path).lines(after: 0)
            #expect(lines.count == count)
            #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.line < $1.line })
        }
    }

    @Test(arguments: [
        #""line":1"#, #""charge":7"#, #""estimate":39000"#, #""bound":42000"#,
    ])
    func `a line with a number from which the queue cannot count on is damaged`(
        member: String
    ) async throws {
        try await withJournal(lines: 1) { (journal) throws in
            let whole = try String(contentsOfFile: journal.path, encoding: .utf8)
            try #require(whole.contains(member))
            let name = try #require(member.split(separator: ":").first)
            for end in [Int64.max, .min] {
                try Data(whole.replacing(member, with: "\(name):\(end)").utf8)
                    .write(to: URL(filePath: journal.path))
                #expect(throws: JobQueueError.damagedJournal(path: journal.path, line: 2)) {
                    try journal.lines(after: 0)
                }
            }
        }
    }

    @Test(arguments: [1, 2, 3])
    func `an open queue that has fallen behind its journal learns before it charges again`(
        linesAhead: Int64
    ) async throws {
        try await TestQueue.inFile { queue in
            try await queue.submit()
            // As if a restore had put an older content in place, and had died before it wrote what the journal knows.
            let paid = try await queue.submit()
            let claim = try await queue.take()
            let journal = FileLedger(home: queue.folder)
            let ahead = (1...linesAhead).map { number in
                LedgerLine(
                    line: number, at: queue.now.milliseconds, charge: 1, job: paid,
                    kind: .portrait, space: "", person: nil, day: "2026-11-21",
                    provider: "gemini", model: "image-1", state: .paid, estimate: 39_000,
                    bound: nil,
                    cost: 39_000, question: nil)
            }
            try journal.append(ahead, header: Self.header)

            let charge = try await queue.charge(claim)
            #expect(try await queue.job(paid).state == .uncertain)
            #expect(try await queue.job(claim.job.id).state == .running)
            // Its own line has a number that the journal had not.
            let written = try journal.lines(after: linesAhead)
            #expect(written.map(\.job) == [claim.job.id])
            #expect(written.map(\.charge) == [charge.id])
            #expect(written.map(\.line) == [linesAhead + 1])
        }
    }
}
