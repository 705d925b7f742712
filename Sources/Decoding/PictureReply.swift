public import FaceFacts
public import FoundationEssentials
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

    /// The reply with notices before its own findings.
    package func noting(_ notices: [Finding]) -> PictureReply {
        var reply = self
        reply.inspection = Inspection(
            facts: inspection.facts, findings: notices + inspection.findings)
        return reply
    }

    /// The reply with a picture that says how it came about, if it is a headshot made here, or a copy of a picture that says so.
    ///
    /// Decoders return pictures without metadata; the reply is marked once it was checked.
    ///
    /// - Parameter source: What the task was done on.
    package func marked(for task: PictureTask, on source: Data) -> PictureReply {
        var reply = self
        let origin: DigitalSource? =
            switch task {
            case .makeHeadshot: (making?.backdrop ?? .own) == .own ? .enhanced : .composite
            case .show(_, asPixels: false): DigitalSource(of: source)
            default: nil
            }
        reply.picture = picture.map { origin?.marking($0) ?? $0 }
        return reply
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
