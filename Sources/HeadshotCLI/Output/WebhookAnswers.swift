import Answers
import Foundation
import HeadshotWorker
import JobQueue

/// A space's webhook, and what became of it.
struct WebhookSummary: Encodable {
    let url: String
    /// Until when the secret before signs, too; absent if only one does.
    let overlap: Date?
    /// When the receiver answered that it wants no more; absent while deliveries are sent.
    let refused: Date?
    let pending: Int
    let failed: Int
    /// Absent if no delivery that is pending or failed was ever sent.
    let lastFailure: Failure?

    /// An attempt that failed.
    struct Failure: Encodable {
        let at: Date
        /// Absent if there was no answer.
        let status: Int?
        let reason: String
        let sentence: String
    }

    /// - Returns: `nil` if the space has no webhook.
    init?(_ state: WebhookState, now: Date) {
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

    func lines(_ space: String) -> [String] {
        var lines = ["Webhook: \(url.printable)"]
        if let overlap {
            lines.append("Two secrets sign until \(TimeWords.full(overlap)).")
        }
        if let refused {
            lines.append(
                """
                Its receiver wants no more since \(TimeWords.full(refused)); \
                'headshot space set \(space) --webhook URL' begins again.
                """)
        }
        lines.append("Deliveries that wait: \(pending); given up: \(failed).")
        if let last = lastFailure {
            lines.append(
                "Last failure, \(TimeWords.full(last.at)): \(last.sentence)")
        }
        return lines
    }
}

/// The secret of a webhook, shown only when it is made.
struct WebhookSecretAnswer: CommandAnswer {
    let name: String
    let webhookSecret: String

    init(_ space: Space, _ secret: WebhookSecret) {
        name = space.rawValue
        webhookSecret = secret.text
    }

    var text: String { webhookSecret }
}

/// A webhook that needs somebody's attention.
struct WebhookProblem: Encodable {
    let space: String
    let sentence: String
    /// What to do about it.
    let advice: String

    /// - Returns: `nil` if all is well.
    init?(_ state: WebhookState, now: Date) {
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
