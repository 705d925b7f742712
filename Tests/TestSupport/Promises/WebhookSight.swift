import Hashing
public import Foundation

/// What the receivers of webhooks got, and the secrets by which they know from whom it is.
public struct WebhookSight: Sendable {
    /// A request that a receiver got.
    public struct Message: Sendable {
        let id: String
        let timestamp: String
        let signatures: [String]
        let body: Data
        /// Whether it was answered with 2xx.
        public var isAccepted: Bool

        /// Reads a whole request; nil for one without the headers of a webhook.
        public init?(request: Data, isAccepted: Bool) {
            guard let end = request.firstRange(of: Data("\r\n\r\n".utf8)) else { return nil }
            let lines = String(decoding: request[..<end.lowerBound], as: UTF8.self)
                .split(separator: "\r\n").dropFirst()
            let headers = lines.reduce(into: [String: String]()) { headers, line in
                let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
                guard parts.count == 2 else { return }
                headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
            }
            guard let id = headers["webhook-id"], let timestamp = headers["webhook-timestamp"],
                let signatures = headers["webhook-signature"]
            else { return nil }
            self.id = id
            self.timestamp = timestamp
            self.signatures = signatures.split(separator: " ").map(String.init)
            body = Data(request[end.upperBound...])
            self.isAccepted = isAccepted
        }

        /// Whether it is signed as Standard Webhooks 1.0 has it.
        func isSigned(by secret: String) -> Bool {
            guard let key = Data(base64Encoded: String(secret.dropFirst("whsec_".count))) else {
                return false
            }
            let code = AuthenticationKey(key).code(of: Data("\(id).\(timestamp).".utf8) + body)
            return signatures.contains("v1,\(code.base64EncodedString())")
        }
    }

    /// The secrets of the spaces that had a webhook all the time, as they were printed.
    public var secrets: [String: String]
    /// What the receiver of each space got.
    public var messages: [String: [Message]]

    /// Describes receivers.
    public init(secrets: [String: String] = [:], messages: [String: [Message]] = [:]) {
        self.secrets = secrets
        self.messages = messages
    }

    /// The receiver of a space got each end of the space's jobs, signed by its secret, and nothing else.
    func brokenPromises(_ queue: QueueSight) -> [String] {
        secrets.sorted { $0.key < $1.key }.flatMap { space, secret in
            let messages = messages[space] ?? []
            let deliveries = queue.deliveries.filter { $0.space == space }
            return messages.compactMap { flaw(of: $0, secret, deliveries) }
                + missing(messages, of: queue.jobs.filter { $0.space == space }, deliveries)
        }
    }

    private func flaw(
        of message: Message, _ secret: String, _ deliveries: [QueueSight.Delivery]
    ) -> String? {
        guard message.isSigned(by: secret) else {
            return "The signature of webhook message \(message.id) is wrong."
        }
        guard let delivery = deliveries.first(where: { $0.id == message.id }) else {
            return "Webhook message \(message.id) is none of its receiver's space."
        }
        return Data(delivery.body.utf8) == message.body
            ? nil : "Webhook message \(message.id) has another body than its delivery."
    }

    private func missing(
        _ messages: [Message], of jobs: [QueueSight.Job], _ deliveries: [QueueSight.Delivery]
    ) -> [String] {
        let accepted = Set(messages.filter(\.isAccepted).map(\.id))
        let arrived = deliveries.filter { accepted.contains($0.id) }
        let reported = Set(arrived.map { "\($0.job) \($0.type)" })
        let ended = jobs.filter { $0.state != "waiting" && $0.state != "running" }
        let unreported = ended.filter { !reported.contains("\($0.id) job.\($0.state)") }
        let unfounded = deliveries.filter { $0.state == "delivered" && !accepted.contains($0.id) }
        return unreported.map {
            "The webhook of job \($0.id) has not received that it is \($0.state)."
        }
            + unfounded.map { "Delivery \($0.id) counts as delivered, and did not arrive." }
    }
}
