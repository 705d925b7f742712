package import Foundation
package import Ground

/// The time where a person is.
package struct PersonClock: Sendable {
    package let now: Date
    package let zone: TimeZone

    /// The person's day.
    package var today: LocalDay { LocalDay(of: now, in: zone) }
}
