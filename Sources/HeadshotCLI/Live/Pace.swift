import Answers
import Foundation
import Ground
import JobQueue

/// How fast the jobs of a queue end, as seen since a display began.
struct Pace: Equatable, Sendable {
    /// How many jobs have ended since.
    let ended: Int
    /// How many are still to end.
    let left: Int
    /// Seconds since then.
    let elapsed: TimeInterval

    /// `12 of 60 done, 9 a minute, about 5 min left`; `nil` until enough jobs have ended to say so.
    ///
    /// Jobs that wait for a limit take longer than the pace says, and so do those that are due later.
    var words: String? {
        guard ended >= Self.fewest, elapsed >= Self.shortest, left > 0 else { return nil }
        let perMinute = Double(ended) / elapsed * 60
        let rate =
            perMinute >= 10
            ? "\(Int(clamping: perMinute, rounding: .toNearestOrEven))"
            : "\((perMinute * 10).rounded() / 10)"
        let rest = TimeWords.span(Double(left) / Double(ended) * elapsed)
        return "\(ended) of \(ended.addingClamped(left)) done, \(rate) a minute, about \(rest) left"
    }

    private static let fewest = 3
    /// In seconds.
    private static let shortest = 5.0
}

/// Counts the jobs that end while a display runs.
struct PaceKeeper {
    private var start: (moment: Date, ended: Int)?

    /// The pace by now; the first call begins.
    mutating func pace(_ counts: [JobState: Int], now: Date) -> Pace? {
        guard !counts.isEmpty else { return nil }
        let ended = counts.filter(\.key.hasEnded).values.reduce(0, +)
        let left = counts.filter { !$0.key.hasEnded }.values.reduce(0, +)
        // A count that shrinks was pruned, and a clock that was set back has no pace.
        guard let start, start.ended <= ended, start.moment <= now else {
            self.start = (now, ended)
            return nil
        }
        return Pace(
            ended: ended - start.ended, left: left, elapsed: now.timeIntervalSince(start.moment))
    }
}
