public import Foundation

/// One piece of work of a kind: a row of the queue as it was when read.
public struct Job: Sendable, Equatable {
    /// The job's name.
    public let id: JobID
    /// What sort of work it is.
    public let kind: JobKind
    /// What the job asks for, as JSON that only its kind understands.
    public let payload: String
    /// The provider's name, under which gates and charges are stored.
    public let provider: String
    /// The person for whom the cap counts.
    public let person: Person
    /// The submitter's own name for the job, unique per person.
    public let key: String?
    /// The SHA-256 of the photo's bytes, in hexadecimal digits: its name in the photo store; `nil` for a job of words.
    public let input: String?
    /// The photo's file name as it was handed in; shown to people, never opened.
    public let inputName: String?
    /// The SHA-256 of a second photo, such as one from the side.
    public let secondInput: String?
    /// Higher is sooner; 0 by default.
    public let priority: Int
    /// The job's state.
    public internal(set) var state: JobState
    /// How far a running job is.
    public internal(set) var phase: JobPhase?
    /// A ``WaitReason`` of a waiting job, or the stable code of how it ended.
    public internal(set) var reason: String
    /// When a waiting job may be claimed.
    public let due: Date
    /// The worker that holds a running job.
    public internal(set) var owner: WorkerID?
    /// Whether the user asked a running job to stop.
    public let isCancelRequested: Bool
    /// How often a worker claimed the job and got beyond preparing, or ended it.
    public internal(set) var attempts: Int
    /// How often the job's worker or decoder was killed from outside before a charge.
    public let crashes: Int
    /// How often the provider refused it without a reason.
    public let refusals: Int
    /// The job that this one repeats.
    public let retryOf: JobID?
    /// When it was submitted.
    public let created: Date
    /// When a worker last claimed it.
    public internal(set) var started: Date?
    /// When it ended.
    public let ended: Date?
    /// The prompt that was sent.
    public let prompt: String?
    /// The version of that prompt.
    public let promptVersion: String?
    /// What was seen in the photo, as JSON.
    public let facts: String?
    /// The findings about the photo, as JSON.
    public let findings: String?
    /// More about the reason, for the operator: never a key, never a photo's content.
    public let detail: String?
    /// What was made, as JSON that only its kind understands.
    public let outcome: String?
    /// The name of the outcome's file in the folder of results, if it has one; as it is stored, see ``SavedResult``.
    public let result: String?
    /// The SHA-256 of that file's bytes, in hexadecimal digits.
    public let resultDigest: String?
    /// The price that its submitter was shown; `nil` for a job that needs no model.
    public let quote: Quote?
    /// How long it lasts; `nil` for a job that waits as long as it must.
    public let fleeting: Fleeting?

    /// Why a waiting job waits; `nil` in any other state.
    public var waitReason: WaitReason? { state == .waiting ? WaitReason(rawValue: reason) : nil }
}

/// A job to submit.
public struct NewJob: Sendable, Equatable {
    /// What sort of work it is.
    public var kind: JobKind
    /// What the job asks for, as JSON.
    public var payload: String
    /// The provider; only a worker that asks for this provider's jobs gets it.
    public var provider: String
    /// The person for whom the cap counts.
    public var person: Person
    /// The submitter's own name for the job; a second submit with the same key returns the first job.
    public var key: String?
    /// The photo; `nil` for a job of words.
    public var input: JobInput?
    /// The SHA-256 of a second photo's bytes, in hexadecimal digits; not without an input.
    public var secondInput: String?
    /// Higher is sooner.
    public var priority: Int
    /// Not to be claimed before this time.
    public var notBefore: Date?
    /// The job that this one repeats.
    public var retryOf: JobID?
    /// The price that the submitter was shown; `nil` for a job that needs no model.
    public var quote: Quote?
    /// How long it lasts; `nil` for a job that waits as long as it must.
    public var fleeting: Fleeting?

    /// Creates a job to submit.
    public init(
        kind: JobKind, payload: String, provider: String, person: Person, key: String? = nil,
        input: JobInput?, secondInput: String? = nil, priority: Int = 0, notBefore: Date? = nil,
        retryOf: JobID? = nil, quote: Quote? = nil
    ) {
        self.kind = kind
        self.payload = payload
        self.provider = provider
        self.person = person
        self.key = key
        self.input = input
        self.secondInput = secondInput
        self.priority = priority
        self.notBefore = notBefore
        self.retryOf = retryOf
        self.quote = quote
    }

    /// The stored photos that the job needs.
    var inputs: [String] { [input?.photo, secondInput].compactMap(\.self) }

    /// Enough levels for any use, few enough that a claim looks at few.
    public static let priorities = -100...100
}

/// The photo that a job works on.
public struct JobInput: Sendable, Equatable {
    /// The SHA-256 of its bytes, in hexadecimal digits: its name in the photo store.
    public var photo: String
    /// Its file name, for people.
    public var name: String

    /// Creates an input.
    public init(photo: String, name: String) {
        self.photo = photo
        self.name = name
    }
}

/// What sort of work a job is, such as `headshot`; the queue only counts by it.
public struct JobKind: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name in rows and charges and for people: 1 to 32 characters.
    public let rawValue: String

    /// Takes a name; the queue refuses one of another length.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }
}

/// The model and the price of one headshot that a submitter was shown.
///
/// A worker that chooses its model never chooses a more expensive one.
public struct Quote: Sendable, Equatable {
    /// The model that was expected.
    public let model: String
    /// Its usual price in millionths of a US dollar; `nil` if it was shown as unknown.
    public let price: Int?

    /// Creates a quote.
    public init(model: String, price: Int?) {
        self.model = model
        self.price = price
    }

    /// Whether a price exceeds the quote; an unknown price exceeds any known one.
    public func isExceeded(by price: Int?) -> Bool {
        guard let told = self.price else { return false }
        return price.map { $0 > told } ?? true
    }
}
