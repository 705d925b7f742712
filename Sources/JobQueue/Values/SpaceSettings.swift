public import Foundation

/// What an operator sets for a space.
public struct SpaceSettings: Sendable, Equatable {
    /// The provider of its headshots, unless an order names another.
    public var provider: String
    /// The most that its charges may cost a day, in millionths of a US dollar; `nil` is no limit.
    public var budget: Int?
    /// The most persons a day that were not seen before: each brings a cap of its own.
    public var newPersons: Int
    /// What its persons can use.
    public var features: Set<Feature>
    /// What each plan gives.
    public var plans: PlanTable
    /// Whether photos stay once no job needs them; if not, scans leave no photo at all.
    public var keepsPhotos: Bool

    /// Something that a space can offer; the raw value is stable and stored.
    public enum Feature: String, Sendable, CaseIterable {
        /// Photos, orders and headshots.
        case headshots
        /// Photos that are rated at once.
        case scans
    }

    /// More than a small app has, and few enough that invented persons stay cheap.
    public static let usualNewPersons = 1000

    /// Creates settings.
    public init(
        provider: String, budget: Int? = nil, newPersons: Int = usualNewPersons,
        features: Set<Feature> = Set(Feature.allCases), plans: PlanTable = PlanTable(),
        keepsPhotos: Bool = true
    ) {
        self.provider = provider
        self.budget = budget
        self.newPersons = newPersons
        self.features = features
        self.plans = plans
        self.keepsPhotos = keepsPhotos
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
