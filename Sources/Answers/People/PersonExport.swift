import Companion
import Foundation
import HeadshotWorker
import Invites
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
    private var lastMoment: MomentPlace?
    private var lastRow: RowPlace?
    private let record: SpaceRecord
    private let rules: PlanRules
    private let shown: ShownRules
    private let words: Words

    /// Reads what the document begins with.
    ///
    /// - Parameter isPretty: Whether it has several lines.
    package init(
        of person: Person, in record: SpaceRecord, _ reader: PersonReader, isPretty: Bool
    ) async throws {
        let (store, people) = (reader.store, reader.people)
        self.reader = reader
        self.person = person
        self.record = record
        words = try await people.texts.words(of: record)
        guard words.moments != nil else { throw PersonProblem.featureOff }
        let rules = try await people.rules(of: person, in: record.settings)
        self.rules = rules
        let shown = try await people.shownRules(of: person, in: record.settings)
        self.shown = shown
        let me = try await reader.me(person, in: record)
        let photos = try await store.uploads(of: person).map { try PhotoResource($0, by: shown) }
        let quiz = try await reader.quiz(of: person, in: record)
        let tips = try await reader.tips(store.tips(of: person), of: person)
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
        let entitlement = try await store.entitlement(of: person).best(at: people.now)
        let grants: JSONObject = ["plan": entitlement.plan, "expires": entitlement.expires]
        let days = try await reader.days(of: person, in: record)
        let freezes = try await store.freezes(of: person)
        let reminders = try await store.sentReminders(of: person).map { sent -> JSONObject in
            ["kind": sent.reminder.kind.rawValue, "day": sent.reminder.day, "sent": sent.sent]
        }
        let invitee = try await store.invitee(person).map {
            InviteeResource($0, now: people.now)
        }
        let consents = try await store.consents(of: person).map(ConsentResource.init)
        let likeness = try await store.preferences(of: person).said.site?.likeness ?? [:]
        let document = try DocumentStream(
            ["jobs", "scans", "moments", "turns"], isPretty: isPretty
        ) { place -> JSONObject in
            [
                "me": me, "jobs": place("jobs"), "photos": photos, "scans": place("scans"),
                "quiz": quiz, "tips": tips, "moments": place("moments"),
                "turns": place("turns"), "tasks": tasks, "purchases": purchases,
                "entitlement": grants, "days": days, "freezes": freezes, "reminders": reminders,
                "invitation": invitee, "consents": consents.isEmpty ? nil : consents,
                "likeness": likeness.isEmpty ? nil : likeness,
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
            (self.list, lastJob, lastMoment, lastRow) = (first, nil, nil, nil)
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
            let surroundings = try await JobSurroundings(of: found.map(\.job), in: store)
            let now = reader.people.now
            return try list.text(
                of: found.map { job, charges in
                    JobResource(job, charges, by: shown, in: surroundings, now: now)
                })
        case "scans":
            let found = try await store.scans(of: person, before: lastRow?.seq, limit: Self.page)
            guard let last = found.last else { return nil }
            lastRow = last.place
            return try list.text(of: await reader.scans(found, of: person, by: rules))
        case "moments":
            let found = try await store.moments(of: person, after: lastMoment, limit: Self.page)
            guard let last = found.last else { return nil }
            lastMoment = MomentPlace(last)
            return try list.text(of: await reader.moments(found, of: person, in: record))
        default:
            let found = try await store.turns(of: person, before: lastRow?.seq, limit: Self.page)
            guard let last = found.last else { return nil }
            lastRow = last.place
            return try list.text(
                of: await TurnReader(reader.people).resources(found, of: person, words))
        }
    }
}
