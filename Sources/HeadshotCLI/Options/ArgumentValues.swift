public import ArgumentParser
public import Foundation
public import HeadshotWorker
public import Isolation
public import JobQueue
public import Logging
public import PromptFactory
import Setup
public import Studio

// The project's and its libraries' types that a person can name on the command line.

extension Angle: ExpressibleByArgument {}

extension Backdrop: ExpressibleByArgument {}

extension Background: ExpressibleByArgument {}

extension Dollars: ExpressibleByArgument {}

extension FenceDemand: ExpressibleByArgument {}

extension JobState: ExpressibleByArgument {}

extension ProviderKind: ExpressibleByArgument {}

extension Style: ExpressibleByArgument {
    /// Takes a style's name, as `left-casual`.
    public init?(argument: String) {
        guard let style = Style.all.first(where: { $0.name == argument }) else { return nil }
        self = style
    }

    /// The names of all styles.
    public static var defaultCompletionKind: CompletionKind { .list(all.map(\.name)) }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

extension TimeSpan: ExpressibleByArgument {}

extension TimeZone: @retroactive ExpressibleByArgument {
    /// Takes the name of a zone, as `Europe/Berlin`.
    public init?(argument: String) {
        self.init(identifier: argument)
    }
}

extension Person {
    /// Takes an id as it was typed; what is none is refused without being repeated, long or unprintable as it may be.
    init(typed text: String) throws {
        guard let person = Person(text) else {
            throw ValidationError(
                "A person's id has 1 to \(Person.maximumBytes) bytes, all of visible characters.")
        }
        self = person
    }
}
