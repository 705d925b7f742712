public import Foundation

/// The limits of what is free: how much each person, and a space as a whole, can use.
///
/// What costs money has a cap and a budget. What is free has these, or one person could use up the disk and the
/// processors of all. To order is free, too: an order that waits for its cap or budget takes room in the queue.
public struct SpaceLimits: Sendable, Equatable {
    private var chosen: [String: Int] = [:]

    /// A limit; the raw value is stable, stored, and an operator types it.
    public enum Name: String, Sendable, CaseIterable {
        /// Headshots made here and analyses that a person may order a day.
        case freeJobs = "free-jobs"
        /// Headshots by a model that a person may order a day; how many are made is the cap's to say.
        case orders
        /// Photos and scans that a person may hand in a day.
        case uploads
        /// Frames of a camera that a person may send a day.
        case frames
        /// Moments that a person may write a day.
        case moments
        /// Headshots made here and analyses that all persons together may order a day.
        case spaceFreeJobs = "space-free-jobs"
        /// Headshots by a model that all persons together may order a day.
        case spaceOrders = "space-orders"
        /// Photos and scans that all persons together may hand in a day.
        case spaceUploads = "space-uploads"
        /// Frames of a camera that all persons together may send a day.
        case spaceFrames = "space-frames"
        /// Moments that all persons together may write a day.
        case spaceMoments = "space-moments"
        /// Megabytes that the photos of all persons, and what free jobs made of them, may take at once.
        case storage = "storage-mb"

        /// What holds unless an operator says otherwise: a person's limits are more than a day needs, and those of a space
        /// are the limits of a hundred busy persons.
        public var standard: Int {
            switch self {
            case .freeJobs: 60
            case .uploads: 50
            case .frames, .orders: 600
            case .moments: 200
            case .spaceFreeJobs: 6000
            case .spaceUploads: 5000
            case .spaceFrames, .spaceOrders: 60_000
            case .spaceMoments: 20_000
            case .storage: 20_000
            }
        }
    }

    /// Creates the limits that hold unless an operator says otherwise.
    public init() {}

    /// The value of a limit.
    public subscript(name: Name) -> Int {
        get { chosen[name.rawValue] ?? name.standard }
        set { chosen[name.rawValue] = newValue == name.standard ? nil : newValue }
    }

    /// The bytes that photos, and what free jobs made of them, may take.
    package var storedBytes: Int {
        let (bytes, isTooMany) = self[.storage].multipliedReportingOverflow(by: 1_000_000)
        return isTooMany ? .max : bytes
    }

    /// The limits as stored: those that differ from the usual ones.
    var json: String { get throws { try StoredJSON.text(chosen) } }

    /// Reads what ``json`` wrote; a limit that this program does not know is kept.
    init?(json: String) {
        guard let chosen = StoredJSON.value([String: Int].self, json) else { return nil }
        self.chosen = chosen
    }
}

/// A sort of work that costs nothing but this machine's time.
public enum FreeWork: String, Sendable, CaseIterable {
    /// A headshot that is made here, or an analysis.
    case job
    /// An order of a headshot by a model.
    case order
    /// A photo that is handed in, or a scan.
    case upload
    /// A frame of a camera.
    case frame
    /// A moment that is written.
    case moment

    /// Whether it leaves files in the storage of the space.
    package var isStored: Bool {
        switch self {
        case .job, .upload: true
        case .order, .frame, .moment: false
        }
    }

    /// The limit of each person.
    public var ofPerson: SpaceLimits.Name {
        switch self {
        case .job: .freeJobs
        case .order: .orders
        case .upload: .uploads
        case .frame: .frames
        case .moment: .moments
        }
    }

    /// The limit of the space as a whole.
    public var ofSpace: SpaceLimits.Name {
        switch self {
        case .job: .spaceFreeJobs
        case .order: .spaceOrders
        case .upload: .spaceUploads
        case .frame: .spaceFrames
        case .moment: .spaceMoments
        }
    }
}

/// The free work that a day allows in a space.
public struct FreeAllowance: Sendable {
    /// The limits.
    public let limits: SpaceLimits
    /// The provider whose jobs are free.
    let provider: String
    /// The day, in the time zone of the cap.
    package let day: String
    /// Seconds until the next day begins.
    package let rest: Int

    /// Creates the allowance of the day of a moment.
    ///
    /// - Parameter provider: The provider whose jobs are free.
    public init(_ limits: SpaceLimits, provider: String, cap: DailyCap, now: Date) {
        self.limits = limits
        self.provider = provider
        day = cap.day(of: now)
        rest = max(1, Int(cap.nextDay(after: now).timeIntervalSince(now).rounded(.up)))
    }
}

extension LimitReached {
    /// The limit.
    public var name: SpaceLimits.Name { SpaceLimits.Name(rawValue: limit) ?? .storage }

    package init(name: SpaceLimits.Name, most: Int, retryAfter: Int?) {
        self.init(limit: name.rawValue, most: most, retryAfter: retryAfter)
    }

    /// The quota of a space's files.
    package static func storage(_ limits: SpaceLimits) -> LimitReached {
        LimitReached(name: .storage, most: limits[.storage], retryAfter: nil)
    }
}
