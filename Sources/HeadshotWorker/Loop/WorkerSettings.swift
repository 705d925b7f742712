public import JobQueue

/// How a worker works; every value has a default that suits most uses.
public struct WorkerSettings: Sendable, Equatable {
    /// How many requests are in flight at once.
    public var concurrency: Int
    /// The limits of a queue that has none yet.
    public var cap: DailyCap
    /// The model to ask, by provider; without one the worker chooses from the key's list, at most at the quoted price.
    public var models: [String: String]
    /// How often a job is tried when the provider fails with a server error; each try is a separate charge.
    public var maxAttempts: Int
    /// Where headshots go.
    public var results: String
    /// The only jobs to do, if not all; the worker ends when each has left it.
    public var only: Set<JobID>?
    /// What the worker says of itself to other processes, if anything.
    public var introduction: LiveWorker?

    /// The default number of tries.
    public static let standardAttempts = 5

    /// Creates settings.
    public init(
        concurrency: Int = 4, cap: DailyCap, models: [String: String],
        maxAttempts: Int = standardAttempts,
        results: String, only: Set<JobID>? = nil, introduction: LiveWorker? = nil
    ) {
        self.concurrency = concurrency
        self.cap = cap
        self.models = models
        self.maxAttempts = maxAttempts
        self.results = results
        self.only = only
        self.introduction = introduction
    }
}
