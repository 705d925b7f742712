import FaceFacts
import Foundation
import Generation
import Ground

/// The description of a headshot, in a JSON file beside it.
struct Sidecar: Codable, Sendable {
    var job: String
    var style: String
    var promptVersion: String?
    var provider: String
    /// What the headshot is, in a sentence for people.
    var description: String?
    /// What is behind the person of a headshot that was made here.
    var backdrop: Backdrop?
    /// Whether the face has the proportions of the photo; nil if it was not compared.
    var comparison: FaceComparison.Verdict?
    /// The model that was asked; this and all other data of a request are nil if none was sent.
    var model: String?
    /// The model that answered, by its own report.
    var modelAnswered: String?
    /// The provider's id of the answer.
    var responseID: String?
    /// The provider's id of the request.
    var requestID: String?
    var usage: TokenUsage?
    /// The cost by these tokens, in millionths of a US dollar.
    var costMicroUSD: Int?
    /// What the model wrote beside the picture.
    var text: String?
    /// The headshot's sides in pixels.
    var width: Int?
    var height: Int?
    /// What was said of the photo.
    var findings: [Finding]
    /// What is not as it was ordered.
    var headshotFindings: [Finding]
    var submitted: Date
    /// When the request was sent.
    var requested: Date?
    var saved: Date
}
