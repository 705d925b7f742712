public import FaceAnalysis
public import Ground

/// One photo with what was seen in it, for a report or an overlay.
public struct ReportedPhoto: Sendable {
    /// The name as it was handed in; of a stranger's choice.
    public let name: String
    /// The photo made small; nil where it could not be decoded.
    public let picture: PagePicture?
    /// What was seen; nil where it could not be looked at.
    public let analysis: PhotoAnalysis?
    /// The score as it is told, 1.0 to 10.0; nil without a face.
    public let score: Double?
    /// What is said of the score; nil where nothing has to be.
    public let note: String?
    /// What is said of the file and of the face, in the order in which it is told.
    public let findings: [Finding]

    /// Makes a photo for a report.
    public init(
        name: String, picture: PagePicture?, analysis: PhotoAnalysis?, score: Double?,
        note: String? = nil, findings: [Finding]
    ) {
        self.name = name
        self.picture = picture
        self.analysis = analysis
        self.score = score
        self.note = note
        self.findings = findings
    }

    /// Whether no headshot will be made of it.
    var isRefused: Bool { findings.contains { $0.severity == .refusal } }

    /// One word.
    var verdict: String {
        switch score ?? 0 {
        case _ where isRefused: "Refused"
        case 7...: "Good"
        case 5...: "Usable"
        default: "Poor"
        }
    }

    /// The verdict's class in the style of the pages.
    var verdictClass: String { isRefused ? "bad" : verdict == "Good" ? "good" : "fair" }
}
