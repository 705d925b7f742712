import Foundation
import JobQueue
import TestSupport
import Testing

@testable import Soak

/// The soak in its short form; `make soak SEED=1 MINUTES=25` kills about a thousand times.
@Suite(.timeLimit(.minutes(10)))
struct SoakTests {
    @Test func `programs that are killed at random keep every promise`() async throws {
        // How soon a kill is made good is not a test's business: this machine may be busy with other tests.
        let soak = try await Program.built("Soak")
            .run(["--seed", "1", "--minutes", "0.25", "--recovery", "60"])
        #expect(soak.exit == .status(0), "\(soak.output)\(soak.errors)")
    }

    @Test(arguments: [
        ("failed", "photo_missing", true), ("failed", "answer_lost", true),
        ("failed", "a reason of tomorrow", true), ("failed", "blocked_prompt", false),
        ("failed", "preparation_failed", false), ("failed", "resolved_paid", false),
        ("succeeded", "succeeded", false), ("uncertain", "worker_died", false),
    ])
    func `the judge finds each job that failed without a word of the provider or the photo`(
        state: String, reason: String, isFound: Bool
    ) {
        let job = ListedJob(id: "0123456789", state: state, reason: reason, ended: nil)
        #expect(Judge.isWordless(job) == isFound)
    }

    @Test(arguments: [
        ("Job 0123456789 was printed and is lost.", "lost"),
        ("Job 0123456789 was paid 2 times.", "paid twice"),
        ("The cap of 3 was passed: 4 for headshot of shop/1-0-1 on 2026-11-26.", "over the cap"),
        ("The budget of team was exceeded on 2026-11-26: 2 of 1.", "over a budget"),
        ("The photo 0123 belongs to 2 spaces.", "mixed up between spaces"),
        ("Charge 7 counts for shop/1-0-1, not for its job's person.", "mixed up between spaces"),
        ("The signature of webhook message msg_1 is wrong.", "webhooks"),
        ("Delivery msg_1 counts as delivered, and did not arrive.", "webhooks"),
        ("workers/dead.lock is left behind.", "other broken promises"),
    ])
    func `the card counts each broken promise in the row of its kind`(sentence: String, row: String)
    {
        var card = Scorecard()
        card.kills = 2
        card.states = ["succeeded": 2]
        card.raises = 2
        #expect(card.isClean)
        card.sort([sentence])
        #expect(!card.isClean)
        let counts = card.text.split(separator: "\n").filter { $0.hasSuffix(" 1") }
        #expect(counts.count == 1 && counts.first?.hasPrefix("\(row) ") == true, "\(card.text)")
        #expect(card.text.contains("! \(sentence)"))
    }

    /// Charges 2 to 21, all begun at once, after so many answers since the 429.
    private static func crowd(afterAnswers count: Int) -> [String] {
        let answers = (100..<100 + count).flatMap { ["\($0) started", "\($0) paid"] }
        return ["1 started", "1 free"] + answers + (2...21).map { "\($0) started" }
    }

    /// What became of charges, one after the other, as `1 started`, where the provider answered charge 1 with a 429.
    @Test(arguments: [
        (crowd(afterAnswers: Gate.mostAllowed), true, 0),
        (crowd(afterAnswers: Gate.mostAllowed - 1), true, 20 - Gate.mostAllowed),
        (["1 started", "1 free", "2 started"], false, 1),
        (["1 started", "2 started", "1 free", "2 paid"], false, 0),
        (["1 started", "1 free", "2 started"], true, 0),
        (["1 started", "1 free", "2 started", "3 started"], true, 1),
        (["1 started", "1 free", "2 started", "2 paid", "3 started", "4 started"], true, 0),
    ])
    func `the judge of cooldowns finds each request that was begun too early`(
        events: [String], isCleared: Bool, breaches: Int
    ) throws {
        let ledger = try LedgerEntry.entries(
            ofLines: """
                {"seq":1,"timeMilliseconds":0,"requestID":"job-1","model":"m","answer":"429-bare",\
                "status":429,"charged":false}
                """)
        let journal = events.enumerated().map { index, event in
            let words = event.split(separator: " ").map(String.init)
            return JournalEntry(
                at: Int64(index) * 10_000, charge: Int64(words[0]) ?? 0, job: "job", state: words[1]
            )
        }
        let clears = isCleared ? [Date(timeIntervalSince1970: 15)] : []
        let found = Cooldowns(ledger: ledger, clears: clears).breaches(in: journal)
        #expect(found.count == breaches, "\(found)")
    }
}
