public import Foundation

/// What a store of payments keeps of one charge: the request that it lets through, or what is known of its money.
///
/// A queue on a server that is restored, or replaced by its standby, learns from these what it has forgotten.
public struct PaymentNote: Sendable, Codable, Equatable {
    /// The job that the request is for.
    public let job: JobID
    /// One more than the job's charges that are known to be free.
    public let attempt: Int
    /// The claim under which the charge was written; `nil` of a charge whose job has left its worker.
    public let token: String?
    /// What names it, in the queue and in the store.
    public var name: PaymentName { PaymentName(job: job, attempt: attempt) }
    /// What is known of the money.
    public var state: ChargeState { line.state }
    /// The charge.
    public var charge: Int64 { line.charge }
    /// Since when that is known.
    public var moment: Date { Date(milliseconds: line.at) }
    /// The rest, without a person's name.
    let line: LedgerLine

    /// The same charge in another state.
    package func with(_ state: ChargeState) -> PaymentNote {
        PaymentNote(job: job, attempt: attempt, token: token, line: line.with(line.line, state))
    }

    /// Whether a state says more of a payment than is known; ``ChargeState/started`` says that it may have been made.
    package static func isNews(_ state: ChargeState, to known: ChargeState?) -> Bool {
        switch known {
        case nil: true
        case .started, .unknown: state == .paid || state == .free
        case .paid, .free: false
        }
    }
}

/// What the store of payments says of charges whose requests may be under way.
public struct OpenPayments: Sendable, Equatable {
    /// The charges, by their numbers, and their states before the spool was looked at.
    public var states: [Int64: ChargeState] = [:]
    /// Those whose requests were never sent, and never will be.
    public var unsent: [PaymentNote] = []

    /// Nothing was asked yet.
    public init() {}
}

/// How far the queue of a server has come.
public struct QueuePosition: Sendable, Codable, Equatable {
    /// The server, and how often it was restored or promoted.
    let incarnation: String
    /// How much the server has written, in bytes.
    let written: Int64
    /// The newest charge.
    let charge: Int64

    /// Whether the server has forgotten what it had written at another position.
    ///
    /// Another incarnation is noticed without this.
    public func isBefore(_ other: QueuePosition) -> Bool {
        incarnation == other.incarnation && (written < other.written || charge < other.charge)
    }
}

/// One charge, by what a restored queue still knows of it.
public struct PaymentName: Sendable, Hashable {
    /// The job.
    public let job: JobID
    /// Which of its charges it is, counted from 1.
    public let attempt: Int

    /// Names a charge.
    public init(job: JobID, attempt: Int) {
        self.job = job
        self.attempt = attempt
    }
}

extension JobID {
    /// When the job was submitted, as the name says: never earlier, and later only if many were submitted at once.
    public var submitted: Date {
        Date(milliseconds: (rawValue >> Int64(Self.spareBits)) + Self.start)
    }

    /// The smallest name of a moment, for comparing.
    public static func first(at moment: Date) -> JobID { JobID(at: moment) }
}
