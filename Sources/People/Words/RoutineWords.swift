/// The tasks of a day, and the lines about them.
public struct RoutineWords: Codable, Sendable, Equatable {
    /// The tasks; a day is done with the last of them.
    public var tasks: [Task]
    /// Sentences for a day that is done, in turn.
    public var insights: [Insight]
    /// Whether insights that claim something about health are shown.
    public var makesHealthClaims: Bool
    /// Said once a streak is over, with `{best}` and what is counted by it, as in `{best} {day|days}`.
    public var lapsed: String
    /// What reminders say.
    public var reminders: Reminders

    /// One task.
    public struct Task: Codable, Sendable, Equatable {
        /// Its stable name, part of a URL: small letters and hyphens.
        public var id: String
        /// What it is called.
        public var title: String
    }

    /// A sentence for a day that is done.
    public struct Insight: Codable, Sendable, Equatable {
        /// The sentence.
        public var text: String
        /// Whether it claims something about health; such a one is shown only where the space allows it.
        public var isHealthClaim: Bool?
    }

    /// What reminders say.
    public struct Reminders: Codable, Sendable, Equatable {
        /// The reminder of a day.
        public var daily: Daily
        /// The reminder that a streak is about to end.
        public var atRisk: AtRisk

        /// A title, and a body for those who have hours and for those who have less than half of one.
        public struct AtRisk: Codable, Sendable, Equatable {
            /// Shown first.
            public var title: String
            /// With `{hours}`, which is 1 or more, and `{hour|hours}`.
            public var body: String
            /// Without a number.
            public var bodySoon: String
        }

        /// A title, and a body for those with and without a streak.
        public struct Daily: Codable, Sendable, Equatable {
            /// Shown first.
            public var title: String
            /// Without a number.
            public var body: String
            /// With `{days}`.
            public var bodyWithStreak: String
        }
    }

    /// The insights that are shown.
    public var toldInsights: [String] {
        insights.filter { makesHealthClaims || $0.isHealthClaim != true }.map(\.text)
    }
}
