package import Foundation
package import HeadshotWorker
package import JobQueue

/// The services about persons from day to day, and what they share: the queue, the texts of spaces, time and chance.
package struct PersonServices: Sendable {
    package let store: JobStore
    package let texts: SpaceTexts
    /// Time, new names and chance.
    package let environment: WorkerEnvironment
    /// The queue's limits, whose day counts where neither a person nor a space names a time zone.
    package let limits: @Sendable () async throws -> DailyCap

    package init(
        store: JobStore, environment: WorkerEnvironment,
        limits: @escaping @Sendable () async throws -> DailyCap
    ) {
        self.store = store
        texts = SpaceTexts(store: store)
        self.environment = environment
        self.limits = limits
    }

    package var now: Date { environment.now() }

    package func newName() -> String { environment.newName().rawValue }

    /// What a person's plan gives at present.
    package func rules(of person: Person, in settings: SpaceSettings) async throws -> PlanRules {
        if let common = settings.plans.common { return common }
        return settings.plans[try await store.entitlement(of: person).plan(at: now)]
    }

    /// What is shown of the photos and headshots of a person.
    package func shownRules(
        of person: Person, in settings: SpaceSettings
    ) async throws -> ShownRules {
        if let common = settings.plans.common { return ShownRules(common) }
        return ShownRules(
            try await store.entitlement(of: person), by: settings.plans, now: now)
    }

    /// What is shown of the photos and headshots of a space's persons.
    package func shownRules(
        of persons: some Sequence<Person>, in settings: SpaceSettings
    ) async throws -> [Person: ShownRules] {
        var rules: [Person: ShownRules] = [:]
        for person in persons where rules[person] == nil {
            rules[person] = try await shownRules(of: person, in: settings)
        }
        return rules
    }

    /// The time where a person is: as the person said, else where the person was last, else as the space says, else as the
    /// queue's days begin.
    package func clock(
        for wishes: Preferences, in settings: SpaceSettings
    ) async throws -> PersonClock {
        let named = [wishes.timeZone, wishes.seenZone, settings.timeZone].lazy.compactMap(\.self)
            .compactMap(TimeZone.init(identifier:)).first
        let now = now
        if let named { return PersonClock(now: now, zone: named) }
        return PersonClock(now: now, zone: try await limits().timeZone)
    }

    /// Notes where a person is, which decides the person's day where the person has set no time zone.
    package func note(_ zone: TimeZone, of person: Person) async throws {
        let zone = zone.identifier
        // Most requests come from where the one before came from.
        guard try await store.preferences(of: person).seenZone != zone else { return }
        _ = try await store.changePreferences(of: person, now: now) { $0.seenZone = zone }
    }
}

/// A person who uses a space now.
package struct Visitor: Sendable {
    package let person: Person
    package let space: SpaceRecord
    /// Whether a model may be asked for this person, as far as the token decides it.
    package let mayAskModel: Bool

    package init(_ person: Person, in space: SpaceRecord, mayAskModel: Bool) {
        self.person = person
        self.space = space
        self.mayAskModel = mayAskModel
    }

    package var settings: SpaceSettings { space.settings }
}

/// Why something is not done for a person.
package enum PersonProblem: Error, Equatable {
    /// The space does not offer it.
    case featureOff
    /// The person is unknown, or leaves.
    case leaving
    /// There is no such thing, or it is another person's.
    case notFound
    /// What was sent cannot be used, and why.
    case malformed(String)
    /// The streak goes on, or cannot be saved any more.
    case freezeNotNeeded
    /// The person has no freeze that is not used.
    case noFreeze
}
