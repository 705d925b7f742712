import Answers
import Foundation
import Ground
import JobQueue

/// What was said of a photo when it came in, as it is stored with it.
struct PhotoVerdict: Codable {
    /// Whether a job would get as far as a headshot, unless it is forced.
    let accepted: Bool
    /// 1.0 to 10.0; absent without a face.
    let score: Double?
    /// Those that refuse first.
    let findings: [Finding]

    init(_ photo: AnalyzedPhoto) {
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
struct PhotoResource: Encodable {
    let id: String
    let accepted: Bool
    let score: Double?
    let findings: [Finding]
    let photoSHA256: String
    let created: Date
    /// The members that a larger plan has; absent if nothing is held back.
    let locked: [String]?
    let links: [String: String]

    init(_ upload: Upload, by rules: PlanRules) throws {
        let verdict = try PhotoVerdict(upload)
        id = upload.id
        accepted = verdict.accepted
        score = rules.shown(scoreOfPhoto: verdict.score)
        findings = rules.shown(verdict.findings)
        locked = rules.lockedOfPhoto
        photoSHA256 = PhotoName.digest(of: upload.photo)
        created = upload.created
        links = ["self": "/v1/photos/\(upload.id)"]
    }
}
