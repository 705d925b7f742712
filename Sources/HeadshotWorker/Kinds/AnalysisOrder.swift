/// The order of an `analysis` job: the payload that the queue stores without reading it.
struct AnalysisOrder: JobPayload {
    /// Whether a page for people is wanted beside the JSON.
    var wantsPage = false
    /// The file name of the photo from the side, which is the job's second input.
    var sideName: String?

    private enum CodingKeys: String, CodingKey {
        case wantsPage = "report"
        case sideName = "side"
    }
}

/// The outcome of an analysis, as stored in its row.
public struct AnalysisOutcome: Codable, Sendable, Equatable {
    /// How good the photo is as a headshot, 1.0 to 10.0; nil without a face.
    public var score: Double?
    /// Whether a headshot could be made of it.
    public var isAccepted: Bool

    private enum CodingKeys: String, CodingKey {
        case score
        case isAccepted = "accepted"
    }
}
