public import Foundation

/// How long a space keeps what ended jobs leave, in seconds; `nil` is until somebody removes it.
public struct Keeping: Sendable, Equatable {
    /// Something that is kept for a while; the raw value is stable and stored.
    public enum Part: String, Sendable, CaseIterable {
        /// The files that jobs made, with those beside them.
        case headshots
        /// The photos of jobs and of scans.
        case photos
        /// The jobs themselves, with all that is named after them; charges stay.
        case jobs
    }

    private var seconds: [Part: Int] = [:]

    /// Creates a rule that keeps everything.
    public init() {}

    /// For how many seconds a part is kept after its job has ended, or its scan was made.
    public subscript(part: Part) -> Int? {
        get { seconds[part] }
        set { seconds[part] = newValue }
    }

    /// Whether nothing is ever removed.
    public var isForGood: Bool { seconds.isEmpty }

    /// What ended before this time is not kept any longer; `nil` if all of it is.
    public func bound(of part: Part, now: Date) -> Date? {
        self[part].map { now - TimeInterval($0) }
    }

    /// The least that can be set: a photo that was handed in may be ordered from for a day.
    public static let least = 86_400

    /// For how long a new space keeps photos unless its operator says otherwise: 90 days.
    public static let usualPhotos = 90 * 86_400
}

/// The rules of all spaces that remove something by its age.
public struct KeepingRules: Sendable, Equatable {
    /// The rules, in the order of the spaces' names.
    public let spaces: [(space: Space, keeping: Keeping)]

    /// Whether two have the same rules.
    public static func == (one: KeepingRules, other: KeepingRules) -> Bool {
        one.spaces.elementsEqual(other.spaces, by: ==)
    }
}

/// What is removed next of a part, and when.
public struct NextRemoval: Sendable, Equatable {
    /// The space.
    public let space: Space
    /// What is removed.
    public let part: Keeping.Part
    /// From when on it is not kept any longer.
    public let date: Date

    /// Creates the news of a removal.
    public init(space: Space, part: Keeping.Part, date: Date) {
        self.space = space
        self.part = part
        self.date = date
    }
}
