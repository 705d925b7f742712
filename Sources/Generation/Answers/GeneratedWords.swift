public import Foundation

/// Words that a model wrote, in JSON that fits the requested schema.
public struct GeneratedWords: Sendable, Equatable {
    /// The JSON, as received.
    public var json: Data
    /// The provider's record of the request.
    public var receipt: Receipt
}
