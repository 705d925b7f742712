public import FaceFacts
public import Foundation
public import Ground
public import Validation

/// The result of a ``PictureTask``.
///
/// Encoded without the picture, whose bytes are sent beside it.
public struct PictureReply: Codable, Sendable, Equatable {
    /// The facts of the header, and every finding about the file and its pixels.
    public var inspection: Inspection
    /// The analysis of the face; nil if it was not requested, or the picture was refused before.
    public var analysis: PhotoAnalysis?
    /// The JPEG that the task makes; nil if it makes none, or the picture was refused.
    public var picture: Data?
    /// How the picture was made, if it is a headshot; else nil.
    public var making: HeadshotMaking?

    /// Every judgement over the file and the face, those that refuse first.
    public var findings: [Finding] {
        let all = inspection.findings + (analysis?.findings ?? [])
        return all.filter { $0.severity == .refusal } + all.filter { $0.severity != .refusal }
    }

    /// Why decoding was given up; nil if it was not.
    package var reasonGivenUp: String? {
        inspection.findings.first { $0.rule == PictureRule.safeDecoding.rawValue }?.seen
    }

    /// The reply as it may be stored: without measures by which a face could be recognised.
    package var withoutMeasures: PictureReply {
        var reply = self
        reply.analysis?.measures = nil
        return reply
    }

    /// Raise it with every change of facts, findings or pictures: stored replies of another version are not used.
    package static let version = 4

    private enum CodingKeys: CodingKey { case inspection, analysis, making }

    /// Creates a reply.
    public init(
        inspection: Inspection, analysis: PhotoAnalysis? = nil, picture: Data? = nil,
        making: HeadshotMaking? = nil
    ) {
        self.inspection = inspection
        self.analysis = analysis
        self.picture = picture
        self.making = making
    }
}
