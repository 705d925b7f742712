import Companion
import Foundation
import HeadshotWorker
package import JobQueue
import People

/// All that is kept of a person, as one JSON document; headshots and photos are behind the links.
///
/// What there may be any number of is read while it is written.
package struct PersonExport: Sendable {
    private let reader: PersonReader
    private let person: Person
    /// The lists that follow.
    private var lists: ArraySlice<DocumentStream.List>
    /// What follows them; `nil` once it was returned.
    private var end: String?
    /// The list that is being written, with the last entry of it.
    private var list: DocumentStream.List?
    private var lastJob: JobID?
    private var lastID: String?
    private let rules: PlanRules
    private let words: Words
    private let moments: MomentWords
    private let wishes: Preferences

    /// Reads what the document begins with.
    ///
    /// - Parameter isPretty: Whether it has several lines.
    package init(
        of person: Person, in record: SpaceRecord, _ reader: PersonReader, isPretty: Bool
    ) async throws {
        let (store, people) = (reader.store, reader.people)
        self.reader = reader
        self.person = person
        let words = try await people.texts.words(of: record)
        self.words = words
        guard let moments = words.moments else { throw PersonProblem.featureOff }
        self.moments = moments
        let rules = try await people.rules(of: person, in: record.settings)
        self.rules = rules
        wishes = try await store.preferences(of: person)
        let me = try await reader.me(person, in: record)
        let photos = try await store.uploads(of: person).map { try PhotoResource($0, by: rules) }
        let quiz = try await reader.quiz(of: person, in: record)
        let tips = try await reader.tips(of: person)
        // The tasks that were done, by day.
        let tasks = try await store.tasks(of: person).map { day -> JSONObject in
            ["day": day.day, "tasks": day.done]
        }
        let purchases = try await store.purchases(of: person).map { bought -> JSONObject in
            [
                "store": bought.store, "product": bought.product,
                "plan": bought.entitlement.plan, "expires": bought.entitlement.expires,
            ]
        }
        let document = try DocumentStream(
            ["jobs", "scans", "moments", "turns"], isPretty: isPretty
        ) { place -> JSONObject in
            [
                "me": me, "jobs": place("jobs"), "photos": photos, "scans": place("scans"),
                "quiz": quiz, "tips": tips, "moments": place("moments"),
                "turns": place("turns"), "tasks": tasks, "purchases": purchases,
            ]
        }
        lists = document.lists[...]
        end = document.end
    }

    /// The next part of the document; `nil` after the last.
    package mutating func next() async throws -> String? {
        guard var list else {
            guard let first = lists.popFirst() else {
                defer { end = nil }
                return end
            }
            (self.list, lastJob, lastID) = (first, nil, nil)
            return first.start
        }
        let page = try await nextPage(&list)
        self.list = page == nil ? nil : list
        return page ?? list.end
    }

    /// How many entries are read at once.
    private static let page = 200

    /// The next entries of a list; `nil` after the last.
    private mutating func nextPage(_ list: inout DocumentStream.List) async throws -> String? {
        let store = reader.store
        switch list.name {
        case "jobs":
            let found = try await store.jobsAndCharges(
                JobFilter(person: person), olderThan: lastJob, limit: Self.page)
            guard let last = found.last else { return nil }
            lastJob = last.job.id
            let now = reader.people.now
            return try list.text(
                of: found.map { JobResource($0.job, $0.charges, by: rules, now: now) })
        case "scans":
            let found = try await store.scans(of: person, before: lastID, limit: Self.page)
            guard let last = found.last else { return nil }
            lastID = last.id
            return try list.text(of: await resources(found))
        case "moments":
            let found = try await store.moments(of: person, after: lastID, limit: Self.page)
            guard let last = found.last else { return nil }
            lastID = last.id
            return try list.text(of: await resources(found))
        default:
            let found = try await store.turns(of: person, before: lastID, limit: Self.page)
            guard let last = found.last else { return nil }
            lastID = last.id
            return try list.text(
                of: await TurnReader(reader.people).resources(found, of: person, words))
        }
    }

    private func resources(_ moments: [Moment]) async throws -> [MomentResource] {
        let help = HelpFinder(words, wishes)
        let replies = try await reader.people.replies(
            to: .praise, about: moments.map(\.client), of: person)
        return moments.map {
            MomentResource($0, replies[WordsKind.praise.key($0.client)], self.moments, help)
        }
    }

    private func resources(_ scans: [Scan]) async throws -> [ScanResource] {
        let replies = try await reader.people.replies(
            to: .coachSummary, about: scans.map(\.id), of: person)
        return try scans.map {
            try ScanResource($0, replies[WordsKind.coachSummary.key($0.id)], by: rules)
        }
    }
}
