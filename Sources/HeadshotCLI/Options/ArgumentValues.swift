public import ArgumentParser
public import JobQueue
public import Logging
public import PromptFactory

// The project's and its libraries' types that a person can name on the command line.

extension Angle: ExpressibleByArgument {}

extension Background: ExpressibleByArgument {}

extension JobState: ExpressibleByArgument {}

extension Logger.Level: @retroactive ExpressibleByArgument {}

extension Person: ExpressibleByArgument {
    /// Takes an id as a person typed it.
    public init?(argument: String) {
        self.init(argument)
    }
}
