package import FaceFacts
package import Ground

/// The verdict on a photo that was handed in as one from the side.
///
/// The detector sees faces from the front and half-turned ones. It does not see a full profile, so "no face" proves nothing.
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
    /// What was said of the file, the light and the sharpness.
    package let findings: [Finding]

    /// Judges an analyzed photo.
    package init(_ photo: AnalyzedPhoto) {
        let facts = photo.analysis?.facts
        direction = facts?.pose?.direction
        self.photo = PathText.readable(photo.path)
        (verdict, sentence) = Self.judge(photo, facts)
        // How a head is framed and turned is judged for photos from the front.
        findings = photo.findings.filter { $0.faceRule?.holdsFromSide ?? true }
    }

    /// The finding that refuses a photo which is surely not one from the side, whatever is wrong beside that.
    package var refusal: Finding? {
        guard verdict == .front || verdict == .several else { return nil }
        return Finding(
            rule: "sideView", severity: .refusal, seen: direction?.rawValue ?? verdict.rawValue,
            limit: Verdict.side.rawValue, sentence: sentence)
    }

    /// Whether it is surely not a photo from the side.
    package var isRefused: Bool {
        verdict == .front || verdict == .several
            || findings.contains { $0.severity == .refusal }
    }

    private static func judge(_ photo: AnalyzedPhoto, _ facts: FaceFacts?) -> (Verdict, String) {
        if let problem = photo.problem { return (.unknown, problem) }
        guard let facts else { return (.unknown, "The file cannot be used as a photo.") }
        guard facts.faces.count < 2 else {
            return (.several, "It shows \(facts.faces.count) faces. Use a photo of one person.")
        }
        switch facts.pose?.direction {
        case .left: return (.side, "Your head is turned to the left of the picture.")
        case .right: return (.side, "Your head is turned to the right of the picture.")
        case .front, .slightlyLeft, .slightlyRight:
            return (.front, "Your head faces the camera. Turn it by a quarter turn and try again.")
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
