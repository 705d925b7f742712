package import Companion
import Foundation
import Ground
package import HeadshotWorker
package import JobQueue

/// What was said of a photo when it came in, as it is stored with it.
package struct PhotoVerdict: Codable {
    /// Whether a job would get as far as a headshot, unless it is forced.
    let accepted: Bool
    /// 1.0 to 10.0; absent without a face.
    let score: Double?
    /// Those that refuse first.
    let findings: [Finding]

    package init(_ photo: AnalyzedPhoto) {
        accepted = photo.isAccepted
        score = photo.score
        findings = photo.findings
    }

    /// Reads what was stored.
    init(_ upload: Upload) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(upload.verdict.utf8))
    }
}

/// A photo that was handed in, as it is sent.
package struct PhotoResource: Encodable {
    private let upload: Upload
    private let verdict: PhotoVerdict
    private let rules: PlanRules

    package init(_ upload: Upload, by rules: PlanRules) throws {
        self.upload = upload
        self.rules = rules
        verdict = try PhotoVerdict(upload)
    }

    package func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "id": upload.id, "accepted": verdict.accepted,
            "score": rules.shown(scoreOfPhoto: verdict.score),
            "findings": rules.shown(verdict.findings),
            "photoSHA256": PhotoName.digest(of: upload.photo), "created": upload.created,
            "locked": rules.lockedOfPhoto, "links": ["self": "/v1/photos/\(upload.id)"],
        ])
    }
}
