import Answers
import Companion
import Foundation
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import Pages
import Setup

/// The persons of a space: what each has used, what is left, and the way out.
extension Desk {
    func addPeople(to routes: Routes) {
        site.page("/desk/people", site.operators(.reads), in: routes) { request, _, visit in
            try await people(request, visit)
        }
        site.page("/desk/people/forget", site.operators(.reads), in: routes) {
            request, _, visit in
            try await askToForget(SiteForm(queryOf: request), request, visit)
        }
        site.form("/desk/people/forget", site.operators(.changes), in: routes) {
            form, request, _, visit in
            let person = try await person(form, visit)
            guard form["typed"] == person.rawValue else {
                return try await askToForget(
                    form, request, visit, note: visit.text("desk", "typed_wrong"))
            }
            // Some of a person who has a running job goes once that has ended.
            let answer = try await handlers.forget(person)
            let what = answer.status == .accepted ? "forget_begun" : "forgotten"
            return .seeOther(
                Self.path(
                    Section.people.path,
                    (person.space.named.map { [(name: "space", value: $0)] } ?? [])
                        + [(name: "did", value: what)]))
        }
    }

    private func person(_ form: SiteForm, _ visit: Operator) async throws -> Person {
        let space = try await space(named: form["space"], for: visit) ?? .commandLine
        guard visit.sees(space), let id = form["person"], let person = Person(id, in: space) else {
            throw Refusal.notFound
        }
        return person
    }

    private func people(_ request: Request, _ visit: Operator) async throws -> Response {
        let form = SiteForm(queryOf: request)
        let space = try await space(named: form["space"], for: visit) ?? .commandLine
        let cap = try await session.keptLimits
        let last = form["after"].flatMap { Person($0, in: space) }
        let found = try await lines(of: space, after: last, cap: cap)
        let fields: [Field] = space.named.map { [(name: "space", value: $0)] } ?? []
        let people = found.people.map { line -> View in
            let named = fields + [(name: "person", value: line.person.rawValue)]
            return View([
                "person": Self.name(of: line.person), "used": line.usage.usedToday,
                "left": max(0, cap.charges - line.usage.usedToday),
                "today": MoneyAnswer(line.usage.today).words,
                "month": MoneyAnswer(line.usage.month).words,
                "jobs": Self.path(Section.jobs.path, named),
                "zip": Self.path("/desk/jobs.zip", named),
                "forget": Self.path("/desk/people/forget", named),
            ])
        }
        let did = form["did"].flatMap { visit.text.known("desk_done", $0) }
        return try show(
            "desk_people", .people, request, visit,
            View([
                "did": did, "people": people, "isEmpty": people.isEmpty,
                "spaces": try await spaces(
                    space == .commandLine ? nil : space, for: visit,
                    all: visit.text("desk", "own_space")),
                "cap": visit.text("desk", "cap_line", ["n": "\(cap.charges)"]),
                "next": found.next.map {
                    Self.path(Section.people.path, fields + [(name: "after", value: $0)])
                },
            ]))
    }

    private typealias Line = (person: Person, usage: Usage)

    /// The next persons of a space with what they used; of the command line's own, those who have used something.
    private func lines(
        of space: Space, after last: Person?, cap: DailyCap
    ) async throws -> (people: [Line], next: String?) {
        if space == .commandLine {
            let page = try await store.usagePage(
                in: space, after: last, limit: Self.peopleAtOnce, counting: .headshot, cap: cap,
                now: now)
            let lines = page.people.map { (person: $0.person, usage: $0.usage) }
            return (lines, page.isLast ? nil : lines.last?.person.rawValue)
        }
        let found = try await store.persons(
            of: space, after: last?.rawValue, limit: Self.peopleAtOnce + 1)
        let shown = found.prefix(Self.peopleAtOnce).map(\.person)
        guard let first = shown.first, let end = shown.last else { return ([], nil) }
        let usage = try await store.usage(
            .persons(from: first.rawValue, to: end.rawValue, in: space), counting: .headshot,
            cap: cap, now: now)
        return (
            shown.map { ($0, usage[$0] ?? Usage.none) },
            found.count > Self.peopleAtOnce ? end.rawValue : nil
        )
    }

    private func askToForget(
        _ form: SiteForm, _ request: Request, _ visit: Operator, note: String? = nil
    ) async throws -> Response {
        let person = try await person(form, visit)
        let fields: [Field] = person.space.named.map { [(name: "space", value: $0)] } ?? []
        return try ask(
            Question(
                section: .people, title: visit.text("desk", "forget"), note: note,
                lines: [visit.text("desk", "forget_line", ["person": person.rawValue])],
                action: "/desk/people/forget", button: visit.text("desk", "forget_button"),
                back: Self.path(Section.people.path, fields),
                typed: visit.text("desk", "type_id", ["person": person.rawValue]),
                fields: fields + [(name: "person", value: person.rawValue)]), request, visit)
    }

    private static let peopleAtOnce = 50
}
