package import Companion
package import Foundation
import HeadshotWorker
package import JobQueue

extension PersonServices {
    /// What people used of the day's places and of the money, and of which kinds and providers.
    ///
    /// - Parameters:
    ///   - space: Only this space's people; `nil` for all.
    ///   - person: Only this person; `nil` for all.
    ///   - cap: With the budget that the sums are compared to.
    package func usage(in space: Space?, of person: Person?, cap: DailyCap, now: Date) async throws
        -> UsageAnswer
    {
        var usage = try await store.usage(
            in: space, of: person, counting: .headshot, cap: cap, now: now)
        // A person who has used nothing also gets an answer.
        if let person, usage[person] == nil { usage[person] = Usage.none }
        return UsageAnswer(
            usage, try await store.usageByKind(in: space, of: person, cap: cap, now: now),
            caps: try await caps(of: person, cap: cap, now: now), cap: cap, now: now)
    }

    /// The most of each kind a day, where it is known; what words a person gets depends on the plan.
    private func caps(
        of person: Person?, cap: DailyCap, now: Date
    ) async throws -> [JobKind: Int] {
        var caps = [JobKind.headshot: cap.charges]
        guard let person, let space = try await store.record(of: person.space) else { return caps }
        let plan = try await store.entitlement(of: person).plan(at: now)
        for kind in WordsKind.allCases { caps[kind.job] = kind.cap(space.settings.plans[plan]) }
        return caps
    }

    /// What is used of the limits of a space as a whole.
    package func usedLimits(of record: SpaceRecord) async throws -> LimitsAnswer {
        LimitsAnswer(
            record.settings.limits,
            ofSpace: try await store.freeWork(
                of: nil, in: record.space, cap: limits(), now: now),
            storedBytes: try await store.storedBytes(of: record.space))
    }

    /// What a person has used of the limits of a space.
    package func usedLimits(
        of person: Person, in record: SpaceRecord
    ) async throws -> LimitsAnswer {
        LimitsAnswer(
            record.settings.limits,
            ofPerson: try await store.freeWork(
                of: person, in: record.space, cap: limits(), now: now))
    }
}
