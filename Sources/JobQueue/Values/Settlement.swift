public import Foundation

/// The outcome of an attempt for its job, its charge and the gate, written in one transaction.
public struct Settlement: Sendable, Equatable {
    /// What becomes of the job.
    public var job: JobEnd
    /// What becomes of the job instead if the gate is closed, by this answer or by others: then the outage is the cause.
    public var jobInOutage: JobEnd?
    /// The charge's outcome, if a charge was written and is not settled yet.
    public var charge: ChargeEnd?
    /// What the answer means for the gate.
    public var gate: GateChange?
    /// A model that the provider answered 404 for: no worker chooses it again until the gate is cleared.
    public var goneModel: String?

    /// Creates a settlement.
    public init(
        job: JobEnd, inOutage jobInOutage: JobEnd? = nil, charge: ChargeEnd? = nil,
        gate: GateChange? = nil, goneModel: String? = nil
    ) {
        self.job = job
        self.jobInOutage = jobInOutage
        self.charge = charge
        self.gate = gate
        self.goneModel = goneModel
    }
}

/// What becomes of a running job.
public enum JobEnd: Sendable, Equatable {
    /// What was made, as JSON; `result` is its file, if it has one.
    case succeeded(outcome: String, result: SavedResult? = nil)
    /// The photo cannot be worked on.
    case rejected(reason: String)
    /// It failed permanently.
    case failed(reason: FailureReason, detail: String?)
    /// The user cancelled it before anything was sent.
    case cancelled
    /// A fleeting job does not wait for what lasts longer than itself; nothing was sent.
    case gaveUp(CancellationReason)
    /// A request was sent and its outcome is unknown.
    case uncertain(reason: UncertaintyReason, detail: String?)
    /// It waits for another attempt; `due` is `nil` if the gate decides.
    case waits(WaitReason, due: Date?, countsAttempt: Bool, detail: String? = nil)
    /// It was killed from outside while it was prepared: it waits behind the others, longer each time.
    case setBack(detail: String?)
    /// It stays with its worker, which has an answer to save.
    case saving
}

extension JobEnd {
    /// The reason stored for a job that succeeded.
    public static let succeededReason = "succeeded"

    /// The end of an attempt in which nothing was sent; `due` is `nil` if the gate decides.
    public static func unsent(_ reason: WaitReason, due: Date? = nil) -> JobEnd {
        .waits(reason, due: due, countsAttempt: false)
    }
}

/// What is known of a charge after its request.
public struct ChargeEnd: Sendable, Equatable {
    /// The charge.
    public var id: Int64
    /// What is known of the money; not `started`.
    public var state: ChargeState
    /// What the answer's token counts came to, in millionths of a US dollar.
    public var cost: Int?
    /// The provider's receipt, as JSON.
    public var receipt: String?

    /// Creates an end.
    public init(id: Int64, state: ChargeState, cost: Int? = nil, receipt: String? = nil) {
        self.id = id
        self.state = state
        self.cost = cost
        self.receipt = receipt
    }
}
