import Foundation
import TestSupport
import Testing

@testable import JobQueue

struct PaymentJournalTests {
    private func line(_ charge: Int64) throws -> PaymentJournal.Line {
        PaymentJournal.Line(
            at: 1_795_251_600_000, job: try #require(JobID("0123456789")), charge: charge,
            state: .started, provider: "gemini", model: "image-1")
    }

    private func lines(_ folder: String) throws -> [String] {
        try String(contentsOfFile: "\(folder)/payments.jsonl", encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }

    @Test func `a line says what, when and for whom, and no person`() async throws {
        try await withTemporaryFolder { folder in
            try PaymentJournal(path: "\(folder)/payments.jsonl").append(line(7))
            #expect(
                try lines(folder) == [
                    #"{"at":1795251600000,"charge":7,"job":"0123456789","model":"image-1","#
                        + #""provider":"gemini","state":"started"}"#
                ])
        }
    }

    @Test func `lines are added, never replaced`() async throws {
        try await withTemporaryFolder { folder in
            let journal = PaymentJournal(path: "\(folder)/payments.jsonl")
            for charge in 1...3 { try journal.append(line(Int64(charge))) }
            #expect(try lines(folder).count == 3)
        }
    }

    @Test func `a line that was cut short by a power cut does not spoil the next`() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/payments.jsonl"
            try Data(#"{"at":17952"#.utf8).write(to: URL(filePath: path))
            try PaymentJournal(path: path).append(line(7))
            let lines = try lines(folder)
            #expect(lines.count == 2)
            #expect(lines.first == #"{"at":17952"#)
            #expect(lines.last?.hasSuffix("}") == true)
        }
    }

    @Test(arguments: [
        (ChargeState.paid, ["started", "paid"]), (.free, ["started", "free"]),
        (.unknown, ["started", "unknown"]),
    ])
    func `all that happens to a charge is written`(
        state: ChargeState, states: [String]
    ) async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            try await queue.run(to: .failed(reason: "test", detail: nil), state)
            #expect(try queue.journal() == states)
        }
    }

    @Test func `what changes nothing about a charge is not written`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            let claim = try await queue.take()
            let charge = try await queue.charge(claim)
            let paid = Settlement(job: .saving, charge: ChargeEnd(id: charge.id, state: .paid))
            _ = try await queue.store.settle(claim, paid, now: queue.now)
            _ = try await queue.store.settle(claim, paid, now: queue.now)
            #expect(try queue.journal() == ["started", "paid"])
        }
    }

    @Test func `a journal that cannot be written is an error with its path`() async throws {
        try await withTemporaryFolder { folder in
            let error = #expect(throws: JobQueueError.self) {
                try PaymentJournal(path: folder).append(line(7))
            }
            guard case .disk(folder, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }
}
