import Foundation
import Testing

@testable import JobQueue

/// What is stored beside the row of a job, in short form.
@Suite(.timeLimit(.minutes(10)))
struct ReportTests {
    /// Facts as long as those of a photo; each number is another.
    private static func facts(_ seed: Int) -> String {
        let measures = (0..<40).map { number in
            let value = (seed + number) * 7919 % 9973
            return #""m\#(number)":{"confidence":1,"unit":"share","value":0.\#(value)}"#
        }
        return "{\(measures.joined(separator: ","))}"
    }

    @Test(arguments: [257, 300, 3000, 100_000])
    func `a text comes back byte for byte`(count: Int) throws {
        let text = String(
            String(repeating: "ä\u{1F600} {\"value\":0.25}", count: count).prefix(count))
        let short = try #require(ShortText.of(text))
        #expect(short.utf8.count < text.utf8.count)
        #expect(ShortText.text(of: short) == text)
    }

    @Test(arguments: ["", "{}", String(repeating: "a", count: 256)])
    func `a short text stays as it is`(text: String) {
        #expect(ShortText.of(text) == nil)
    }

    @Test func `what is no short form is refused, and unpacks to no more than it says`() throws {
        let short = try #require(ShortText.of(Self.facts(1)))
        let parts = short.split(separator: ".", maxSplits: 1)
        let count = try #require(Int(parts[0].dropFirst(2)))
        for wrong in [
            "", ".", "1-", "1-300.", "1-300.%%%", "2-\(count).\(parts[1])",
            "1-\(count - 1).\(parts[1])", "1-\(count + 1).\(parts[1])", "1-9999999999.\(parts[1])",
            "1--5.\(parts[1])", String(short.dropLast(8)),
        ] {
            #expect(ShortText.text(of: wrong) == nil, "\(wrong.prefix(20))")
        }
    }

    @Test func `a job's report is read as it was written, and its row is thin`() async throws {
        try await TestQueue.with { queue in
            let (facts, outcome) = (Self.facts(1), Self.facts(2))
            let prompt = String(repeating: "A headshot of the person in the photo. ", count: 20)
            let findings = #"[{"rule":"placement"}]"#
            try await queue.submit()
            let claim = try await queue.take()
            #expect(try await queue.store.record(facts: facts, findings: findings, for: claim))
            var draft = TestQueue.draft
            draft.prompt = prompt
            let charge = try await queue.charge(claim, draft)
            let end = Settlement(
                job: .succeeded(outcome: outcome, result: nil),
                charge: ChargeEnd(id: charge.id, state: .paid, cost: 1))
            _ = try await queue.store.settle(claim, end, now: queue.now)
            func expectWhole() async throws {
                for job in [
                    try await queue.job(claim.job.id),
                    try #require(try await queue.store.jobs(JobFilter()).first),
                ] {
                    #expect(job.facts == facts && job.findings == findings)
                    #expect(job.outcome == outcome && job.prompt == prompt)
                }
            }
            try await expectWhole()
            let sizes = try await queue.store.read { tx in
                try tx.row(
                    """
                    SELECT coalesce(length(facts), 0) + coalesce(length(findings), 0)
                        + length(outcome) + length(prompt), length(seen) + length(made)
                    FROM job JOIN report ON report.job = job.id
                    """)
            }
            #expect(sizes?[0] == "{}".count + 32)
            #expect(try #require(sizes?[1] as Int?) <= 2048)

            // What an older program wrote becomes the same.
            try await queue.store.write { tx in
                try tx.run("DELETE FROM report")
                try tx.run("DELETE FROM prompt")
                try tx.run(
                    "UPDATE job SET facts = ?, findings = ?, outcome = ?, prompt = ?",
                    [facts, findings, outcome, prompt])
                try tx.run(
                    "INSERT INTO upkeep (space, part, ended_at, job) VALUES ('', 'reports', 0, 0)")
            }
            try await expectWhole()
            #expect(try await queue.store.thinningAhead() == 1)
            #expect(try await queue.store.thinRows(limit: 1))
            #expect(try await queue.store.thinningAhead() == nil)
            #expect(try await !queue.store.thinRows(limit: 1))
            #expect(try await !queue.store.thinRows(limit: 1))
            try await expectWhole()
            let fat: Int = try await queue.store.read { tx in
                try tx.count("job WHERE facts IS NOT NULL OR length(outcome) > 2")
            }
            #expect(fat == 0)
        }
    }

    @Test func `a report goes with its job, and a prompt with the last one that names it`()
        async throws
    {
        try await TestQueue.with { queue in
            var draft = TestQueue.draft
            draft.prompt = String(repeating: "A headshot. ", count: 40)
            var ids: [JobID] = []
            for seed in [1, 2] {
                ids.append(try await queue.submit())
                let claim = try await queue.take()
                _ = try await queue.store.record(
                    facts: Self.facts(seed), findings: "[]", for: claim)
                let charge = try await queue.charge(claim, draft)
                _ = try await queue.store.settle(
                    claim,
                    Settlement(
                        job: .done, charge: ChargeEnd(id: charge.id, state: .paid, cost: 1)),
                    now: queue.now)
            }
            for left in [1, 0] {
                _ = try await queue.store.remove([ids[left]])
                let counts = try await queue.store.read { tx in
                    [try tx.count("report"), try tx.count("prompt")]
                }
                #expect(counts == [left, left])
            }
        }
    }

    @Test func `a lost claim changes no report`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            let lost = try await queue.take()
            _ = try await queue.store.recover(from: [.first], spooled: [], now: queue.now)
            let claim = try await queue.take(.second, at: .distantFuture)
            _ = try await queue.store.record(facts: Self.facts(1), findings: "[]", for: claim)
            #expect(
                try await !queue.store.record(facts: Self.facts(2), findings: "[]", for: lost))
            #expect(try await queue.job(claim.job.id).facts == Self.facts(1))
        }
    }
}
