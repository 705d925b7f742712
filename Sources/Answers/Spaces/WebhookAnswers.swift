package import Companion
package import Foundation
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
            "id": delivery.id, "type": delivery.type, "job": delivery.job?.description,
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

/// A webhook that needs somebody's attention.
package struct WebhookProblem: Encodable {
    package let space: String
    package let sentence: String
    /// What to do about it.
    package let advice: String

    /// - Returns: `nil` if all is well.
    package init?(_ state: WebhookState, now: Date) {
        guard let webhook = state.webhook else { return nil }
        space = state.space.rawValue
        let last = state.lastFailure.map {
            " Last: \(WebhookWords.failure($0.reason, status: $0.status))"
        }
        if let refused = webhook.refused {
            sentence =
                "Its receiver wants no more since \(TimeWords.minute(refused)); nothing is sent."
            advice = "'headshot space set \(space) --webhook URL' begins again."
        } else if state.failed > 0 || state.lastFailure != nil {
            sentence =
                "Given up: \(state.failed); waiting: \(state.pending).\(last ?? "")"
            advice = "Mend the receiver; 'POST /v1/deliveries/ID/send' sends again."
        } else if let due = state.firstDue, now.timeIntervalSince(due) > Self.patience {
            sentence = "Waiting: \(state.pending), and no worker or server sends them."
            advice = "Start 'headshot serve'."
        } else {
            return nil
        }
    }

    /// In seconds: a server that runs sends at once.
    private static let patience: TimeInterval = 60
}
