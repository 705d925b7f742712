package import FaceFacts
package import Ground
package import HeadshotWorker
import JobQueue
package import Validation

/// The answer of `analyze`.
package struct AnalyzeAnswer: Encodable {
    /// One photo.
    package struct Photo: Encodable {
        package let photo: String
        package let accepted: Bool
        package let score: Double?
        package let variation: Double?
        package let ratings: [PhotoScore.Rating]?
        package let strengths: [PhotoScore.Remark]?
        package let weaknesses: [PhotoScore.Remark]?
        package let findings: [Finding]
        package let problem: String?
        package let file: PhotoFacts?
        package let face: FaceFacts?
        /// Only shown here; the only value that is stored nowhere.
        package let ratios: FaceRatios?

        package init(_ photo: AnalyzedPhoto) {
            self.photo = photo.path
            accepted = photo.isAccepted
            score = photo.score
            variation = photo.variation
            ratings = photo.analysis?.score?.ratings
            strengths = photo.analysis?.score?.strengths
            weaknesses = photo.analysis?.score?.weaknesses
            findings = photo.findings
            problem = photo.problem
            file = photo.file
            face = photo.analysis?.facts
            ratios = photo.analysis?.measures?.ratios
        }
    }

    package let photos: [Photo]
    package let side: SideView?

    package init(_ photos: [AnalyzedPhoto], side: SideView?) {
        self.photos = photos.map(Photo.init)
        self.side = side
    }
}

/// One photo of `analyze` with the one from the side, as an `analysis` job stores it.
package struct AnalysisFileAnswer: Encodable {
    private let photo: AnalyzeAnswer.Photo
    private let side: SideView?

    package init(_ photo: AnalyzedPhoto, side: SideView?) {
        self.photo = AnalyzeAnswer.Photo(photo)
        self.side = side
    }

    package func encode(to encoder: any Encoder) throws {
        try photo.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(side, forKey: .side)
    }

    private enum CodingKeys: CodingKey { case side }
}

extension PhotoFacts {
    /// The format and the sides: `JPEG, 1200 × 1500 pixels, 231000 bytes`.
    package var words: String {
        "\(format.rawValue.uppercased()), \(width) × \(height) pixels, \(byteCount) bytes"
    }
}

extension Finding {
    /// What a person calls it.
    package var name: String {
        switch severity {
        case .refusal: "refused"
        case .warning: "warning"
        case .notice: "notice"
        }
    }

    /// What is wrong and what to do, with the seen value.
    package var words: String { "\(sentence.printable) (\(rule): \(seen), limit: \(limit))" }
}
