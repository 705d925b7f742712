package import FaceFacts
import Foundation
package import Ground
package import HeadshotWorker

/// What was said of a scanned photo, as it is stored.
package struct ScanAnswer: Codable, Sendable {
    package let score: Double
    package let ratings: [PhotoScore.Rating]
    package let strengths: [PhotoScore.Remark]
    package let weaknesses: [PhotoScore.Remark]
    /// Those that would refuse a headshot first.
    package let findings: [Finding]
    package let face: FaceFacts
    /// Of the photo from the side, if there was one.
    package let side: Side?
    /// What a coach said at once; nil where there is none.
    package var summary: Summary?
    /// How long it took; nil where that was not measured.
    package var tookMs: Milliseconds?

    /// In a word; `nil` where it was not measured.
    package var faceShape: String? { face.proportions?.face?.band.wordOfFace }
    /// Whether skin leans to pink, to yellow or to neither; `nil` where it was not measured.
    package var undertone: String? { face.colour?.undertone?.rawValue }

    package struct Summary: Codable, Sendable {
        package let lines: [String]
        /// Whether they are only for plans that have weaknesses.
        package let tellsWeaknesses: Bool
    }

    package struct Side: Codable, Sendable {
        package let verdict: String
        /// Where the nose points, in the picture.
        package let direction: String?
        package let sentence: String
        package let findings: [Finding]

        init(_ photo: AnalyzedPhoto) {
            let view = SideView(photo)
            verdict = view.verdict.rawValue
            direction = view.direction?.rawValue
            sentence = view.sentence
            findings = view.findings
        }
    }

    /// nil without exactly one face.
    package init?(_ photo: AnalyzedPhoto, side: AnalyzedPhoto?) {
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
        (summary, tookMs) = (nil, nil)
    }

    /// Reads what was stored.
    package init(_ scan: Scan) throws {
        self =
            try scan.read.answer
            ?? JSONDecoder().decode(Self.self, from: Data(scan.answer.utf8))
    }

    /// As stored.
    package func text() throws -> String {
        String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
    }
}
