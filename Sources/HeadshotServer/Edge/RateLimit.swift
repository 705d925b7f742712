import Ground
import Synchronization

/// How often something may happen: a burst, and then a steady rate, counted apart for each key.
///
/// Kept in memory: a restart forgives.
final class RateLimit: Sendable {
    struct Rate: Sendable {
        let burst: Double
        let perSecond: Double
    }

    private struct Bucket {
        let rate: Rate
        var left: Double
        var filled: ContinuousClock.Instant

        mutating func fill(until now: ContinuousClock.Instant) {
            left = min(rate.burst, left + (now - filled) / .seconds(1) * rate.perSecond)
            filled = now
        }
    }

    private struct Buckets {
        var buckets: [String: Bucket] = [:]
        /// From so many buckets on, the full ones are dropped: strangers make up any number of keys.
        var mostBeforeDropping = RateLimit.fewest
    }

    private static let fewest = 1000
    private let state = Mutex(Buckets())

    var count: Int { state.withLock(\.buckets.count) }

    /// Takes one of a key; else returns the seconds until there is one.
    ///
    /// Clock: a restart forgives, and no setting of the time changes the rate; tests pass the time.
    func take(
        for key: String, _ rate: Rate, at now: ContinuousClock.Instant = .now
    ) -> Int? {
        state.withLock { state in
            var bucket =
                state.buckets[key] ?? Bucket(rate: rate, left: rate.burst, filled: now)
            bucket.fill(until: now)
            defer {
                state.buckets[key] = bucket
                if state.buckets.count > state.mostBeforeDropping { Self.drop(&state, now) }
            }
            guard bucket.left >= 1 else {
                let seconds = (1 - bucket.left) / rate.perSecond
                return min(max(1, Int(clamping: seconds, rounding: .up)), 86_400)
            }
            bucket.left -= 1
            return nil
        }
    }

    /// Drops the buckets that are full again: they say nothing.
    private static func drop(_ state: inout Buckets, _ now: ContinuousClock.Instant) {
        state.buckets = state.buckets.compactMapValues { bucket in
            var bucket = bucket
            bucket.fill(until: now)
            return bucket.left < bucket.rate.burst ? bucket : nil
        }
        state.mostBeforeDropping = max(fewest, 2 * state.buckets.count)
    }
}

extension RateLimit.Rate {
    /// The requests of one person: an app's screens at once, and more than a person does.
    static let ofPerson = RateLimit.Rate(burst: 40, perSecond: 20)
    /// The requests with one token: those of several persons at once.
    static let ofToken = RateLimit.Rate(burst: 200, perSecond: 100)
    /// The requests with one token of persons whom the space has not met, so that made-up ones take nothing from those
    /// whom it knows.
    static let ofStrangers = RateLimit.Rate(burst: 40, perSecond: 20)

    /// The new persons with an app's token, of those whom a space may meet a day.
    ///
    /// From one address come a twentieth at once, and a tenth over the day: so no address uses up the day. Where no
    /// address is known, half come at once, and the other half over the day.
    static func newcomers(_ most: Int, fromAddress: Bool) -> RateLimit.Rate {
        let (burst, rest) = fromAddress ? (20.0, 10.0) : (2.0, 2.0)
        return RateLimit.Rate(
            burst: max(5, Double(most) / burst), perSecond: max(5, Double(most) / rest) / 86_400)
    }
}
