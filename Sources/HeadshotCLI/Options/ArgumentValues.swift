import Answers
public import ArgumentParser
public import Foundation
public import Ground
public import HeadshotWorker
package import Invites
public import Isolation
public import JobQueue
public import Logging
public import PromptFactory
package import Setup

// Types of the project and its libraries that users can name on the command line.

extension Access.Holder: ExpressibleByArgument {}

extension Access.Scope: ExpressibleByArgument {}

extension Angle: ExpressibleByArgument {}

extension AddressRange: ExpressibleByArgument {
    /// Parses an address or a range of them.
    package init?(argument: String) { self.init(argument) }
}

extension HeaderName: ExpressibleByArgument {
    /// Parses the name of a header.
    package init?(argument: String) { self.init(argument) }
}

extension Backdrop: ExpressibleByArgument {}

extension Background: ExpressibleByArgument {}

extension Dollars: ExpressibleByArgument {}

extension FenceDemand: ExpressibleByArgument {}

extension InviteState: ExpressibleByArgument {
    /// Parses the name of a state, such as `photo_handed_in`.
    package init?(argument: String) {
        guard let state = Self.allCases.first(where: { $0.name == argument }) else { return nil }
        self = state
    }

    /// The names of all states.
    package static var allValueStrings: [String] { allCases.map(\.name) }

    /// The names of all states.
    package static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension JobState: ExpressibleByArgument {}

extension KeepingTime: ExpressibleByArgument {
    /// Completes the one value that is a word.
    package static var defaultCompletionKind: CompletionKind { .list([forever]) }
}

extension ListenAddress: ExpressibleByArgument {
    /// Parses an address to listen on.
    package init?(argument: String) { self.init(argument) }
}

extension ProviderKind: ExpressibleByArgument {}

extension Space: ExpressibleByArgument {
    /// Parses a space's name.
    public init?(argument: String) { self.init(argument) }
}

extension SpacePreset: ExpressibleByArgument {}

extension SpaceSettings.Feature: ExpressibleByArgument {}

extension StreakRule: ExpressibleByArgument {}

extension SpaceSettings.HardMoments: ExpressibleByArgument {}

extension Style: ExpressibleByArgument {
    /// Parses a style's name, such as `left-casual`.
    public init?(argument: String) {
        guard let style = Style.all.first(where: { $0.name == argument }) else { return nil }
        self = style
    }

    /// The names of all styles.
    public static var defaultCompletionKind: CompletionKind { .list(all.map(\.name)) }
}

extension LogFormat: ExpressibleByArgument {}

extension Logger.Level: @retroactive ExpressibleByArgument {}

extension TimeSpan: ExpressibleByArgument {}

extension TimeZone: @retroactive ExpressibleByArgument {
    /// Parses the name of a time zone, such as `Europe/Berlin`.
    public init?(argument: String) {
        self.init(named: argument)
    }
}

extension Person {
    /// Parses a typed id; an invalid id is refused without echoing it.
    init(typed text: String, in space: Space = .commandLine) throws {
        guard let person = Person(named: text, in: space) else {
            throw UsageError(
                "A person's id has 1 to \(Person.maximumBytes) bytes, all of visible characters.")
        }
        self = person
    }
}

/// A time before which a job may not be claimed: a moment, or the next occurrence of a time of day.
enum NotBefore: Equatable, Sendable {
    case moment(Date)
    case clock(hour: Int, minute: Int)

    /// The moment, counted from now.
    func date(after now: Date, in timeZone: TimeZone) -> Date? {
        switch self {
        case .moment(let date): return date
        case .clock(let hour, let minute):
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = timeZone
            return calendar.nextDate(
                after: now, matching: DateComponents(hour: hour, minute: minute, second: 0),
                matchingPolicy: .nextTime)
        }
    }
}

extension NotBefore: ExpressibleByArgument {
    /// Parses `2026-11-22T09:00:00+01:00` or `09:00`.
    init?(argument: String) {
        if let date = try? Date(argument, strategy: .iso8601), Date.acceptable.contains(date) {
            self = .moment(date)
            return
        }
        guard let parts = argument.wholeMatch(of: /([0-9]{1,2}):([0-9]{2})/),
            let hour = Int(digits: parts.1, in: 0...23),
            let minute = Int(digits: parts.2, in: 0...59)
        else { return nil }
        self = .clock(hour: hour, minute: minute)
    }
}

extension LocalDay: ExpressibleByArgument {
    /// Parses `2026-11-21`.
    public init?(argument: String) { self.init(argument) }

    /// The moments of the day in a zone; none for a day that the zone skipped.
    func moments(in timeZone: TimeZone) -> Range<Date> {
        start(in: timeZone)..<end(in: timeZone)
    }
}
