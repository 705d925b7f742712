import Companion
import JobQueue
import People

/// What a coach says about a scan.
struct ScanSummary: Encodable {
    /// 3 to 5.
    let lines: [String]

    /// What a model writes.
    struct CoachText: Decodable, Sendable {
        let lines: [String]
    }
}

extension Improvable<ScanSummary> {
    /// Nil for a scan without a summary, and for a plan that does not have what the summary says.
    init?(_ answer: ScanAnswer, _ reply: Reply?, by rules: PlanRules, _ words: CoachWords?) {
        guard let local = answer.summary, rules.coaching,
            rules.weaknesses || !local.tellsWeaknesses
        else { return nil }
        let told = ModelText<ScanSummary.CoachText>(reply)
        self.init(
            ScanSummary(lines: told.answer?.lines ?? local.lines),
            told.origin(ifFailed: words?.failed))
    }
}
