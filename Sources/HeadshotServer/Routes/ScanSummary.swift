import HeadshotWorker
import JobQueue
import People

/// What a coach says about a scan, as it is sent.
struct ScanSummary: Encodable {
    /// 3 to 5.
    let lines: [String]
    /// Who wrote them.
    let source: String
    let state: String
    /// The job that may bring a model's lines; absent once it has ended.
    let job: String?
    /// Said if a model was asked in vain.
    let note: String?

    /// What a model writes.
    struct Answer: Decodable, Sendable {
        let lines: [String]
    }

    /// Nil for a scan without a summary, and for a plan that does not have what the summary says.
    init?(_ answer: ScanAnswer, _ reply: Reply?, by rules: PlanRules, _ words: CoachWords?) {
        guard let local = answer.summary, rules.coaching,
            rules.weaknesses || !local.tellsWeaknesses
        else { return nil }
        let told = ToldWords<Answer>(reply)
        lines = told.answer?.lines ?? local.lines
        source = told.source
        state = told.state
        job = told.job
        note = told.hasFailed ? words?.failed : nil
    }

    /// The key of the question about a scan.
    static func key(_ scan: Scan) -> String { Asking.key(.coachSummary, scan.id) }
}
