import Hashing
import Foundation
public import JobQueue

/// A secret by which a receiver knows that a request is from here, as Standard Webhooks 1.0 has it.
public struct WebhookSecret: Sendable {
    private let key: AuthenticationKey

    /// Derives the secret of a space; each generation has its own.
    public init(_ key: ServeKey, space: Space, generation: Int) {
        // A space's name has no slash, so that no two of these are the same.
        let purpose = Data("headshot/webhook/\(space.rawValue)/\(generation)".utf8)
        self.key = key.key.derived(for: purpose)
    }

    /// The secret as a receiver is given it: `whsec_` and base64.
    public var text: String {
        "whsec_" + key.exposed.base64EncodedString()
    }

    /// The signature of a request.
    ///
    /// - Parameters:
    ///   - id: The name of the delivery.
    ///   - timestamp: When it is sent, in seconds since 1970.
    func signature(id: String, timestamp: Int, body: String) -> String {
        let code = key.code(of: Data("\(id).\(timestamp).\(body)".utf8))
        return "v1," + code.base64EncodedString()
    }
}
