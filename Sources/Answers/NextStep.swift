import HeadshotWorker
package import JobQueue

/// What a person can do next, for which each face has words of its own.
package enum NextStep: Equatable, Sendable {
    /// Fetch a job's headshot.
    case fetch(JobID)
    /// Have a worker or a drain take the job.
    case work
    /// Have the photo made into a headshot once more.
    case retry(JobID, Retry)
    /// Hand in another photo, or this one in spite of what was seen of its face.
    case submit(canForce: Bool)
    /// Say whether a request of unknown outcome was charged, or take the risk of a second charge.
    case resolve(JobID, isPaid: Bool)
    /// Look at what is kept of jobs that were named.
    case show
    /// Look at the gate: why nothing is sent.
    case seeGate
    /// Look at the gate: why nothing is sent, and what to set.
    case seeHalt
    /// Change what closed the gate; there is nothing to change for what passes by itself.
    case mend(GateReason)
    /// Pay the price of a model that costs more than was told, or take the jobs back.
    case payOrCancel(model: String)
    /// Let requests through again, once their cause is mended.
    case clearGate
    /// Set a key to ask the provider with.
    case setKey
    /// Name an order by another key.
    case useAnotherKey
    /// Check what is set up on this machine.
    case checkMachine
    /// Get the models by which people are cut out.
    case getModels

    /// What a second job means, and what has to be done before it.
    package enum Retry: Equatable, Sendable {
        /// It asks once more, and is paid once more.
        case paidAgain
        /// Nothing was paid; it asks again.
        case asksAgain
        /// The photo's file, or its permissions, have to be repaired first.
        case afterRepair
        /// The names of the headshot have to be freed first; what was paid is saved then.
        case afterFreeingNames
        /// It names its style, which this program could not read.
        case inNamedStyle
        /// A model makes it, and is paid.
        case byModel
    }
}

/// A face's words for a step; `nil` where there is nothing to say.
package typealias Wording = @Sendable (NextStep) -> String?
