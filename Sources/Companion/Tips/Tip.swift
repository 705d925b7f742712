package import Foundation
import Ground
import JobQueue

/// Where a page of done tips ended.
package struct TipPosition: Sendable, Equatable {
    let completed: Date
    let id: String

    /// The position of a tip that is done.
    package init?(_ tip: Tip) {
        guard let completed = tip.completed else { return nil }
        (self.completed, id) = (completed, tip.id)
    }

    /// Reads what ``text`` wrote; `nil` for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2,
            let milliseconds = Int(digits: parts[0], in: 0...999_999_999_999_999),
            (1...32).contains(parts[1].utf8.count)
        else { return nil }
        (completed, id) = (Date(milliseconds: Int64(clamping: milliseconds)), String(parts[1]))
    }

    /// For a client to send back.
    package var text: String { "\(completed.milliseconds).\(id)" }
}

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
    package internal(set) var row = RowPlace()

    /// How long a tip lasts; the raw value is stable and stored.
    package enum Kind: String, Sendable, CaseIterable {
        /// For a day.
        case short
        /// For a week.
        case long
    }

    /// What a model is asked about: the period, and the scan that a day's tips were chosen by.
    package var thing: String {
        Self.thing(of: period, after: type == .short ? said.scans?.first : nil)
    }

    /// Whether it comes first in lists: the newest period does.
    package func isListed(before other: Tip) -> Bool {
        guard row.time == other.row.time else { return row.time ?? 0 > other.row.time ?? 0 }
        return (type.rawValue, place, id) < (other.type.rawValue, other.place, other.id)
    }

    static func thing(of period: String, after scan: String?) -> String {
        scan.map { "\(period)/\($0)" } ?? period
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
        /// The scans that it was chosen by; `nil` for a tip that suits everyone.
        package var scans: [String]?
    }
}
