package import Companion
package import Foundation
package import HeadshotWorker
package import JobQueue

/// A space's webhook, and what became of it.
package struct WebhookSummary: Encodable {
    package let url: String
    /// Until when the secret before signs, too; absent if only one does.
    package let overlap: Date?
    /// When the receiver answered that it wants no more; absent while deliveries are sent.
    package let refused: Date?
    package let pending: Int
    package let failed: Int
    /// Absent if no delivery that is pending or failed was ever sent.
    package let lastFailure: Failure?

    /// An attempt that failed.
    package struct Failure: Encodable {
        package let at: Date
        /// Absent if there was no answer.
        package let status: Int?
        package let reason: String
        package let sentence: String
    }

    /// - Returns: `nil` if the space has no webhook.
    package init?(_ state: WebhookState, now: Date) {
        guard let webhook = state.webhook else { return nil }
        url = webhook.url.description
        overlap = webhook.overlap.flatMap { $0 > now ? $0 : nil }
        refused = webhook.refused
        pending = state.pending
        failed = state.failed
        lastFailure = state.lastFailure.map { failure in
            Failure(
                at: failure.at, status: failure.status, reason: failure.reason,
                sentence: WebhookWords.failure(failure.reason, status: failure.status))
        }
    }
}

/// The secret of a webhook, shown only when it is made.
package struct WebhookSecretAnswer: Encodable {
    package let name: String
    package let webhookSecret: String

    package init(_ space: Space, _ secret: WebhookSecret) {
        name = space.rawValue
        webhookSecret = secret.text
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

/// A delivery as an operator sees it over HTTP.
package struct DeliveryResource: Encodable {
    package let id: String
    package let type: String
    package let job: String
    package let person: String
    package let state: String
    package let attempts: Int
    package let created: Date
    /// Absent once it was given up.
    package let due: Date?
    package let lastStatus: Int?
    /// Absent before the first attempt.
    package let lastFailure: String?
    package let sentence: String?

    package init(_ delivery: Delivery) {
        id = delivery.id
        type = delivery.type
        job = delivery.job.description
        person = delivery.person.rawValue
        state = delivery.state.rawValue
        attempts = delivery.attempts
        created = delivery.created
        due = delivery.state == .pending ? delivery.due : nil
        lastStatus = delivery.lastStatus
        lastFailure = delivery.lastFailure
        sentence = delivery.lastFailure.map {
            WebhookWords.failure($0, status: delivery.lastStatus)
        }
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
