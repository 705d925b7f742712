package import Companion
package import Foundation
import Ground
import HeadshotWorker
package import JobQueue
import People

extension PersonReader {
    /// What was added, changed and removed of a person, and what models have written meanwhile.
    ///
    /// - Parameters:
    ///   - changes: The changes, in their order.
    ///   - since: When the caller asked last; `nil` for the first time.
    ///   - knowsState: Whether the caller has the person's ``planAndStreak(of:in:)`` as they are.
    package func things(
        in changes: [PersonChange], of person: Person, in record: SpaceRecord, since: Date?,
        knowsState: Bool
    ) async throws -> JSONObject {
        var written: [String] = []
        if let since { written = try await store.endedKeys(of: person, since: since) }
        let ids = Dictionary(grouping: changes.filter { !$0.isGone }, by: \.sort)
            .mapValues { $0.map(\.id) }
        var moments: [Moment] = []
        for id in ids[.moment] ?? [] {
            if let moment = try await store.moment(id, of: person) { moments.append(moment) }
        }
        for client in Self.things(of: .praise, in: written) {
            guard let moment = try await store.moment(of: person, client: client),
                !moments.contains(where: { $0.id == moment.id })
            else { continue }
            moments.append(moment)
        }
        var scans: [Scan] = []
        for id in Set((ids[.scan] ?? []) + Self.things(of: .coachSummary, in: written)).sorted() {
            if let scan = try await store.scan(id, of: person) { scans.append(scan) }
        }
        var turns: [Turn] = []
        for id in ids[.turn] ?? [] {
            if let turn = try await store.turn(id, of: person) { turns.append(turn) }
        }
        for client in Self.things(of: .liveTurn, in: written) {
            guard let turn = try await store.turn(of: person, client: client),
                !turns.contains(where: { $0.id == turn.id })
            else { continue }
            turns.append(turn)
        }
        let tips = try await tips(ids[.tip] ?? [], written, of: person)
        let days = try await routineDays(ids[.day] ?? [], of: person)
        let words = try await people.texts.words(of: record)
        let summaries = try await summaries(of: moments, written, of: person, words)
        let saysMore = ids[.wishes] != nil
        let hasMatch = !Self.things(of: .celebrity, in: written).isEmpty
        let isKnown = knowsState && !saysMore && !hasMatch
        let me: JSONObject? = isKnown ? nil : try await self.me(person, in: record)
        let quiz: QuizResource? = saysMore ? try await self.quiz(of: person, in: record) : nil
        return [
            "moments": words.moments == nil
                ? [] : try await self.moments(moments, of: person, in: record),
            "summaries": summaries,
            "scans": try await self.scans(
                scans, of: person, by: try await people.rules(of: person, in: record.settings)),
            "turns": try await TurnReader(people).resources(turns, of: person, words),
            "tips": try await self.tips(tips, of: person),
            "days": days,
            "wishes": saysMore
                ? WishesAnswer(
                    wishes: try await store.preferences(of: person), settings: record.settings,
                    words: words,
                    clock: try await people.clock(
                        for: store.preferences(of: person), in: record.settings)) : nil,
            "quiz": quiz, "me": me,
            "deleted": changes.filter(\.isGone).map(DeletedThing.init),
        ]
    }

    /// The plan and the streak of a person, which change as time passes, also where nothing is written.
    package func planAndStreak(
        of person: Person, in record: SpaceRecord
    ) async throws -> JSONObject {
        let entitlement = try await store.entitlement(of: person).best(at: people.now)
        return [
            "plan": entitlement.plan, "expires": entitlement.expires,
            "streak": try await streak(of: person, in: record),
        ]
    }

    /// Some tips, and those of the periods for which models have written.
    private func tips(
        _ ids: [String], _ written: [String], of person: Person
    ) async throws -> [Tip] {
        var tips: [String: Tip] = [:]
        for id in ids {
            if let tip = try await store.tip(id, of: person) { tips[id] = tip }
        }
        for type in Tip.Kind.allCases {
            for thing in Self.things(of: type.words, in: written) {
                let period = String(thing.prefix { $0 != "/" })
                for tip in try await store.tips(of: person, type, for: period)
                where tip.thing == thing { tips[tip.id] = tip }
            }
        }
        return tips.values.sorted { $0.isListed(before: $1) }
    }

    /// Days of tasks as they are now; one whose tasks are all open again has none.
    private func routineDays(
        _ names: [String], of person: Person
    ) async throws -> [RoutineHistoryAnswer] {
        let days = names.compactMap { LocalDay($0) }.sorted(by: >)
        guard let first = days.last, let last = days.first else { return [] }
        let kept = try await store.routineDays(of: person, from: first, to: last)
        let known = Dictionary(uniqueKeysWithValues: kept.map { ($0.day, $0) })
        return days.map { RoutineHistoryAnswer(known[$0] ?? RoutineHistoryDay($0)) }
    }

    /// The days of some moments, and those that models have summed up.
    private func summaries(
        of moments: [Moment], _ written: [String], of person: Person, _ words: Words
    ) async throws -> [DayResource] {
        guard let words = words.moments else { return [] }
        let summedUp = Self.things(of: .daySummary, in: written).compactMap { thing in
            LocalDay(String(thing.prefix { $0 != "/" }))
        }
        var days: [MomentDay] = []
        for day in Set(moments.map(\.day) + summedUp).sorted(by: >) {
            let last = try await store.momentDays(
                of: person, before: day.adding(days: 1), limit: 1, most: DayResource.bullets,
                asked: WordsKind.praise.key("")
            ).first
            if let last, last.day == day { days.append(last) }
        }
        return try await resources(days, of: person, words)
    }

    /// What questions of a kind are about, by their keys.
    private static func things(of kind: WordsKind, in keys: [String]) -> [String] {
        keys.filter { $0.hasPrefix(kind.key("")) }.map { String($0.dropFirst(kind.key("").count)) }
    }
}

/// A thing that was removed.
private struct DeletedThing: Encodable {
    let sort: String
    let id: String
    let clientId: String?

    init(_ change: PersonChange) {
        sort = change.sort.rawValue
        id = change.id
        clientId = change.client
    }
}
