public import Foundation

/// One piece of work of a kind: a row of the queue as it was when read.
public struct Job: Sendable, Equatable {
    /// The job's name.
    public let id: JobID
    /// What sort of work it is.
    public let kind: JobKind
    /// What the job asks for, as JSON that only its kind understands.
    public let payload: String
    /// Who does it: the name under which gates and charges are kept.
    public let provider: String
    /// Whom the cap counts for.
    public let person: Person
    /// The submitter's own name for the job, unique per person.
    public let key: String?
    /// The SHA-256 of the photo's bytes, in hexadecimal digits: its name in the photo store; `nil` for a job of words.
    public let input: String?
    /// The photo's file name as it was handed in; shown to people, never opened.
    public let inputName: String?
    /// The SHA-256 of a second photo, such as one from the side.
    public let secondInput: String?
    /// Higher is sooner; 0 unless said otherwise.
    public let priority: Int
    /// Where the job stands.
    public let state: JobState
    /// How far a running job is.
    public let phase: JobPhase?
    /// A ``WaitReason`` of a waiting job, or the stable code of how it ended.
    public let reason: String
    /// When a waiting job may be claimed.
    public let due: Date
    /// The worker that holds a running job.
    public let owner: WorkerID?
    /// Whether a person asked a running job to stop.
    public let isCancelRequested: Bool
    /// How often a worker took the job and got beyond preparing, or ended it.
    public let attempts: Int
    /// How often the job's worker, or its decoder, was ended from outside before anything was charged.
    public let crashes: Int
    /// How often the provider refused it and did not say why.
    public let refusals: Int
    /// The job that this one repeats.
    public let retryOf: JobID?
    /// When it was submitted.
    public let created: Date
    /// When a worker last took it.
    public let started: Date?
    /// When it ended.
    public let ended: Date?
    /// The prompt that was sent.
    public let prompt: String?
    /// The version of that prompt.
    public let promptVersion: String?
    /// What was seen in the photo, as JSON.
    public let facts: String?
    /// What was said of the photo, as JSON.
    public let findings: String?
    /// More about the reason, for the operator: never a key, never a photo's content.
    public let detail: String?
    /// What was made, as JSON that only its kind understands.
    public let outcome: String?
    /// Where the file of the outcome lies, if it has one.
    public let result: String?
    /// What its submitter was told that it costs; `nil` for a job that needs no model.
    public let quote: Quote?

    /// Why a waiting job waits.
    public var waitReason: WaitReason? { state == .waiting ? WaitReason(rawValue: reason) : nil }

    /// Whether the job is prepared while its worker does nothing else.
    public var isPreparedAlone: Bool { crashes >= Setback.deathsUntilAlone }
}

/// What a submitter hands in.
public struct NewJob: Sendable, Equatable {
    /// What sort of work it is.
    public var kind: JobKind
    /// What the job asks for, as JSON.
    public var payload: String
    /// Who does it; only a worker that asks for this provider's jobs gets it.
    public var provider: String
    /// Whom the cap counts for.
    public var person: Person
    /// The submitter's own name for the job; a second job with the same one is the first.
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
    /// What the submitter was told that it costs; `nil` for a job that needs no model.
    public var quote: Quote?

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

    /// Far more than three levels, and small enough that the claim looks at few.
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
