import Companion
import Foundation
import Ground
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
    private var last = Place()
    private let record: SpaceRecord
    private let rules: PlanRules
    private let shown: ShownRules
    private let words: Words
    private let momentWords: MomentWords

    /// The last entry of the list that is being written.
    private struct Place {
        var job: JobID?
        var photo: Upload?
        var tip: Tip?
        var moment: MomentPlace?
        var day: LocalDay?
        /// For a list in the order of its rows.
        var seq: Int64?
    }

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
        guard let momentWords = words.moments else { throw PersonProblem.featureOff }
        self.momentWords = momentWords
        let rules = try await people.rules(of: person, in: record.settings)
        self.rules = rules
        let shown = try await people.shownRules(of: person, in: record.settings)
        self.shown = shown
        let me = try await reader.me(person, in: record)
        let quiz = try await reader.quiz(of: person, in: record)
        let purchases = try await store.purchases(of: person).map { bought -> JSONObject in
            [
                "store": bought.store, "product": bought.product,
                "plan": bought.entitlement.plan, "expires": bought.entitlement.expires,
            ]
        }
        let entitlement = try await store.entitlement(of: person).best(at: people.now)
        let grants: JSONObject = ["plan": entitlement.plan, "expires": entitlement.expires]
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
            ["jobs", "photos", "scans", "tips", "moments", "turns", "tasks", "days"],
            isPretty: isPretty
        ) { place -> JSONObject in
            [
                "me": me, "jobs": place("jobs"), "photos": place("photos"), "scans": place("scans"),
                "quiz": quiz, "tips": place("tips"), "moments": place("moments"),
                "turns": place("turns"), "tasks": place("tasks"), "purchases": purchases,
                "entitlement": grants, "days": place("days"), "freezes": freezes,
                "reminders": reminders,
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
            (self.list, last) = (first, Place())
            return first.start
        }
        let page = try await nextPage(&list)
        self.list = page == nil ? nil : list
        return page ?? list.end
    }

    /// How many entries are read at once; few, since other callers wait during a read.
    private static let page = 100
    /// How many days are read at once; each has many moments.
    private static let pageOfDays = 7

    /// The next entries of a list; `nil` after the last.
    private mutating func nextPage(_ list: inout DocumentStream.List) async throws -> String? {
        let store = reader.store
        switch list.name {
        case "jobs":
            let found = try await store.jobsAndCharges(
                JobFilter(person: person), olderThan: last.job, limit: Self.page)
            guard let end = found.last else { return nil }
            last.job = end.job.id
            let surroundings = try await JobSurroundings(of: found.map(\.job), in: store)
            let now = reader.people.now
            return try list.text(
                of: found.map { job, charges in
                    JobResource(job, charges, by: shown, in: surroundings, now: now)
                })
        case "photos":
            let found = try await store.uploads(of: person, after: last.photo, limit: Self.page)
            guard let end = found.last else { return nil }
            last.photo = end
            return try list.text(of: found.map { PhotoResource($0, by: shown) })
        case "scans":
            let found = try await store.scans(of: person, before: last.seq, limit: Self.page)
            guard let end = found.last else { return nil }
            last.seq = end.place.seq
            return try list.text(of: await reader.scans(found, of: person, by: rules))
        case "tips":
            let found = try await store.tips(of: person, after: last.tip, limit: Self.page)
            guard let end = found.last else { return nil }
            last.tip = end
            return try list.text(of: await reader.tips(found, of: person))
        case "moments":
            let found = try await store.moments(of: person, after: last.moment, limit: Self.page)
            guard let end = found.last else { return nil }
            last.moment = MomentPlace(end)
            return try list.text(of: await reader.moments(found, of: person, in: record))
        case "tasks":
            let found = try await store.tasks(of: person, before: last.day, limit: Self.page)
            guard let end = found.last else { return nil }
            last.day = end.day
            return try list.text(
                of: found.map { day -> JSONObject in ["day": day.day, "tasks": day.done] })
        case "days":
            let found = try await store.momentDays(
                of: person, before: last.day, limit: Self.pageOfDays, most: DayResource.bullets,
                asked: WordsKind.praise.key(""))
            guard let end = found.last else { return nil }
            last.day = end.day
            return try list.text(of: await reader.resources(found, of: person, momentWords))
        default:
            let found = try await store.turns(of: person, before: last.seq, limit: Self.page)
            guard let end = found.last else { return nil }
            last.seq = end.place.seq
            return try list.text(
                of: await TurnReader(reader.people).resources(found, of: person, words))
        }
    }
}
