/// An answer with status 200, and so charged, that is not usable.
public struct UnreadableAnswer: Sendable, Equatable {
    /// What the body is instead of an answer, in a few words without the key.
    public var detail: String
    /// The answer's body.
    public var paid: PaidBody

    /// What ``detail`` begins with if the connection broke within the answer.
    public static let brokenOff = "the transfer broke off"
}
