public import Foundation
import Ground

/// The record of one request that may cost money.
public struct Charge: Sendable, Equatable {
    /// Counts up within one queue; never used again.
    public let id: Int64
    /// The job that the request was for.
    public let job: JobID
    /// What sort of work it was.
    public let kind: JobKind
    /// The day that it counts for, as `2026-11-21`, in the cap's time zone.
    public let day: String
    /// The provider that was asked.
    public let provider: String
    /// The model that was asked.
    public let model: String
    /// What is known of the money.
    public let state: ChargeState
    /// What a picture of this model costs, in millionths of a US dollar; `nil` if that is not known.
    public let estimate: Int?
    /// The most that the request is expected to cost, in millionths of a US dollar; `nil` if that is not known.
    ///
    /// Budgets count it until the cost is known.
    public let bound: Int?
    /// What the answer's token counts came to, in millionths of a US dollar.
    public let cost: Int?
    /// The provider's receipt, as JSON.
    public let receipt: String?
    /// When it was written, just before the request.
    public let started: Date
    /// When its outcome was written.
    public let settled: Date?
}

/// What is known of a charge's money; all but `free` count against the cap.
public enum ChargeState: String, Sendable, Codable, CaseIterable {
    /// The request may be in flight.
    case started
    /// The provider answered 200.
    case paid
    /// Nothing was sent, or the provider refused.
    case free
    /// The request was sent, and its outcome is unknown.
    case unknown
}

/// What is known of a request before it is sent.
public struct ChargeDraft: Sendable, Equatable {
    /// The provider to ask.
    public var provider: String
    /// The model to ask.
    public var model: String
    /// What a picture costs, in millionths of a US dollar, if known.
    public var estimate: Int?
    /// The most that the request can cost, in millionths of a US dollar, if known.
    public var bound: Int?
    /// The prompt that is sent.
    public var prompt: String
    /// The version of that prompt.
    public var promptVersion: String

    /// Creates a draft.
    public init(
        provider: String, model: String, estimate: Int?, bound: Int?, prompt: String,
        promptVersion: String
    ) {
        self.provider = provider
        self.model = model
        self.estimate = estimate
        self.bound = bound
        self.prompt = prompt
        self.promptVersion = promptVersion
    }
}

/// A request that is on its way.
public struct RequestInFlight: Sendable, Equatable {
    /// The person for whom it is.
    public let person: Person
    /// What sort of work it is for.
    public let kind: JobKind
    /// Who was asked.
    public let provider: String
    /// What it may cost, in millionths of a US dollar, by the model's usual price.
    public let estimate: Int
}

extension [RequestInFlight] {
    /// What they may cost together, in millionths of a US dollar.
    public var money: Int { reduce(0) { $0.addingClamped($1.estimate) } }
}
