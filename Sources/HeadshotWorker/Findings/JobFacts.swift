public import FaceFacts
public import Validation

/// The facts of a job's photo or headshot, as stored in the queue.
///
/// The file's facts are at the top level, as in jobs from before faces were analyzed.
public struct JobFacts: Codable, Sendable, Equatable {
    /// The facts of the file.
    public let file: PhotoFacts
    /// The facts of the face; nil if it was not analyzed.
    public let face: FaceFacts?
    /// Its score as a headshot; nil without a face.
    public let score: PhotoScore?

    /// Creates facts of a file and, if it was analyzed, of the face in it.
    public init(file: PhotoFacts, analysis: PhotoAnalysis?) {
        self.file = file
        face = analysis?.facts
        score = analysis?.score
    }

    /// Reads the file's facts beside the others.
    public init(from decoder: any Decoder) throws {
        file = try PhotoFacts(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        face = try container.decodeIfPresent(FaceFacts.self, forKey: .face)
        score = try container.decodeIfPresent(PhotoScore.self, forKey: .score)
    }

    /// Writes the file's facts beside the others.
    public func encode(to encoder: any Encoder) throws {
        try file.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(face, forKey: .face)
        try container.encodeIfPresent(score, forKey: .score)
    }

    private enum CodingKeys: CodingKey { case face, score }
}
