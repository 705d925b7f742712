package import HeadshotWorker
package import JobQueue

/// What the user can do next; each face has its own words for it.
package enum NextStep: Equatable, Sendable {
    /// Fetch a job's headshot.
    case fetch(JobID)
    /// Start a worker or a drain, to do the job.
    case work
    /// Start a worker or a drain, since none runs.
    case startWorker
    /// Make another headshot of the photo.
    case retry(JobID, Retry)
    /// Hand in another photo, or force this one in spite of its face.
    case submit(canForce: Bool)
    /// Say whether a request of unknown outcome was charged, or take the risk of a second charge.
    case resolve(JobID, isPaid: Bool)
    /// The same, if a picture came with a request of unknown outcome and was kept.
    case resolveKept(JobID)
    /// Look at what is stored about the named jobs.
    case show
    /// Look at the gate: why nothing is sent.
    case seeGate
    /// Look at the gate: why nothing is sent, and what to set.
    case seeHalt
    /// Change what closed the gate; nothing to change if it opens automatically.
    case fixCause(GateReason, of: ProviderKind)
    /// Pay the price of a model that costs more than the quote, or cancel the jobs.
    case payOrCancel(model: String)
    /// Clear the gate, after its cause is fixed.
    case clearGate
    /// Set an API key.
    case setKey(of: ProviderKind)
    /// Submit the order under another key.
    case useAnotherKey
    /// Check this machine's setup.
    case checkMachine
    /// Install the models that cut people out.
    case getModels

    /// What a second job means, and what must be done before it.
    package enum Retry: Equatable, Sendable {
        /// It asks again, and is paid again.
        case paidAgain
        /// Nothing was paid; it asks again.
        case asksAgain
        /// The photo's file or its permissions must be repaired first.
        case afterRepair
        /// The file names of the headshot must be freed first; then the paid answer is saved.
        case afterFreeingNames
        /// A model makes it, and is paid.
        case byModel
    }
}

/// A face's words for a step; `nil` if there is nothing to say.
package typealias Wording = @Sendable (NextStep) -> String?
