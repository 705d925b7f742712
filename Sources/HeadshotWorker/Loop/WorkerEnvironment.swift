public import Foundation
import Ground
public import JobQueue

/// Everything that comes from outside, in one value, made in one place of the program.
public struct WorkerEnvironment: Sendable {
    /// The time for the queue and for people.
    public var now: @Sendable () -> Date
    /// The time for what is measured in seconds: it does not stand still, and it cannot be set.
    public var instant: @Sendable () -> ContinuousClock.Instant
    /// Sleeps; throws when the task is cancelled.
    public var pause: @Sendable (Duration) async throws -> Void
    /// A fresh name for a job, a claim or a worker.
    public var newName: @Sendable () -> RandomName
    /// A number from 0 up to 1, to spread retries.
    public var chance: @Sendable () -> Double
    /// Called with every event.
    public var report: @Sendable (WorkerEvent) -> Void

    /// Creates an environment.
    public init(
        now: @escaping @Sendable () -> Date,
        instant: @escaping @Sendable () -> ContinuousClock.Instant,
        pause: @escaping @Sendable (Duration) async throws -> Void,
        newName: @escaping @Sendable () -> RandomName,
        chance: @escaping @Sendable () -> Double,
        report: @escaping @Sendable (WorkerEvent) -> Void
    ) {
        self.now = now
        self.instant = instant
        self.pause = pause
        self.newName = newName
        self.chance = chance
        self.report = report
    }

    /// The time that passes while it sleeps.
    var time: PassingTime {
        PassingTime(
            now: PassingTime.ofMachine.now, block: PassingTime.ofMachine.block, sleep: pause)
    }
}
