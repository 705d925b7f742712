import FaceFacts
import Ground
package import JobQueue
import Validation

extension JobEnd {
    /// The reasons that rejected jobs can have: the rules that can refuse a photo, and the reason for a photo without a finding.
    package static let rejectionReasons: [String] =
        PictureRule.names + FaceRules.names + LocalRule.allCases.map(\.rawValue)
        + [HeadshotRule.headshotBackdrop.rawValue, withoutFinding]

    private static let withoutFinding = "photo_refused"

    /// The end of a job whose photo cannot be used.
    ///
    /// - Parameter finding: The finding that refused the photo; `nil` if there is none.
    static func refused(by finding: Finding?) -> JobEnd {
        .rejected(reason: finding?.rule ?? withoutFinding)
    }
}
