package import Companion
package import FaceFacts
import Foundation
package import Ground
package import HeadshotWorker
package import JobQueue
package import People
package import PromptFactory

/// A scan as it is sent.
///
/// What a plan does not have is not sent, since anyone can read what an app only blurs.
package struct ScanResource: Encodable {
    private let scan: Scan
    private let answer: ScanAnswer
    private let rules: PlanRules
    /// What chance has changed the score by; `nil` where the space shows scores as they are.
    private let variation: Double?
    /// What a coach says; `nil` where there is none.
    private let summary: Improvable<ScanSummary>?

    package var id: String { scan.id }

    package init(
        _ scan: Scan, _ reply: Reply?, by rules: PlanRules, variation: Double? = nil,
        _ words: CoachWords? = nil
    ) throws {
        let rules = rules.of(scan)
        self.scan = scan
        self.rules = rules
        self.variation = variation
        answer = try ScanAnswer(scan)
        summary = Improvable<ScanSummary>(answer, reply, by: rules, words)
    }

    package func encode(to encoder: any Encoder) throws {
        let side = answer.side.map { side -> JSONObject in
            [
                "verdict": side.verdict, "direction": side.direction,
                // It says whether the photo is one from the side, in every plan.
                "sentence": side.sentence,
                "findings": rules.shown(detail: side.findings),
            ]
        }
        let path = "/v1/scans/\(scan.id)"
        let links: JSONObject = [
            "self": path, "photo": scan.photo.map { _ in "\(path)/photo" },
            "side": scan.sidePhoto.map { _ in "\(path)/side" },
        ]
        try encoder.encode([
            "id": scan.id, "created": scan.created,
            "score": rules.shown(score: ScoreVariation.applied(answer.score, variation)),
            "variation": variation,
            "faceShape": rules.shown(glimpse: answer.faceShape),
            "undertone": rules.shown(glimpse: answer.undertone),
            "strengths": rules.shown(answer.strengths),
            "weaknesses": rules.shown(detail: answer.weaknesses),
            "ratings": rules.shown(detail: answer.ratings),
            "findings": rules.shown(detail: answer.findings),
            "face": rules.shown(detail: answer.face), "side": side, "summary": summary,
            "locked": rules.lockedOfScan, "tookMs": answer.tookMs, "links": links,
        ])
    }
}

/// A scan as lists have it, for a chart: the whole is behind its link.
package struct ScanItem: Encodable {
    private let scan: Scan
    private let score: Double?

    package init(_ scan: Scan, by rules: PlanRules) throws {
        self.scan = scan
        score = rules.of(scan).shown(score: try ScanAnswer(scan).score)
    }

    package func encode(to encoder: any Encoder) throws {
        let path = "/v1/scans/\(scan.id)"
        let links: JSONObject = [
            "self": path, "thumb": scan.photo.map { _ in "\(path)/photo?side=\(Self.side)" },
        ]
        try encoder.encode([
            "id": scan.id, "created": scan.created, "score": score, "links": links,
        ])
    }

    /// In pixels: sharp in a list on a phone.
    private static let side = 320
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
        guard let local = answer.summary, rules.coaching, !rules.isSample,
            rules.weaknesses || !local.tellsWeaknesses
        else { return nil }
        let told = ModelText<ScanSummary.CoachText>(reply)
        self.init(
            ScanSummary(lines: told.answer?.lines ?? local.lines),
            told.origin(ifFailed: words?.failed))
    }
}

/// What was said of a photo when it came in, as it is stored with it.
package struct PhotoVerdict: Codable {
    /// Whether a job would get as far as a headshot, unless it is forced.
    package let accepted: Bool
    /// 1.0 to 10.0; absent without a face.
    package let score: Double?
    /// Those that refuse first.
    package let findings: [Finding]
    /// The parts that are good, the best first; absent in what was stored before they were.
    package let good: [PhotoScore.Part]?
    /// Where the head is turned; absent without a face, and in what was stored before it was.
    let turned: Turned?
    /// How long the look took; absent where that was not measured.
    let tookMs: Milliseconds?

    /// Where a head is turned.
    struct Turned: Codable {
        /// Absent where it is not known.
        let direction: Pose.Direction?
    }

    private enum CodingKeys: String, CodingKey {
        case accepted, score, findings, good, turned
        // As it is stored.
        case tookMs = "took_ms"
    }

    package init(_ photo: AnalyzedPhoto, tookMs: Milliseconds? = nil) {
        self.tookMs = tookMs
        let facts = photo.analysis?.facts
        turned = facts?.main == nil ? nil : Turned(direction: facts?.pose?.direction)
        accepted = photo.isAccepted
        score = photo.score
        findings = photo.findings
        good = photo.analysis?.score?.strengths.filter(\.isPraise).map(\.part)
    }

    /// The findings that refuse headshots of some angles that are made without a model.
    package func refusals(of angles: [Angle]) -> [Finding] {
        guard let turned else { return [] }
        return angles.compactMap { LocalRule.finding(seeing: turned.direction, ordered: $0) }
    }

    /// Reads the stored verdict; a damaged one accepts nothing, and has neither a score nor findings.
    package init(_ upload: Upload) {
        self = StoredJSON.value(Self.self, upload.verdict) ?? Self()
    }

    private init() {
        (accepted, score, findings) = (false, nil, [])
        (good, turned, tookMs) = (nil, nil, nil)
    }
}

/// A photo that was handed in, as it is sent.
package struct PhotoResource: Encodable {
    private let upload: Upload
    private let verdict: PhotoVerdict
    private let rules: PlanRules

    package init(_ upload: Upload, by rules: ShownRules) {
        self.upload = upload
        self.rules = rules.of(upload.created)
        verdict = PhotoVerdict(upload)
    }

    package func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "id": upload.id, "accepted": verdict.accepted,
            "score": rules.shown(scoreOfPhoto: verdict.score),
            "findings": rules.shown(verdict.findings),
            "photoSHA256": PhotoName.digest(of: upload.photo), "created": upload.created,
            "locked": rules.lockedOfPhoto, "tookMs": verdict.tookMs,
            "links": ["self": "/v1/photos/\(upload.id)"],
        ])
    }
}
