import Answers
import FaceFacts
import Ground
import HeadshotWorker
import JobQueue
import Validation

/// The answer of `analyze`.
struct AnalyzeAnswer: Encodable {
    struct Photo: Encodable {
        let photo: AnalyzedPhoto

        func encode(to encoder: any Encoder) throws {
            let score = photo.analysis?.score
            try encoder.encode([
                "photo": photo.path, "accepted": photo.isAccepted, "score": photo.score,
                "variation": photo.variation, "ratings": score?.ratings,
                "strengths": score?.strengths, "weaknesses": score?.weaknesses,
                "findings": photo.findings, "problem": photo.problem, "file": photo.file,
                "face": photo.analysis?.facts,
                // Only shown here; the only value that is stored nowhere.
                "ratios": photo.analysis?.measures?.ratios,
            ])
        }
    }

    let photos: [Photo]
    let side: SideView?

    init(_ photos: [AnalyzedPhoto], side: SideView?) {
        self.photos = photos.map(Photo.init)
        self.side = side
    }
}

/// One photo of `analyze` with the one from the side, as an `analysis` job stores it.
struct AnalysisFileAnswer: Encodable {
    let photo: AnalyzedPhoto
    let side: SideView?

    func encode(to encoder: any Encoder) throws {
        try AnalyzeAnswer.Photo(photo: photo).encode(to: encoder)
        try encoder.encode(["side": side])
    }
}

extension PhotoFacts {
    /// The format and the sides: `JPEG, 1200 × 1500 pixels, 231000 bytes`.
    var words: String {
        "\(format.rawValue.uppercased()), \(width) × \(height) pixels, \(byteCount) bytes"
    }
}

extension Finding {
    /// What a person calls it.
    var name: String {
        switch severity {
        case .refusal: "refused"
        case .warning: "warning"
        case .notice: "notice"
        }
    }

    /// What is wrong and what to do, with the seen value.
    var words: String { "\(sentence.printable) (\(rule): \(seen), limit: \(limit))" }
}

extension AnalyzedPhoto {
    /// The whole analysis as text, with the names in one column.
    var words: String {
        var fields = FieldList()
        fields.add("photo", photoLine)
        fields.add("score", scoreLine)
        fields.add("verdict", verdict)
        for finding in findings { fields.add(finding.name, finding.words) }
        for remark in analysis?.score?.strengths ?? [] { fields.add("strength", remark.sentence) }
        for remark in analysis?.score?.weaknesses ?? [] { fields.add("weakness", remark.sentence) }
        if let facts = analysis?.facts {
            for field in FaceWords(facts).fields { fields.add(field.name, field.value) }
        }
        return fields.text
    }

    private var photoLine: String {
        let name = path.printable
        return file.map { "\(name) (\($0.words))" } ?? name
    }

    /// The score with its maximum; nil without a face.
    var scoreLine: String? {
        guard let score else { return nil }
        let chance =
            variation == nil ? "" : ", changed by chance, up to 0.2 either way (--variation)"
        return "\(score) of 10\(chance)"
    }

    private var verdict: String {
        if let problem { return problem.printable }
        return isAccepted
            ? "a headshot can be made of it" : "refused: no headshot would be worth its price"
    }
}

extension AnalyzedPhoto {
    /// The verdict on a job of this photo in one line, with the reasons below.
    func verdict(isForced: Bool) -> String {
        let isGood = isAccepted(isForced: isForced)
        let score = scoreLine.map { "  \($0)" } ?? ""
        let refusals = findings.filter { $0.severity == .refusal }.map(\.words)
        let reasons = (refusals + [problem?.printable].compactMap(\.self)).map { "\n  \($0)" }
        return "\(isGood ? "accepted" : "refused")  \(path.printable)\(score)\(reasons.joined())"
    }
}

extension SideView {
    /// The whole answer as text.
    var words: String {
        var fields = FieldList()
        fields.add("from the side", photo.printable)
        fields.add("verdict", sentence.printable)
        for finding in findings { fields.add(finding.name, finding.words) }
        return fields.text
    }
}
