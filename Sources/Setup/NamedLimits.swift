package import Foundation
package import JobQueue

/// The limits that options and settings name; each is nil where neither does.
package struct NamedLimits: Sendable, Equatable {
    package var charges: Int?
    package var spend: Int?
    package var timeZone: TimeZone?

    /// The named limits, and for all others the usual ones.
    func completed(in machinesZone: TimeZone) -> DailyCap {
        DailyCap(
            charges: charges ?? DailyCap.standardCharges, spend: spend,
            timeZone: timeZone ?? machinesZone)
    }

    /// Whether neither options nor settings name any limit.
    package var isEmpty: Bool { self == NamedLimits() }

    /// The limits that differ from a queue's.
    ///
    /// What is not named agrees with everything.
    package func differences(from kept: DailyCap) -> [LimitDifference] {
        var found: [LimitDifference] = []
        if let charges, charges != kept.charges {
            found.append(.charges(named: charges, kept: kept.charges))
        }
        if let spend, spend != kept.spend {
            found.append(.spend(named: spend, kept: kept.spend))
        }
        if let timeZone, timeZone.name != kept.timeZone.name {
            found.append(.timeZone(named: timeZone.name, kept: kept.timeZone.name))
        }
        return found
    }
}

extension TimeZone {
    /// The name for people, the same for all names of universal time.
    package var name: String {
        let isUniversal = ["GMT", "Etc/UTC", "Etc/GMT", "Etc/UCT", "Etc/Universal", "Zulu"]
            .contains(identifier)
        return isUniversal ? "UTC" : identifier
    }
}

/// A limit that options or settings name otherwise than the queue keeps it.
package enum LimitDifference: Sendable, Equatable {
    /// The charges a person a day.
    case charges(named: Int, kept: Int)
    /// The budget, in millionths of a US dollar; the queue may have none.
    case spend(named: Int, kept: Int?)
    /// The zone whose midnight begins the day.
    case timeZone(named: String, kept: String)
}

extension Configuration {
    /// The limits of a queue that has none yet: the named ones, else the usual ones in the machine's time zone.
    package func limitsOfNewQueue(
        _ overrides: CapOverrides = CapOverrides()
    ) throws(SetupError) -> DailyCap {
        let named = try limits(overrides)
        // The machine's may be a rule, which is refused only where it decides.
        guard let zone = named.timeZone else { return named.completed(in: try machinesTimeZone()) }
        return named.completed(in: zone)
    }
}

extension Session {
    /// The limits of the queue.
    ///
    /// Limits that are named are stored in a queue that has none, and throw if the queue keeps others.
    ///
    /// - Parameter stores: Whether the usual limits are also stored, because requests will count by them.
    package func limits(
        _ overrides: CapOverrides = CapOverrides(), stores: Bool = false
    ) async throws -> DailyCap {
        let named = try configuration.limits(overrides)
        var kept = try await store.limits()
        if kept == nil, stores || !named.isEmpty {
            kept = try await store.keepLimits(orElse: configuration.limitsOfNewQueue(overrides))
        }
        guard let kept else { return try configuration.limitsOfNewQueue(overrides) }
        let differences = named.differences(from: kept)
        guard differences.isEmpty else { throw SetupError.otherLimits(differences) }
        return kept
    }

    /// The limits that the queue keeps by now, whatever the settings say.
    package var keptLimits: DailyCap {
        get async throws {
            if let kept = try await store.limits() { return kept }
            return try configuration.limitsOfNewQueue()
        }
    }
}
