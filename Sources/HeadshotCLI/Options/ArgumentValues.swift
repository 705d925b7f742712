public import ArgumentParser
public import Foundation
public import Ground
public import HeadshotWorker
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

extension Backdrop: ExpressibleByArgument {}

extension Background: ExpressibleByArgument {}

extension Dollars: ExpressibleByArgument {}

extension FenceDemand: ExpressibleByArgument {}

extension JobState: ExpressibleByArgument {}

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
        guard let person = Person(text, in: space) else {
            throw ValidationError(
                "A person's id has 1 to \(Person.maximumBytes) bytes, all of visible characters.")
        }
        self = person
    }
}
