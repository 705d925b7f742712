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
    var responseID: String?
    var requestID: String?
    var usage: TokenUsage?
    /// The cost by these tokens, in millionths of a US dollar.
    var costMicroUSD: Int?
    var text: String?
    var width: Int?
    var height: Int?
    var findings: [Finding]
    var headshotFindings: [Finding]
    var submitted: Date
    var requested: Date?
    var saved: Date
}
