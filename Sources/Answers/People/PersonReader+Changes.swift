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
    package func things(
        in changes: [PersonChange], of person: Person, in record: SpaceRecord, since: Date?
    ) async throws -> JSONObject {
        let written = try await since.asyncMap {
            try await store.answeredKeys(of: person, since: $0)
        }
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
        let tips = try await ids[.tip].asyncMap { ids in
            try await store.tips(of: person).filter { ids.contains($0.id) }
        }
        let days = try await ids[.day].asyncMap { days in
            try await store.tasks(of: person).filter { days.contains($0.day.description) }
        }
        // A thing whose tasks are all open again is a day without tasks.
        let open = Set(ids[.day] ?? []).subtracting((days ?? []).map(\.day.description))
        let words = try await people.texts.words(of: record)
        return [
            "moments": words.moments == nil
                ? [] : try await self.moments(moments, of: person, in: record),
            "scans": try await self.scans(
                scans, of: person, by: try await people.rules(of: person, in: record.settings)),
            "turns": try await TurnReader(people).resources(turns, of: person, words),
            "tips": try await self.tips(tips ?? [], of: person),
            "days": (days ?? []).map { ["day": $0.day, "tasks": $0.done] as JSONObject }
                + open.sorted().map { ["day": $0, "tasks": [String: Date]()] as JSONObject },
            "wishes": ids[.wishes] == nil
                ? nil
                : WishesAnswer(
                    wishes: try await store.preferences(of: person), settings: record.settings,
                    words: words,
                    clock: try await people.clock(
                        for: store.preferences(of: person), in: record.settings)),
            "deleted": changes.filter(\.isGone).map(DeletedThing.init),
        ]
    }
}

extension PersonReader {
    /// What questions of a kind are about, by their keys.
    private static func things(of kind: WordsKind, in keys: [String]?) -> [String] {
        (keys ?? []).filter { $0.hasPrefix(kind.key("")) }
            .map { String($0.dropFirst(kind.key("").count)) }
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

extension Optional {
    fileprivate func asyncMap<Value>(
        _ transform: (Wrapped) async throws -> Value
    ) async rethrows -> Value? {
        guard let self else { return nil }
        return try await transform(self)
    }
}
