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
    private let document: DocumentStream
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
        document = try DocumentStream(
            ["jobs", "scans", "moments", "turns"], isPretty: isPretty
        ) { place -> JSONObject in
            [
                "me": me, "jobs": place("jobs"), "photos": photos, "scans": place("scans"),
                "quiz": quiz, "tips": tips, "moments": place("moments"),
                "turns": place("turns"), "tasks": tasks, "purchases": purchases,
            ]
        }
    }

    /// Writes the document part by part.
    package func write(_ write: (String) async throws -> Void) async throws {
        let store = reader.store
        for var list in document.lists {
            try await write(list.start)
            switch list.name {
            case "jobs":
                try await pages {
                    try await store.jobsAndCharges(
                        JobFilter(person: person), olderThan: $0?.job.id, limit: Self.page)
                } each: { jobs in
                    let now = reader.people.now
                    try await write(
                        list.text(
                            of: jobs.map { JobResource($0.job, $0.charges, by: rules, now: now) }))
                }
            case "scans":
                try await pages {
                    try await store.scans(of: person, before: $0?.id, limit: Self.page)
                } each: { scans in
                    try await write(list.text(of: resources(scans)))
                }
            case "moments":
                try await pages {
                    try await store.moments(of: person, after: $0?.id, limit: Self.page)
                } each: { moments in
                    try await write(list.text(of: resources(moments)))
                }
            default:
                try await pages {
                    try await store.turns(of: person, before: $0?.id, limit: Self.page)
                } each: { turns in
                    let resources = try await TurnReader(reader.people)
                        .resources(turns, of: person, words)
                    try await write(list.text(of: resources))
                }
            }
            try await write(list.end)
        }
        try await write(document.end)
    }

    /// How many entries are read at once.
    private static let page = 200

    /// Reads page after page, each behind the last entry of the one before.
    private func pages<Found>(
        _ read: (Found?) async throws -> [Found], each body: ([Found]) async throws -> Void
    ) async throws {
        var last: Found?
        while true {
            let found = try await read(last)
            guard let end = found.last else { return }
            try await body(found)
            last = end
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
