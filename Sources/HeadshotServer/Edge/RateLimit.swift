import Synchronization

/// How often each token may be used: a burst, and then a steady rate.
///
/// Kept in memory: a restart forgives.
final class RateLimit: Sendable {
    private struct Bucket {
        var left: Double
        var filled: ContinuousClock.Instant
    }

    /// Requests a second in the long run.
    private static let perSecond = 20.0
    /// Requests at once.
    private static let burst = 40.0

    private let buckets = Mutex<[String: Bucket]>([:])

    /// Takes a place for a request; else returns the seconds until there is one.
    func take(for token: String, at now: ContinuousClock.Instant = .now) -> Int? {
        buckets.withLock { buckets in
            var bucket = buckets[token] ?? Bucket(left: Self.burst, filled: now)
            let gained = (now - bucket.filled) / .seconds(1) * Self.perSecond
            bucket.left = min(Self.burst, bucket.left + gained)
            bucket.filled = now
            defer { buckets[token] = bucket }
            guard bucket.left >= 1 else {
                return max(1, Int(((1 - bucket.left) / Self.perSecond).rounded(.up)))
            }
            bucket.left -= 1
            return nil
        }
    }
}
