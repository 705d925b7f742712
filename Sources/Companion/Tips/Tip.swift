public import Foundation

/// Something that a person may try on a day or in a week.
public struct Tip: Sendable, Equatable {
    /// Its name for the person.
    public let id: String
    /// Whether it is for a day or for a week.
    public let type: Kind
    /// The day, such as `2026-11-21`, or the week, such as `2026-W47`.
    public let period: String
    /// Its place among those of the period, from 0.
    public let place: Int
    /// When the person did it; `nil` as long as that is open.
    public internal(set) var completed: Date?
    /// What it says.
    public internal(set) var said: Said

    /// How long a tip lasts; the raw value is stable and stored.
    public enum Kind: String, Sendable, CaseIterable {
        /// For a day.
        case short
        /// For a week.
        case long
    }

    /// What a tip says.
    public struct Said: Sendable, Equatable, Codable {
        /// A few words.
        public var title: String
        /// What to do.
        public var body: String
        /// What of a photo it helps.
        public var part: String
        /// Searches for pictures that go with it.
        public var queries: [String]
        /// The provider whose model wrote it; `nil` for one of the space's words.
        public var model: String?

        /// Describes a tip.
        public init(
            title: String, body: String, part: String, queries: [String] = [], model: String? = nil
        ) {
            self.title = title
            self.body = body
            self.part = part
            self.queries = queries
            self.model = model
        }
    }
}
