package import Foundation
package import Ground
package import JobQueue

/// A person's day of tasks, and the days before it.
package struct Routine: Sendable, Equatable {
    /// The tasks of the day that are done, and when.
    package var done: [String: Date]
    /// The days in a row.
    package var streak: Streak
    /// The freezes that the person has not used.
    package var freezes: Int
}
