public import Foundation

/// The body of an answer that is charged and is not what was wanted: paid for, and so never thrown away.
public struct PaidBody: Sendable, Equatable {
    /// The body as far as it came; at most ``GeminiProvider/answerLimit`` bytes.
    public var bytes: Data
    /// What the provider says it did, where that much could be read.
    public var receipt: Receipt?

    /// Creates a body.
    public init(_ bytes: Data, receipt: Receipt?) {
        self.bytes = bytes
        self.receipt = receipt
    }
}
