import Answers
import Testing

@testable import HeadshotCLI
@testable import JobQueue

@Suite(.timeLimit(.minutes(10)))
struct RestoreWordsTests {
    private func jobs(_ count: Int) throws -> [JobID] {
        try (0..<count).map { try #require(JobID("000000000\($0 % 10)")) }
    }

    @Test func `what is parked and what is missing is named`() throws {
        let learned = Reconciliation(parked: try jobs(1), missing: try jobs(2), charges: 3)
        #expect(
            RestoreWords.sentence(of: learned) == """
                The queue was older than its payments journal; charges taken over: 3.
                Jobs that may have been charged are uncertain now: 0000000000. 'headshot show ID' says what to do.
                Jobs that were charged are not in this queue: 0000000000, 0000000001. Their headshots may lie in \
                the results folder.
                """)
    }

    @Test func `of many jobs ten are named`() throws {
        let learned = Reconciliation(parked: try jobs(12), missing: [], charges: 12)
        #expect(
            RestoreWords.sentence(of: learned).contains("0000000009 and 2 more."))
    }
}
