public import Foundation
public import Ground

/// What an operator sets for a space.
public struct SpaceSettings: Sendable, Equatable {
    /// The provider of its headshots, unless an order names another.
    public var provider: String
    /// The most that its charges may cost a day, in millionths of a US dollar; `nil` for no limit.
    public var budget: Int?
    /// The most that all its charges may ever cost together, in millionths of a US dollar; `nil` for no limit.
    public var totalBudget: Int?
    /// The most persons a day that were not seen before: each brings another cap.
    public var newPersons = usualNewPersons
    /// What its persons can use.
    public var features = Feature.usual
    /// What each plan gives.
    public var plans = PlanTable()
    /// Whether photos stay once no job needs them; if not, scans leave no photo at all.
    public var keepsPhotos = true
    /// Whether photos that are too large are made smaller here; if not, they are refused.
    public var shrinksPhotos = false
    /// The sort of app, whose texts it uses unless it has its own.
    public var preset = SpacePreset.headshots
    /// Where its persons are unless they say so, as a name of the IANA's list; `nil` is where the machine is.
    public var timeZone: String?
    /// How long a streak lasts.
    public var streak = StreakRule.calendar
    /// Whether the shown score of a scan varies by chance.
    public var variesScores = false
    /// Who writes to moments that are hard, unclear, or of a recovery.
    public var hardMoments = HardMoments.local
    /// Whether nothing of a person goes to a model before the person agrees.
    public var asksBeforeModels = false
    /// How much of what is free its persons can use.
    public var limits = SpaceLimits()
    /// How long what its ended jobs leave is kept.
    public var keeping = Keeping()

    /// Who writes to moments that are anything but a plain win; the raw value is stable, stored, and an operator types it.
    public enum HardMoments: String, Sendable, CaseIterable {
        /// A model, as to wins, where the person allows it; never to words that may speak of danger.
        case models
        /// This machine alone: the words go to no model.
        case local
    }

    /// Something that a space can offer; the raw value is stable and stored.
    public enum Feature: String, Sendable, CaseIterable {
        /// Photos, orders and headshots.
        case headshots
        /// Photos that are rated at once.
        case scans
        /// Questions at the beginning, and a preview of what comes.
        case quiz
        /// What is known of a person from the quiz, the scans and the person.
        case profile
        /// What a person may try, for today and for a week.
        case tips
        /// Somebody who is known for the person's style.
        case celebrity
        /// What a coach says about a scan.
        case coach
        /// What a coach says in front of a camera.
        case live
        /// Small wins, and praise for them.
        case moments
        /// Tasks of a day, and a streak.
        case routine
        /// Reminders of the tasks of a day, which another program sends.
        case reminders

        /// What a space offers unless an operator says otherwise.
        public static let usual: Set<Feature> = [.headshots, .scans]
    }

    /// More than a small app has, and few enough that invented persons stay cheap.
    public static let usualNewPersons = 1000

    /// Creates the settings that hold unless an operator says otherwise.
    public init(provider: String, budget: Int? = nil) {
        self.provider = provider
        self.budget = budget
    }
}

extension SpaceRecord {
    /// The space as its pages use it: they take any photo that can be made smaller, whatever apps may send.
    package var ofPages: SpaceRecord {
        var settings = settings
        settings.shrinksPhotos = true
        return SpaceRecord(space: space, settings: settings, webhook: webhook, created: created)
    }
}

/// What the queue knows of a space.
public struct SpaceRecord: Sendable, Equatable {
    /// The space.
    public let space: Space
    /// What the operator set.
    public let settings: SpaceSettings
    /// Where its ended jobs are reported; `nil` for nowhere.
    public let webhook: Webhook?
    /// When it was added.
    public let created: Date

    /// The command line's own space, of which the queue keeps no settings.
    public static let commandLine = SpaceRecord(
        space: .commandLine, settings: SpaceSettings(provider: ""), webhook: nil,
        created: .distantPast)
}
