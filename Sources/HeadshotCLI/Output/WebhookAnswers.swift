import Answers
import Foundation
import HeadshotWorker
import JobQueue

/// A space's webhook, and what became of it.
struct WebhookSummary: Encodable {
    private let webhook: Webhook
    private let state: WebhookState
    /// Until when the secret before signs, too; `nil` if only one does.
    private let overlap: Date?

    /// - Returns: `nil` if the space has no webhook.
    init?(_ state: WebhookState, now: Date) {
        guard let webhook = state.webhook else { return nil }
        self.webhook = webhook
        self.state = state
        overlap = webhook.overlap.flatMap { $0 > now ? $0 : nil }
    }

    func encode(to encoder: any Encoder) throws {
        let failure = state.lastFailure.map { last -> JSONObject in
            [
                "at": last.at, "status": last.status, "reason": last.reason,
                "sentence": last.sentence,
            ]
        }
        try encoder.encode([
            "url": webhook.url.description, "overlap": overlap, "refused": webhook.refused,
            "pending": state.pending, "failed": state.failed, "lastFailure": failure,
        ])
    }

    func lines(_ space: String) -> [String] {
        var lines = ["Webhook: \(webhook.url.description.printable)"]
        if let overlap {
            lines.append("Two secrets sign until \(TimeWords.full(overlap)).")
        }
        if let refused = webhook.refused {
            lines.append(
                """
                Its receiver wants no more since \(TimeWords.full(refused)); \
                'headshot space set \(space) --webhook URL' begins again.
                """)
        }
        lines.append("Deliveries that wait: \(state.pending); given up: \(state.failed).")
        if let last = state.lastFailure {
            lines.append("Last failure, \(TimeWords.full(last.at)): \(last.sentence)")
        }
        return lines
    }
}

extension WebhookState.LastFailure {
    fileprivate var sentence: String { WebhookWords.failure(reason, status: status) }
}

/// The secret of a webhook, shown only when it is made.
struct WebhookSecretAnswer: CommandAnswer {
    let space: Space
    let secret: WebhookSecret

    func encode(to encoder: any Encoder) throws {
        try encoder.encode(["name": space.rawValue, "webhookSecret": text])
    }

    var text: String { secret.text }
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
        let last = state.lastFailure.map { " Last: \($0.sentence)" }
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
