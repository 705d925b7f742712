import FaceFacts
import Ground

/// The values that the template of one photo names.
struct PhotoView: Sendable {
    /// Whether the report has only this photo, and so shows all details.
    let isAlone: Bool
    let name: String
    let anchor: String
    let picture: Picture?
    let score: String?
    let scoreNote: String?
    let verdict: String
    let verdictClass: String
    let hasFindings: Bool
    let findings: [FindingView]
    let remarks: [RemarksView]
    let hasParts: Bool
    let parts: [PartView]
    let hasColours: Bool
    let swatches: [SwatchView]
    let hasFacts: Bool
    let facts: [FactView]

    /// The photo with its marks.
    struct Picture: Sendable {
        let pictureID: String
        let address: String
        let width: String
        let height: String
        let alt: String
        let marks: String
        let caption: String?
    }

    init(_ photo: ReportedPhoto, number: Int, isAlone: Bool) {
        self.isAlone = isAlone
        let score = photo.analysis?.score
        let facts = photo.analysis?.facts
        name = photo.name
        anchor = "photo-\(number)"
        self.score = photo.score.map { "\($0)" }
        scoreNote = photo.note
        verdict = photo.verdict
        verdictClass = photo.verdictClass
        picture = Picture(of: photo, number: number)
        findings = photo.findings.enumerated().map { FindingView($1, number: $0 + 1) }
        hasFindings = !findings.isEmpty
        remarks =
            score.map {
                [
                    RemarksView(remarksTitle: "Strengths", of: $0.strengths),
                    RemarksView(remarksTitle: "Weaknesses", of: $0.weaknesses),
                ]
            } ?? []
        let gauges = facts?.gauges ?? []
        parts = (score?.ratings ?? []).map { rating in
            PartView(rating, gauges: gauges.filter { $0.part == rating.part })
        }
        hasParts = !parts.isEmpty
        swatches = (facts?.colour?.palette ?? []).map(SwatchView.init)
        hasColours = !swatches.isEmpty
        self.facts = facts.map(FactView.all) ?? []
        hasFacts = !self.facts.isEmpty
    }
}

extension PhotoView.Picture {
    /// The extent of an overlay's coordinates.
    private static let longSide = 1000.0

    fileprivate init?(of photo: ReportedPhoto, number: Int) {
        guard let picture = photo.picture, let analysis = photo.analysis else { return nil }
        let facts = analysis.facts
        let scale = Self.longSide / max(facts.width, facts.height)
        let isMarked = facts.main != nil
        self.init(
            pictureID: "picture-\(number)", address: picture.address,
            width: (facts.width * scale).svg, height: (facts.height * scale).svg,
            alt: isMarked ? "\(photo.name), with its face marked" : photo.name,
            marks: PhotoMarks(for: analysis, findings: photo.findings, longSide: Self.longSide)
                .shapes,
            caption: isMarked ? PhotoMarks.legend : nil)
    }
}

/// One finding.
struct FindingView: Sendable {
    let badge: String
    let severityClass: String
    let severityWord: String
    let sentence: String
    let seen: String
    /// Nil if the value has no limit.
    let limit: String?

    fileprivate init(_ finding: Finding, number: Int) {
        badge = String(number)
        severityClass = finding.severity.pageClass
        severityWord =
            switch finding.severity {
            case .refusal: "Refused"
            case .warning: "Advice"
            case .notice: "Note"
            }
        sentence = finding.sentence
        seen = finding.seen
        limit = finding.limit.isEmpty ? nil : finding.limit
    }
}

/// Strengths or weaknesses.
struct RemarksView: Sendable {
    let remarksTitle: String
    let remarksList: [Remark]

    struct Remark: Sendable {
        let remarkPart: String
        let remark: String
    }

    fileprivate init(remarksTitle: String, of remarks: [PhotoScore.Remark]) {
        self.remarksTitle = remarksTitle
        remarksList = remarks.map {
            Remark(remarkPart: "\($0.part.name):", remark: $0.sentence)
        }
    }
}

/// A colour of the palette.
struct SwatchView: Sendable {
    let hex: String

    fileprivate init(_ swatch: Swatch) {
        hex = "#" + [swatch.red, swatch.green, swatch.blue].hexadecimal
    }
}
