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
    /// - Parameters:
    ///   - stores: Whether the usual limits are also stored, because requests will count by them.
    ///   - waits: Whether to wait for a queue that takes no writes at present. If not, the first write that it takes
    ///     stores the limits.
    package func limits(stores: Bool = false, waits: Bool = true) async throws -> DailyCap {
        let named = try configuration.limits(cap)
        var kept = try await store.limits()
        if kept == nil, stores || !named.isEmpty {
            kept = try await keep(configuration.limitsOfNewQueue(cap), waits: waits)
        }
        let limits = try kept ?? configuration.limitsOfNewQueue(cap)
        let differences = named.differences(from: limits)
        guard differences.isEmpty else { throw SetupError.otherLimits(differences) }
        if stores { await store.setOwnLimits(limits) }
        return limits
    }

    /// Stores limits, unless the queue has some; returns the queue's, or `nil` if it takes no writes at present and is not
    /// waited for.
    private func keep(_ usual: DailyCap, waits: Bool) async throws -> DailyCap? {
        guard !waits else { return try await store.keepLimits(orElse: usual) }
        do {
            return try await CallPatience.$ofTask.withValue(Self.patienceOfListener) {
                try await store.keepLimits(orElse: usual)
            }
        } catch JobQueueError.readOnly, JobQueueError.unreachable, JobQueueError.busy {
            return nil
        }
    }

    private static let patienceOfListener: Duration = .seconds(1)

    /// The limits that the queue keeps by now, whatever the settings say; in a queue without any, those that this process
    /// would store.
    package var keptLimits: DailyCap {
        get async throws {
            if let kept = try await store.limits() { return kept }
            if let own = await store.ownLimits { return own }
            return try configuration.limitsOfNewQueue(cap)
        }
    }
}
