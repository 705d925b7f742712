import Answers
import Companion
import Foundation
import HTTPTypes
import HeadshotWorker
import Hummingbird
import Invites
import JobQueue
import Pages
import Setup

/// The wall of a space's invited persons, and the page of each.
extension Desk {
    func addTeam(to routes: Routes) {
        site.page("/desk/team", site.operators(.reads), in: routes) { request, _, visit in
            try await wall(request, visit)
        }
        site.page("/desk/team/{space}/{id}", site.operators(.reads), in: routes) {
            request, context, visit in
            try await member(try await invitee(context, visit), request, visit)
        }
    }

    /// The space whose persons a page shows: the one that is named, else the first.
    func teamSpace(_ form: SiteForm, for visit: Operator) async throws -> Space? {
        if let space = try await space(named: form["space"], for: visit) { return space }
        return try await store.spaces().first?.space
    }

    /// The person whom a path names, if the operator sees the space.
    func invitee(_ context: ServerContext, _ visit: Operator) async throws -> Invitee {
        try await handlers.found(context) { id in
            guard let space = context.parameters.get("space").flatMap({ Space($0) }),
                visit.sees(space), let person = Person(id.removingPercentEncoding ?? id, in: space)
            else { return nil }
            return try await store.invitee(person)
        }
    }

    /// The path of a person's page.
    static func path(of person: Person) -> String {
        let id = person.rawValue.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        return "/desk/team/\(person.space)/\(id ?? "")"
    }

    private func wall(_ request: Request, _ visit: Operator) async throws -> Response {
        let form = SiteForm(queryOf: request)
        let text = visit.text
        guard let space = try await teamSpace(form, for: visit) else {
            return try show("desk_team", .team, request, visit, ["hasNoSpace": true])
        }
        let states = try TeamFilter.states(form)
        let found = try await store.invitees(
            of: space, in: states, department: form["department"], after: form["after"],
            limit: Self.wallPage + 1)
        let shown = Array(found.prefix(Self.wallPage))
        let chosen: [Field] = form.entries.filter { ["department", "state"].contains($0.name) }
        let fields: [Field] = [(name: "space", value: space.rawValue)] + chosen
        let next = found.count > Self.wallPage ? shown.last?.person.rawValue : nil
        let departments = try await store.departments(of: space, limit: Self.mostDepartments)
        return try show(
            "desk_team", .team, request, visit,
            View([
                "teamSpace": space.rawValue, "spaces": try await spaces(space, for: visit),
                "departments": [
                    Self.choice("", text("desk", "any"), isChosen: form["department"] == nil)
                ]
                    + departments.map {
                        Self.choice($0, $0, isChosen: $0 == form["department"])
                    },
                "states": InviteState.allCases.map {
                    Self.choice(
                        $0.rawValue, text("desk_invite", $0.rawValue),
                        isChosen: form.all("state").contains($0.rawValue))
                },
                "people": shown.map { card(of: $0, text) }, "isEmpty": shown.isEmpty,
                "next": next.map { Self.path("/desk/team", fields + [(name: "after", value: $0)]) },
                "invite": Self.path("/desk/invite", [(name: "space", value: space.rawValue)]),
                "fields": fields.map { ["name": $0.name, "value": $0.value] as View },
            ]))
    }

    private func card(of invitee: Invitee, _ text: SiteText) -> View {
        View([
            "path": Self.path(of: invitee.person),
            "name": invitee.name.isEmpty ? invitee.person.label : invitee.name,
            "department": invitee.department, "state": text("desk_invite", invitee.state.rawValue),
            "stateCode": invitee.state.rawValue,
            "picture": invitee.chosen.map { "/desk/jobs/\($0)/headshot?side=320" },
            "reason": reason(of: invitee, text),
        ])
    }

    /// Why a new photo is asked for; `nil` if none is.
    private func reason(of invitee: Invitee, _ text: SiteText) -> String? {
        guard invitee.state == .retake else { return nil }
        let words = [
            invitee.retakeReason.map { text("desk_reason", $0.rawValue) }, invitee.retakeWords,
        ].compactMap(\.self).filter { !$0.isEmpty }
        return words.joined(separator: " ")
    }

    /// The page of a person, with what was made of the photos, and what can be decided.
    private func member(
        _ invitee: Invitee, _ request: Request, _ visit: Operator
    ) async throws -> Response {
        let (text, zone, person) = (visit.text, try await zone, invitee.person)
        let found = try await store.jobs(
            JobFilter(space: person.space, person: person, kind: .headshot),
            limit: Self.mostHeadshots)
        let headshots = found.filter { $0.state == .succeeded && $0.result != nil }
        let refused = found.first { $0.state == .rejected }
        let path = Self.path(of: person)
        let link = invitee.link
        let isOpen = link?.isOpen(at: now) == true
        let view = View([
            "name": invitee.name.isEmpty ? person.label : invitee.name,
            "id": person.rawValue, "department": Self.shown(invitee.department),
            "email": Self.shown(invitee.email),
            "state": text("desk_invite", invitee.state.rawValue), "memberPath": path,
            "reason": reason(of: invitee, text),
            "since": TimeWords.minute(invitee.changed, in: zone),
            "reminded": invitee.reminded.map { TimeWords.minute($0, in: zone) },
            "isLinkOpen": isOpen,
            "linkEnds": link.map { TimeWords.minute($0.ends, in: zone) },
            "isByPublicLink": invitee.isByPublicLink,
            "mayRemind": isOpen && !invitee.state.isDone,
            "mayAskAgain": ![InviteState.created, .opened, .left].contains(invitee.state),
            "headshots": headshots.map { job in
                View([
                    "id": job.id.description, "path": "/desk/jobs/\(job.id)",
                    "picture": "/desk/jobs/\(job.id)/headshot?side=320", "work": job.workName,
                    "isChosen": job.id == invitee.chosen,
                    "isApproved": job.id == invitee.chosen && invitee.state == .approved,
                ])
            },
            "hasHeadshots": !headshots.isEmpty,
            // A photo that was refused for its face can be accepted anyway.
            "refusedJob": refused.map { "/desk/jobs/\($0.id)" },
            "refusedID": refused?.id.description,
            "refusal": refused?.sentence(now: now, timeZone: zone),
            "reasons": RetakeReason.allCases.map {
                Self.choice($0.rawValue, text("desk_reason", $0.rawValue))
            },
            "jobs": Self.path(
                Section.jobs.path,
                [
                    (name: "space", value: person.space.rawValue),
                    (name: "person", value: person.rawValue),
                ]),
            "back": Self.path(
                "/desk/team", [(name: "space", value: person.space.rawValue)]),
        ])
        return try show(
            "desk_member", .team, titled: text("desk", "member"), request, visit, view)
    }

    private static let wallPage = 60
    private static let mostDepartments = 200
    /// Of a person, as many as anyone compares.
    private static let mostHeadshots = 60
}

/// The filter of a team.
enum TeamFilter {
    /// The states that a form names; all without any.
    static func states(_ form: SiteForm) throws(Refusal) -> Set<InviteState> {
        var states: Set<InviteState> = []
        for name in form.all("state") {
            guard let state = InviteState(rawValue: name) else {
                throw .malformed("The value of 'state' is wrong.")
            }
            states.insert(state)
        }
        return states.isEmpty ? Set(InviteState.allCases) : states
    }
}
