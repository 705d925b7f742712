import Answers
import Foundation
import HTTPTypes
import HeadshotWorker
import Hummingbird
import Invites
import JobQueue
import Pages
import PromptFactory
import Setup

/// What is decided about invited persons.
extension Desk {
    func addTeamDecisions(to routes: Routes) {
        step("retake", in: routes) { form, _ in
            let reason = form["reason"].flatMap({ RetakeReason(rawValue: $0) })
            let words = form["words"] ?? ""
            guard reason != nil || !words.isEmpty else {
                throw Refusal.malformed("Choose a reason, or write one.")
            }
            return .retake(reason, words: words)
        }
        step("approve", in: routes) { form, _ in .approve(form["job"].flatMap { JobID($0) }) }
        site.form("/desk/team/{space}/{id}/remind", site.operators(.changes), in: routes) {
            _, _, context, visit in
            let person = try await invitee(context, visit).person
            _ = try await store.remind([person], now: now)
            return .seeOther(Self.path(of: person))
        }
        site.form("/desk/team/{space}/{id}/revoke", site.operators(.changes), in: routes) {
            _, _, context, visit in
            let person = try await invitee(context, visit).person
            _ = try await store.revokeLinks(of: [person], now: now)
            return .seeOther(Self.path(of: person))
        }
        site.form("/desk/team/{space}/{id}/force", site.operators(.changes), in: routes) {
            form, request, context, visit in
            try await force(invitee(context, visit), form, request, visit)
        }
        site.form("/desk/team/remind", site.operators(.changes), in: routes) {
            form, request, _, visit in
            try await remindAll(form, request, visit)
        }
        site.form("/desk/team/approve", site.operators(.changes), in: routes) {
            form, request, _, visit in
            try await approveAll(form, request, visit)
        }
    }

    /// Registers a step of an invited person that an operator takes.
    private func step(
        _ name: String, in routes: Routes,
        _ step: @escaping @Sendable (SiteForm, Operator) throws -> InviteStep
    ) {
        site.form("/desk/team/{space}/{id}/\(name)", site.operators(.changes), in: routes) {
            form, _, context, visit in
            let person = try await invitee(context, visit).person
            guard try await store.note(step(form, visit), of: person, now: now) != nil else {
                throw Refusal.malformed("The person is not at a step at which this is possible.")
            }
            return .seeOther(Self.path(of: person))
        }
    }

    /// Makes a headshot of a photo that was refused for its face, free on this machine or at the price that was shown.
    private func force(
        _ invitee: Invitee, _ form: SiteForm, _ request: Request, _ visit: Operator
    ) async throws -> Response {
        guard let id = form["job"].flatMap({ JobID($0) }),
            let job = try await store.job(id)?.job, job.person == invitee.person,
            let photo = CheckedPhoto(of: job), let order = job.headshotOrder
        else { throw Refusal.notFound }
        guard let provider = ProviderKind(rawValue: job.provider) else { throw Refusal.notFound }
        let quotes = try await session.quotes()
        let price = provider.isPaid ? quotes[provider].flatMap(\.price) : 0
        guard form["price"] == ShownPrice.field(price) else {
            return try ask(
                Question(
                    section: .team, title: visit.text("desk", "accept_anyway"),
                    note: form["price"] == nil ? nil : visit.text("desk", "price_changed"),
                    lines: [visit.text("desk", "accept_line")],
                    english: [job.sentence(now: now, timeZone: try await zone)],
                    action: Self.path(of: invitee.person) + "/force",
                    button: visit.text(
                        "desk", "make_price", ["price": ShownPrice.words(price, visit.text)]),
                    back: Self.path(of: invitee.person),
                    fields: [
                        (name: "job", value: "\(id)"),
                        (name: "price", value: ShownPrice.field(price)),
                    ]), request, visit)
        }
        let record = try await record(of: job.person.space)
        try await session.checkConsent(
            of: job.person, to: provider.rawValue, in: record.settings)
        // Of two clicks, both have this key.
        var wanted = PhotoOrder(
            photo: photo,
            wish: .headshots(
                HeadshotWish(
                    styles: [order.style], isForced: true, provider: provider,
                    backdrop: order.backdrop)),
            person: job.person, key: .name("forced:\(id)"))
        wanted.quote = quotes[provider]
        let submitter = Submitter(
            store: store, home: session.home, environment: handlers.environment.worker())
        _ = try await submitter.submit(
            submitter.plan([wanted]), within: handlers.doors.allowance(in: record))
        _ = try await store.note(.order, of: job.person, now: now)
        return .seeOther(Self.path(of: invitee.person))
    }

    /// The persons of a filter in some states, at most so many as one page of decisions takes.
    private func persons(
        _ form: SiteForm, in wanted: Set<InviteState>, _ visit: Operator
    ) async throws -> (space: Space, found: [Invitee]) {
        guard let space = try await teamSpace(form, for: visit) else { throw Refusal.notFound }
        let states = try TeamFilter.states(form).intersection(wanted)
        return (
            space,
            try await store.invitees(
                of: space, in: states, department: form["department"], limit: Self.mostAtOnce)
        )
    }

    /// Asks, with the number, before all of a filter are reminded.
    private func remindAll(
        _ form: SiteForm, _ request: Request, _ visit: Operator
    ) async throws -> Response {
        let waiting = Set(InviteState.allCases.filter { !$0.isDone })
        let (space, found) = try await persons(form, in: waiting, visit)
        let persons = found.filter { $0.link?.isOpen(at: now) == true }.map(\.person)
        guard form["expected"] == "\(persons.count)" else {
            return try ask(
                about: persons.count, "remind_all", "/desk/team/remind", space, form, request,
                visit)
        }
        _ = try await store.remind(persons, now: now)
        return .seeOther(Self.path("/desk/team", teamFields(form, space)))
    }

    /// Asks, with the number, before all chosen headshots of a filter are approved.
    private func approveAll(
        _ form: SiteForm, _ request: Request, _ visit: Operator
    ) async throws -> Response {
        let (space, found) = try await persons(form, in: [.chosen], visit)
        guard form["expected"] == "\(found.count)" else {
            return try ask(
                about: found.count, "approve_all", "/desk/team/approve", space, form, request,
                visit)
        }
        for invitee in found {
            // Who has chosen another one meanwhile is asked about again.
            _ = try await store.note(.approve(invitee.chosen), of: invitee.person, now: now)
        }
        return .seeOther(Self.path("/desk/team", teamFields(form, space)))
    }

    private func ask(
        about count: Int, _ what: String, _ action: String, _ space: Space, _ form: SiteForm,
        _ request: Request, _ visit: Operator
    ) throws -> Response {
        let fields = teamFields(form, space)
        return try ask(
            Question(
                section: .team, title: visit.text("desk", "\(what)_title"),
                note: form["expected"] == nil ? nil : visit.text("desk", "changed"),
                lines: [visit.text("desk", "\(what)_line", ["n": "\(count)"])], action: action,
                button: visit.text("desk", what, ["n": "\(count)"]),
                back: Self.path("/desk/team", fields),
                fields: fields + [(name: "expected", value: "\(count)")]), request, visit)
    }

    private func teamFields(_ form: SiteForm, _ space: Space) -> [Field] {
        [(name: "space", value: space.rawValue)]
            + form.entries.filter { ["department", "state"].contains($0.name) }
    }

    private static let mostAtOnce = 5000
}
