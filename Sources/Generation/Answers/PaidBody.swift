public import Foundation

/// The body of an answer that is charged, or may be, but not usable: it was paid for, so it is kept.
public struct PaidBody: Sendable, Equatable {
    /// The part of the body that arrived; at most ``RequestLimits/answerBytes``.
    public var bytes: Data
    /// The provider's record of the request, if it could be read.
    public var receipt: Receipt?

    /// Creates a body.
    public init(_ bytes: Data, receipt: Receipt?) {
        self.bytes = bytes
        self.receipt = receipt
    }
}
