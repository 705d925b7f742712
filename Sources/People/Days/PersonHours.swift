import Foundation
import Ground

/// The hours in which a person is not disturbed, and hours as a person would say them.
enum PersonHours {
    /// 7 in the morning, in minutes since midnight.
    static let morning = 7 * 60
    /// 8 in the evening.
    static let evening = 20 * 60
    /// 10 in the evening.
    static let night = 22 * 60

    /// Whether a moment of a day is between the morning and the night.
    static func areWaking(at moment: Date, on day: LocalDay, in zone: TimeZone) -> Bool {
        moment >= day.moment(minutes: morning, in: zone)
            && moment < day.moment(minutes: night, in: zone)
    }

    /// Seconds as whole hours: the nearest number, and 1 for less.
    static func rounded(_ seconds: Double) -> Int {
        max(1, Int(clamping: seconds / 3600, rounding: .toNearestOrAwayFromZero))
    }
}
