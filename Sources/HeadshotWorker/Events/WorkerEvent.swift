public import Foundation
public import Isolation
public import JobQueue

/// What happened in a worker, for logs and tests; reveals neither what is in a photo nor who.
public enum WorkerEvent: Sendable, Equatable {
    /// The worker looks for jobs.
    case started(WorkerID, concurrency: Int)
    /// The first process for decoding photos is ready, behind these fences, with the nets or without.
    case decoding(fences: Fences, hasNets: Bool)
    /// A job of a dead worker was taken back.
    case recovered(Recovery)
    /// The worker had lost the queue's server for so long that it was taken for dead; it goes on under another name.
    case renamed(WorkerID)
    /// The queue's server was restored or replaced, and the queue has learned what was paid.
    case reconciled(Reconciliation)
    /// Jobs, of which one is named, wait for a worker of a newer version, since this one does not understand them.
    case leftOut(JobID, count: Int)
    /// A job was claimed.
    case claimed(JobID, attempt: Int)
    /// A model was chosen from the provider's list.
    case modelChosen(String)
    /// A request is about to be sent.
    case charged(JobID, charge: Int64, model: String)
    /// The answer came from another model than the one asked, which may cost another price.
    case modelDiffers(JobID, asked: String, answered: String)
    /// A request cost more than the most that was expected, in millionths of a US dollar; prices may have changed.
    case costAboveBound(JobID, model: String, cost: Int, bound: Int)
    /// A paid answer could not be written; it is only in memory, and the write is retried.
    case cannotKeep(JobID, detail: String)
    /// A paid answer is kept on this machine, since the store does not take it; a worker here brings it there later.
    case keptHere(JobID)
    /// A spooled answer cannot be read; the file stays.
    case unusableAnswer(path: String, detail: String)
    /// A file cannot be read or removed; it stays, and everything that does not need it goes on.
    case unusableFile(path: String, detail: String)
    /// A job left the worker, with its new state and the reason; of an attempt, unless a job was only found to be done.
    case left(JobID, JobState, reason: String, detail: String?, AttemptFigures?)
    /// A claim was lost to another process; the outcome of its charge is kept.
    case lostClaim(JobID)
    /// The gate lets nothing through.
    case held(provider: String, reason: String, until: Date?)
    /// A delivery to a webhook was sent, or an attempt failed.
    case webhook(_ delivery: String, Space, DeliveryOutcome)
    /// Things were removed, since they were kept for as long as settings say.
    case outlived(Keeper.Removed)
    /// The reports of so many jobs of an older program become short beside all other work; about how many bytes that takes at
    /// most, until what was there is used again, and how many seconds.
    case thinning(jobs: Int, bytes: Int, seconds: Int)
    /// What is not kept any longer could not be removed; that is tried again.
    case keepingFailed(detail: String)
    /// No webhook gets anything, since the key that signs is gone.
    case serveKeyMissing(path: String)
    /// No more jobs are claimed; running ones may finish, and so may the requests that are on their way.
    case stopping(running: Int, requests: RequestsUnderWay)
    /// The worker ended.
    case stopped
}

/// The requests of a worker that are on their way.
public struct RequestsUnderWay: Sendable, Equatable {
    /// How many.
    public let count: Int
    /// What they cost in all by their quotes, in millionths of a US dollar; `nil` if a price is not known.
    public let price: Int?

    /// Counts requests.
    public init(count: Int, price: Int?) {
        self.count = count
        self.price = price
    }
}

/// What an attempt of a job took.
public struct AttemptFigures: Sendable, Equatable {
    /// Who was to make it.
    public let provider: String
    /// Which attempt it was, from 1 on.
    public let attempt: Int
    /// Seconds from the claim on.
    public let seconds: Double
    /// What it cost, in millionths of a US dollar; `nil` if nothing was paid, or that is not known.
    public let cost: Int?
    /// Whether it made a headshot whose background was only softened, though another one was wanted.
    public let isSoftened: Bool
}
