public import FaceFacts
public import Foundation
public import Generation
public import Ground

/// The description of a headshot, in a JSON file beside it.
public struct Sidecar: Codable, Sendable, Equatable {
    /// The job.
    public var job: String
    /// The style's name.
    public var style: String
    /// The version of the prompt.
    public var promptVersion: String?
    /// Its provider.
    public var provider: String
    /// What the headshot is, in a sentence for people.
    public var description: String?
    /// What is behind the person of a headshot that was made here.
    public var backdrop: Backdrop?
    /// Whether the face has the proportions of the photo; nil if it was not compared.
    public var comparison: FaceComparison.Verdict?
    /// The model that was asked; this and all other data of a request are nil if none was sent.
    public var model: String?
    /// The model that answered, by its own report.
    public var modelAnswered: String?
    /// The provider's id of the answer.
    public var responseID: String?
    /// The provider's id of the request.
    public var requestID: String?
    /// The token counts.
    public var usage: TokenUsage?
    /// The cost by these tokens, in millionths of a US dollar.
    public var costMicroUSD: Int?
    /// What the model wrote beside the picture.
    public var text: String?
    /// The headshot's sides in pixels.
    public var width: Int?
    /// The headshot's sides in pixels.
    public var height: Int?
    /// What was said of the photo.
    public var findings: [Finding]
    /// What is not as it was ordered.
    public var headshotFindings: [Finding]
    /// When the job was submitted.
    public var submitted: Date
    /// When the request was sent.
    public var requested: Date?
    /// When the headshot was saved.
    public var saved: Date
}
