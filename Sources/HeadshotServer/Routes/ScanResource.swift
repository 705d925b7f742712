import Answers
import FaceAnalysis
import Foundation
import Ground
import JobQueue
import People

/// What was said of a scanned photo, as it is stored.
struct ScanAnswer: Codable {
    let score: Double
    let ratings: [PhotoScore.Rating]
    let strengths: [PhotoScore.Remark]
    let weaknesses: [PhotoScore.Remark]
    /// Those that would refuse a headshot first.
    let findings: [Finding]
    let face: FaceFacts
    /// Of the photo from the side, if there was one.
    let side: Side?
    /// What a coach said at once; nil where there is none.
    var summary: Summary?

    struct Summary: Codable {
        let lines: [String]
        /// Whether they are only for plans that have weaknesses.
        let tellsWeaknesses: Bool
    }

    struct Side: Codable {
        let verdict: String
        /// Where the nose points, in the picture.
        let direction: String?
        let sentence: String
        let findings: [Finding]

        init(_ photo: AnalyzedPhoto) {
            let view = SideView(photo)
            verdict = view.verdict.rawValue
            direction = view.direction?.rawValue
            sentence = view.sentence
            findings = view.findings
        }
    }

    /// nil without exactly one face.
    init?(_ photo: AnalyzedPhoto, side: AnalyzedPhoto?) {
        guard let analysis = photo.analysis, let score = analysis.score,
            analysis.facts.faces.count == 1
        else { return nil }
        self.score = score.value
        ratings = score.ratings
        strengths = score.strengths
        weaknesses = score.weaknesses
        findings = photo.findings
        face = analysis.facts
        self.side = side.map(Side.init)
        summary = nil
    }

    /// Reads what was stored.
    init(_ scan: Scan) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(scan.answer.utf8))
    }

    /// As stored.
    func text() throws -> String {
        String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
    }
}

/// A scan as it is sent.
///
/// What a plan does not have is not sent, since anyone can read what an app only blurs.
struct ScanResource: Encodable {
    let id: String
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
    let summary: ScanSummary?
    /// The members that a larger plan has; absent if nothing is held back.
    let locked: [String]?
    let links: [String: String]

    struct Side: Encodable {
        let verdict: String
        let direction: String?
        let sentence: String?
        let findings: [Finding]?
    }

    init(
        _ scan: Scan, _ reply: Reply?, by rules: PlanRules, variation: Double? = nil,
        _ words: CoachWords? = nil
    ) throws {
        let answer = try ScanAnswer(scan)
        id = scan.id
        created = scan.created
        score = ScoreVariation.told(answer.score, variation)
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
        summary = ScanSummary(answer, reply, by: rules, words)
        locked = rules.lockedOfScan
        let path = "/v1/scans/\(scan.id)"
        var links = ["self": path]
        if scan.photo != nil { links["photo"] = "\(path)/photo" }
        if scan.sidePhoto != nil { links["side"] = "\(path)/side" }
        self.links = links
    }
}

/// A person's scans, newest first.
struct ScansAnswer: Encodable {
    let scans: [ScanResource]
    /// The first that is still there and the last, to be compared; absent if there is none.
    let first: ScanResource?
    let last: ScanResource?
    /// What to send as `after` for the next ones; absent after the last.
    let next: String?
}
