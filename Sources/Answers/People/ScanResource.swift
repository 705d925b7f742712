package import Companion
import FaceFacts
import Foundation
import Ground
import HeadshotWorker
package import JobQueue
package import People

/// A scan as it is sent.
///
/// What a plan does not have is not sent, since anyone can read what an app only blurs.
package struct ScanResource: Encodable {
    package let id: String
    let created: Date
    let score: Double
    /// What chance has changed the score by; absent where the space shows scores as they are.
    let variation: Double?
    let strengths: [PhotoScore.Remark]
    let weaknesses: [PhotoScore.Remark]?
    let ratings: [PhotoScore.Rating]?
    let findings: [Finding]?
    let face: FaceFacts?
    let side: Side?
    /// What a coach says; absent where there is none.
    let summary: Improvable<ScanSummary>?
    /// The members that a larger plan has; absent if nothing is held back.
    let locked: [String]?
    let links: [String: String]

    struct Side: Encodable {
        let verdict: String
        let direction: String?
        let sentence: String?
        let findings: [Finding]?
    }

    package init(
        _ scan: Scan, _ reply: Reply?, by rules: PlanRules, variation: Double? = nil,
        _ words: CoachWords? = nil
    ) throws {
        let answer = try ScanAnswer(scan)
        id = scan.id
        created = scan.created
        score = ScoreVariation.applied(answer.score, variation)
        self.variation = variation
        strengths = rules.shown(answer.strengths)
        weaknesses = rules.shown(detail: answer.weaknesses)
        ratings = rules.shown(detail: answer.ratings)
        findings = rules.shown(detail: answer.findings)
        face = rules.shown(detail: answer.face)
        side = answer.side.map {
            Side(
                verdict: $0.verdict, direction: $0.direction,
                sentence: rules.shown(detail: $0.sentence),
                findings: rules.shown(detail: $0.findings))
        }
        summary = Improvable<ScanSummary>(answer, reply, by: rules, words)
        locked = rules.lockedOfScan
        let path = "/v1/scans/\(scan.id)"
        var links = ["self": path]
        if scan.photo != nil { links["photo"] = "\(path)/photo" }
        if scan.sidePhoto != nil { links["side"] = "\(path)/side" }
        self.links = links
    }
}

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
