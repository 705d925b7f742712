public import Foundation

/// A delivery to a space's webhook: a job has ended, or a person was invited or reminded.
public struct Delivery: Sendable, Equatable {
    /// Where a delivery stands.
    public enum State: String, Sendable {
        /// It is sent when it is due.
        case pending
        /// It was given up.
        case failed
        /// The receiver has it.
        case delivered
    }

    /// Its name, the same in each attempt.
    public let id: String
    /// The space whose webhook it is for.
    public let space: Space
    /// The job that ended; `nil` for a delivery that is about none.
    public let job: JobID?
    /// The person whom it is about.
    public let person: Person
    /// The event, such as `job.succeeded`.
    public let type: String
    /// The body of the request, as JSON.
    public let body: String
    /// Where it stands.
    public let state: State
    /// How often it was sent.
    public let attempts: Int
    /// When it is to be sent.
    public let due: Date
    /// When that happened.
    public let created: Date
    /// The status that the latest attempt was answered with; `nil` without one.
    public let lastStatus: Int?
    /// Why the latest attempt failed: `status`, or a code for why there was no answer; `nil` if it did not.
    public let lastFailure: String?
}

/// What came of one attempt to send a delivery.
public enum DeliveryOutcome: Sendable, Equatable {
    /// The receiver has it.
    case delivered(status: Int)
    /// It is sent again at a time; `nil` gives it up.
    case failed(status: Int?, reason: String, again: Date?)
    /// The receiver wants no more deliveries at this address.
    case refused(status: Int)
}

/// What a courier finds to do.
public struct DeliveryWork: Sendable {
    /// What is due, with its webhook.
    public var due: [(delivery: Delivery, webhook: Webhook)] = []
    /// When the next one is due; `nil` if none waits for a time.
    public var next: Date?
}

/// What became of the wish to send a delivery again.
public enum Resending: Sendable, Equatable {
    /// It is due now.
    case pending(Delivery)
    /// The space has no webhook at present.
    case noWebhook
    /// The space has no such delivery.
    case notFound
}
