public import FaceFacts
public import Foundation
public import Ground

/// One photo with its analysis, for a report or an overlay.
public struct ReportedPhoto: Sendable {
    /// The name as handed in; not trusted.
    public let name: String
    /// A small copy of the photo; nil if it could not be decoded.
    public let picture: PagePicture?
    /// The analysis; nil if the photo could not be analysed.
    public let analysis: PhotoAnalysis?
    /// The score as shown, 1.0 to 10.0; nil without a face.
    public let score: Double?
    /// A note on the score; nil if none is needed.
    public let note: String?
    /// The findings about the file and the face, in the order in which they are shown.
    public let findings: [Finding]

    /// Creates a photo for a report.
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

    /// The verdict in one word.
    var verdict: String {
        switch score ?? 0 {
        case _ where isRefused: "Refused"
        case 7...: "Good"
        case 5...: "Usable"
        default: "Poor"
        }
    }

    /// The verdict's class in the pages' style.
    var verdictClass: String { isRefused ? "bad" : verdict == "Good" ? "good" : "fair" }
}

/// A small picture for a page: a JPEG, upright, sRGB, without metadata.
public struct PagePicture: Sendable, Equatable {
    /// The picture's bytes.
    public let jpeg: Data

    /// Creates a picture from a JPEG's bytes.
    public init(jpeg: Data) {
        self.jpeg = jpeg
    }

    /// The picture as a data URL, so that a page needs no other file.
    var address: String { "data:image/jpeg;base64,\(jpeg.base64EncodedString())" }
}
