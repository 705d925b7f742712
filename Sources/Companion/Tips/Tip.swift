package import Foundation

/// Something that a person may try on a day or in a week.
package struct Tip: Sendable, Equatable {
    /// Its name for the person.
    package let id: String
    /// Whether it is for a day or for a week.
    package let type: Kind
    /// The day, such as `2026-11-21`, or the week, such as `2026-W47`.
    package let period: String
    /// Its place among those of the period, from 0.
    package let place: Int
    /// When the person did it; `nil` as long as that is open.
    package internal(set) var completed: Date?
    package internal(set) var said: Said

    /// How long a tip lasts; the raw value is stable and stored.
    package enum Kind: String, Sendable, CaseIterable {
        /// For a day.
        case short
        /// For a week.
        case long
    }

    package struct Said: Sendable, Equatable, Codable {
        /// A few words.
        package var title: String
        /// What to do.
        package var body: String
        /// What of a photo it helps.
        package var part: String
        /// Searches for pictures that go with it.
        package var queries: [String] = []
        /// The provider whose model wrote it; `nil` for one of the space's words.
        package var model: String?
    }
}
