package import FaceAnalysis
package import HeadshotWorker

/// The verdict on a photo that was handed in as one from the side.
///
/// The detector sees faces from the front and half-turned ones. It does not see a full profile, so "no face" is no proof.
package struct SideView: Encodable, Equatable {
    /// What the photo shows.
    package enum Verdict: String, Encodable {
        /// A clearly turned head.
        case side
        /// A head that faces the camera, or nearly.
        case front
        /// Several faces.
        case several
        /// A full profile, or no person at all.
        case unknown
    }

    package let photo: String
    package let verdict: Verdict
    /// Where the nose points, in the picture.
    package let direction: Pose.Direction?
    /// The verdict for people.
    package let sentence: String
    /// The findings about the file, the light and the sharpness.
    package let findings: [JobFinding]

    /// Judges an analyzed photo.
    package init(_ photo: AnalyzedPhoto) {
        let facts = photo.analysis?.facts
        direction = facts?.pose?.direction
        self.photo = photo.path
        (verdict, sentence) = Self.judge(photo, facts)
        // Framing and turn of the head are judged only in photos from the front.
        findings = photo.findings.filter { finding in
            FaceFinding.Rule(rawValue: finding.rule).map(Self.rules.contains) ?? true
        }
    }

    /// Whether it is surely not a photo from the side.
    package var isRefused: Bool {
        verdict == .front || verdict == .several
            || findings.contains { $0.severity == .refusal }
    }

    /// Rules that mean the same from the side as from the front.
    private static let rules: Set<FaceFinding.Rule> = [
        .exposure, .overexposure, .sharpness, .noise, .faceSize,
    ]

    private static func judge(_ photo: AnalyzedPhoto, _ facts: FaceFacts?) -> (Verdict, String) {
        if let problem = photo.problem { return (.unknown, problem) }
        guard let facts else { return (.unknown, "The file cannot be used as a photo.") }
        guard facts.faces.count < 2 else {
            return (.several, "It shows \(facts.faces.count) faces. Use a photo of one person.")
        }
        switch facts.pose?.direction {
        case .left: return (.side, "The head is turned to the left of the picture.")
        case .right: return (.side, "The head is turned to the right of the picture.")
        case .front, .slightlyLeft, .slightlyRight:
            return (.front, "The head faces the camera. Turn it by a quarter turn and try again.")
        case nil:
            return (
                .unknown,
                """
                No half-turned face is seen. It may be a full profile, which this analysis cannot tell from \
                a photo without a face.
                """
            )
        }
    }
}
