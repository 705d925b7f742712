public import JobQueue

/// How a worker works; every value has a default that is right for most.
public struct WorkerSettings: Sendable, Equatable {
    /// How many requests are on their way at once.
    public var concurrency: Int
    /// The cap that every person has.
    public var cap: DailyCap
    /// The model that is asked, by provider; without one the worker chooses from the key's own list, at no higher price
    /// than was told.
    public var models: [String: String]
    /// How often a job is tried when the provider fails with a server error; each try is a charge of its own.
    public var maxAttempts: Int
    /// Where headshots go.
    public var results: String
    /// Whether usual photos are encoded from their own planes, as `PhotoPreparer` explains.
    public var usesPlanes: Bool

    /// How often a job is tried unless said otherwise.
    public static let standardAttempts = 5

    /// Creates settings.
    public init(
        concurrency: Int = 4, cap: DailyCap, models: [String: String],
        maxAttempts: Int = standardAttempts,
        results: String,
        usesPlanes: Bool = true
    ) {
        self.concurrency = concurrency
        self.cap = cap
        self.models = models
        self.maxAttempts = maxAttempts
        self.results = results
        self.usesPlanes = usesPlanes
    }
}
