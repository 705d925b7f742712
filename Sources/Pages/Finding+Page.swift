import FaceFacts
import Ground

extension Finding {
    /// Whether it is about the face, and not about the file or the photo around the face.
    var isOfFace: Bool { faceRule?.isOfFace ?? false }
}

extension Finding.Severity {
    /// Its class in the style of the pages.
    var pageClass: String {
        switch self {
        case .refusal: "bad"
        case .warning: "fair"
        case .notice: "plain"
        }
    }

    /// The most serious of findings; nil where there is none.
    init?(of findings: some Sequence<Finding>) {
        let severities = findings.map(\.severity)
        guard let worst = Self.allCases.first(where: severities.contains) else { return nil }
        self = worst
    }
}
