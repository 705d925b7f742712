import Answers
import FaceFacts
import Ground
import HeadshotWorker
import JobQueue
import Validation

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
