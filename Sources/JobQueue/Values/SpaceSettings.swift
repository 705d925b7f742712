public import Foundation

/// What an operator sets for a space.
public struct SpaceSettings: Sendable, Equatable {
    /// The provider of its headshots, unless an order names another.
    public var provider: String
    /// The most that its charges may cost a day, in millionths of a US dollar; `nil` is no limit.
    public var budget: Int?
    /// The most persons a day that were not seen before: each brings a cap of its own.
    public var newPersons: Int

    /// More than a small app has, and few enough that invented persons stay cheap.
    public static let usualNewPersons = 1000

    /// Creates settings.
    public init(provider: String, budget: Int? = nil, newPersons: Int = usualNewPersons) {
        self.provider = provider
        self.budget = budget
        self.newPersons = newPersons
    }
}

/// What the queue knows of a space.
public struct SpaceRecord: Sendable, Equatable {
    /// The space.
    public let space: Space
    /// What the operator set.
    public let settings: SpaceSettings
    /// Where it is told of jobs that ended; `nil` for nowhere.
    public let webhook: Webhook?
    /// When it was added.
    public let created: Date
}
