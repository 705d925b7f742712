public import Foundation

/// A 429 that passes with time.
public struct Cooldown: Sendable, Equatable {
    /// Which of the provider's quotas is used up.
    public enum Scope: String, Sendable, Codable {
        /// Requests or tokens a minute.
        case perMinute
        /// Requests a day.
        case perDay
        /// The answer does not say.
        case unspecified
    }

    /// The longest time that an answer can close the gate, whatever it asks for.
    public static let longest: Duration = .seconds(2 * 24 * 3600)

    /// Which quota is used up; a daily one takes precedence.
    public var scope: Scope
    /// How long the answer asks to wait.
    public var retryDelay: Duration?
    /// The provider's words.
    public var message: ProviderMessage

    /// The moment from which requests may be sent again.
    ///
    /// At least five minutes from now, and as late as the answer asks within ``longest``. A daily quota resets at
    /// the provider's midnight; the delay in its answer counts only from ten minutes on, because "retry in 997
    /// ms" has been seen for an exhausted day.
    public func end(after now: Date) -> Date {
        let wait = min(max(Self.shortest, retryDelay ?? .zero), Self.longest)
        let soonest = now.addingTimeInterval(wait / .seconds(1))
        guard scope == .perDay, (retryDelay ?? .zero) < Self.shortestPlausibleDay else {
            return soonest
        }
        return max(soonest, Self.nextMidnight(after: now))
    }

    private static let shortest: Duration = .seconds(300)

    /// A shorter delay for a daily quota is taken for a per-minute one.
    private static let shortestPlausibleDay: Duration = .seconds(600)

    /// The service's daily quotas reset at midnight Pacific time.
    private static func nextMidnight(after now: Date) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        // Without time zone data on the machine, standard time is used: an hour late in summer.
        if let pacific = TimeZone(identifier: "America/Los_Angeles")
            ?? TimeZone(secondsFromGMT: -8 * 3600)
        {
            calendar.timeZone = pacific
        }
        let midnight = DateComponents(hour: 0, minute: 0, second: 0)
        return calendar.nextDate(after: now, matching: midnight, matchingPolicy: .nextTime)
            ?? now.addingTimeInterval(24 * 3600)
    }
}
