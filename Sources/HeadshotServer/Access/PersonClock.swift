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
    /// The time where a person is: as the person said, else as the space says, else where the machine is.
    func clock(for wishes: Wishes, in settings: SpaceSettings) throws -> PersonClock {
        let named = [wishes.timeZone, settings.timeZone].lazy.compactMap(\.self)
            .compactMap(TimeZone.init(identifier:)).first
        return PersonClock(
            now: configuration.environment.now, zone: try named ?? configuration.timeZone())
    }
}
