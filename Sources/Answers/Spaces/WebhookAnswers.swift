package import JobQueue

/// A delivery as an operator sees it over HTTP.
package struct DeliveryResource: Encodable {
    private let delivery: Delivery

    package init(_ delivery: Delivery) { self.delivery = delivery }

    package func encode(to encoder: any Encoder) throws {
        let sentence = delivery.lastFailure.map {
            WebhookWords.failure($0, status: delivery.lastStatus)
        }
        try encoder.encode([
            "id": delivery.id, "type": delivery.type, "job": delivery.job.description,
            "person": delivery.person.rawValue, "state": delivery.state.rawValue,
            "attempts": delivery.attempts, "created": delivery.created,
            // Absent once it was given up.
            "due": delivery.state == .pending ? delivery.due : nil,
            "lastStatus": delivery.lastStatus, "lastFailure": delivery.lastFailure,
            "sentence": sentence,
        ])
    }
}

/// Why a delivery could not be sent.
package enum WebhookWords {
    /// A sentence about an attempt that failed.
    package static func failure(_ reason: String, status: Int?) -> String {
        switch reason {
        case "status": "It answered \(status.map { "\($0)" } ?? "with an error")."
        case "timeout": "It did not answer within 15 seconds."
        case "dns": "Its host's name could not be resolved."
        case "connect": "No connection could be made."
        case "tls": "The TLS handshake failed."
        case "certificate": "Its certificate is not trusted."
        case "proxy": "The proxy failed."
        case "connection_lost": "The connection broke before an answer came."
        case "setting": "Its address, or a setting of the proxy or of certificates, cannot work."
        case "ended": "The webhook was ended before this was sent."
        case "refused": "Its receiver wanted no more."
        default: "The request failed."
        }
    }
}
