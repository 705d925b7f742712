import Foundation
import Ground
import JobQueue
import Setup

/// The time where a person is.
struct PersonClock: Sendable {
    let now: Date
    let zone: TimeZone

    /// The person's day.
    var today: LocalDay { LocalDay(of: now, in: zone) }
}

extension Session {
    /// The time where a person is: as the person said, else as the space says, else as the queue's days begin.
    func clock(for wishes: Wishes, in settings: SpaceSettings) async throws -> PersonClock {
        let named = [wishes.timeZone, settings.timeZone].lazy.compactMap(\.self)
            .compactMap(TimeZone.init(identifier:)).first
        let now = configuration.environment.now
        if let named { return PersonClock(now: now, zone: named) }
        return PersonClock(now: now, zone: try await keptLimits.timeZone)
    }
}
