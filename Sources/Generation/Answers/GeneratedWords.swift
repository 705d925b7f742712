public import Foundation

/// Words as a model wrote them, in JSON that fits the schema that was asked for.
public struct GeneratedWords: Sendable, Equatable {
    /// The JSON, as received.
    public var json: Data
    /// What the provider says it did.
    public var receipt: Receipt

    /// Creates words.
    public init(json: Data, receipt: Receipt) {
        self.json = json
        self.receipt = receipt
    }
}
