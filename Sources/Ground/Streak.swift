public import FoundationEssentials

/// How long a streak lasts after a day that was done; the raw value is stable and stored.
public enum StreakRule: String, Sendable, CaseIterable, Codable {
    /// 24 hours from the moment at which the day was done, to the second.
    case window
    /// Until the end of the next day of the calendar where the person is.
    case calendar
}

/// A day that counts, with the days in a row as they were then.
public struct StreakDay: Sendable, Equatable {
    /// The day, where the person was.
    public let day: LocalDay
    /// When it was done.
    public let done: Date
    /// The time zone in which it was done.
    public let zone: String
    /// The days in a row.
    public var count: Int
    /// How many freezes hold the streak after it.
    public let freezesUsed: Int

    /// Describes a day.
    public init(day: LocalDay, done: Date, zone: String, count: Int, freezesUsed: Int = 0) {
        self.day = day
        self.done = done
        self.zone = zone
        self.count = count
        self.freezesUsed = freezesUsed
    }
}

/// How many days in a row a person has done.
public struct Streak: Sendable, Equatable {
    /// The days in a row, at the last day that was done.
    public var count = 0
    /// When that day was done; `nil` before the first one.
    public var lastDone: Date?
    /// That day, where the person was.
    public var lastDay: LocalDay?
    /// The time zone in which that day was done.
    public var zone: String?
    /// All days that were ever done.
    public var totalDays = 0
    /// The largest count that there ever was.
    public var best = 0
    /// How many freezes hold it since the last day that was done.
    public var freezesUsed = 0
    /// The streak that was over when this one began; `nil` once a second day was done.
    public var lost: Lost?

    /// A streak that was over when the next day was done; freezes can bring it back until another day is done.
    public struct Lost: Sendable, Equatable, Codable {
        /// The days in a row.
        public let count: Int
        /// When the last one was done.
        public let lastDone: Date
        /// That day, where the person was.
        public let lastDay: LocalDay
        /// The time zone in which that day was done.
        public let zone: String?
        /// How many freezes held it.
        public let freezesUsed: Int

        /// Takes a streak; `nil` for one without a day.
        public init?(_ streak: Streak) {
            guard streak.count > 0, let done = streak.lastDone, let day = streak.lastDay else {
                return nil
            }
            count = streak.count
            lastDone = done
            lastDay = day
            zone = streak.zone
            freezesUsed = streak.freezesUsed
        }

        /// Takes the streak of a day.
        public init(_ day: StreakDay) {
            count = day.count
            lastDone = day.done
            lastDay = day.day
            zone = day.zone
            freezesUsed = day.freezesUsed
        }

        /// Reads what was stored; counts and times are clamped.
        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            count = try members.number(.count, in: Int.counts)
            lastDone = try members.decode(Date.self, forKey: .lastDone).clamped
            lastDay = try members.decode(LocalDay.self, forKey: .lastDay)
            zone = try members.decodeIfPresent(String.self, forKey: .zone)
            freezesUsed = try members.number(.freezesUsed, in: Int.counts)
        }
    }

    /// Nothing yet.
    public init() {}
}
