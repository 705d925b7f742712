public import Foundation
import Ground

/// Where a space's ended jobs are reported.
public struct Webhook: Sendable, Equatable {
    /// The address to which requests are sent.
    public let url: WebhookURL
    /// Which secret signs them: it grows with each new one.
    public let generation: Int
    /// Until when the secret before signs, too; `nil` if only one does.
    public let overlap: Date?
    /// When the receiver answered that it wants no more; nothing is sent since then.
    public let refused: Date?

    /// The generations whose secrets sign at a time, the latest first.
    public func generations(at now: Date) -> [Int] {
        guard let overlap, now < overlap, generation > 1 else { return [generation] }
        return [generation, generation - 1]
    }
}

/// The address of a webhook: HTTPS anywhere, plain HTTP only on this machine.
public struct WebhookURL: Sendable, Equatable, CustomStringConvertible {
    /// The whole URL.
    public let description: String
    /// Whether the receiver is on this machine, so that no proxy is used.
    public let isLoopback: Bool

    /// Accepts a URL of at most 2048 visible ASCII characters, without a user, a password or a fragment.
    public init?(_ text: String) {
        guard text.utf8.count <= 2048, let address = WebAddress(text), address.isPrivate else {
            return nil
        }
        description = text
        isLoopback = address.isLoopback
    }
}
