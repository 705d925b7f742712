import Answers
import Foundation
import Ground
import HTTPTypes
import Hummingbird
import Invites
import JobQueue
import Pages
import PromptFactory
import Setup

/// The pages on which persons are invited; a link is shown once, when it is made.
extension Desk {
    func addInvites(to routes: Routes) {
        site.page("/desk/invite", site.operators(.reads), in: routes) { request, _, visit in
            let form = SiteForm(queryOf: request)
            guard let space = try await teamSpace(form, for: visit) else { throw Refusal.notFound }
            return try await invitePage(space, form, request, visit)
        }
        site.form("/desk/invite", site.operators(.creates), in: routes) {
            form, request, _, visit in
            guard let space = try await teamSpace(form, for: visit) else { throw Refusal.notFound }
            return try await invite(to: space, form, request, visit)
        }
        site.form("/desk/team/{space}/{id}/link", site.operators(.changes), in: routes) {
            _, request, context, visit in
            let invitee = try await invitee(context, visit)
            let secret = newLink()
            let given = try await store.renewLinks(
                of: [invitee.person], ends: now + Self.usualLife, secrets: [secret], now: now)
            guard given == [true] else { throw Refusal.leaving }
            return try links(
                [(invitee, secret)], unchanged: 0, back: Self.path(of: invitee.person), request,
                visit)
        }
    }

    func newLink() -> LinkSecret {
        var chance = handlers.environment.chance
        return LinkSecret(using: &chance)
    }

    private func invitePage(
        _ space: Space, _ form: SiteForm, _ request: Request, _ visit: Operator,
        problem: String? = nil
    ) async throws -> Response {
        let zone = try await zone
        let ends = LocalDay(of: now + Self.usualLife, in: zone)
        return try show(
            "desk_invite", .team, titled: visit.text("desk", "invite"), request, visit,
            View([
                "problem": problem, "teamSpace": space.rawValue,
                // Templates show a line break within a value as a sign.
                "lines": (form["list"] ?? "id,name,department,email").split(
                    omittingEmptySubsequences: false, whereSeparator: \.isNewline
                ).map(String.init),
                "ends": form["ends"] ?? ends.description,
                "payUpTo": form["pay_up_to"],
                "styles": Style.all.map {
                    Self.choice(
                        $0.name, visit.text.known("style", $0.name) ?? $0.name,
                        isChosen: form.all("style").contains($0.name))
                },
                "back": Self.path("/desk/team", [(name: "space", value: space.rawValue)]),
            ]), status: problem == nil ? .ok : .unprocessableContent)
    }

    private func invite(
        to space: Space, _ form: SiteForm, _ request: Request, _ visit: Operator
    ) async throws -> Response {
        let text = visit.text
        let people: [NewInvitee]
        do throws(InviteList.Fault) {
            people = try InviteList.persons(
                in: Data((form["list"] ?? "").utf8), space: space)
        } catch {
            return try await invitePage(
                space, form, request, visit, problem: Self.sentence(of: error, text))
        }
        guard let terms = try await terms(form) else {
            return try await invitePage(
                space, form, request, visit, problem: text("desk", "terms_wrong"))
        }
        let secrets = people.map { _ in newLink() }
        let invited = try await store.invite(people, to: space, terms, secrets: secrets, now: now)
        guard let invited else { throw Refusal.notFound }
        var made: [(invitee: Invitee, secret: LinkSecret)] = []
        for (person, result) in zip(people, invited) {
            guard case .link(let secret) = result,
                let invitee = try await store.invitee(person.person)
            else { continue }
            made.append((invitee, secret))
        }
        return try links(
            made, unchanged: people.count - made.count,
            back: Self.path("/desk/team", [(name: "space", value: space.rawValue)]), request,
            visit)
    }

    /// What new links offer, as a form says it; `nil` for what cannot be.
    func terms(_ form: SiteForm) async throws -> InviteTerms? {
        let zone = try await zone
        guard let day = form["ends"].flatMap({ LocalDay($0) }) else { return nil }
        let end = day.end(in: zone)
        let styles = form.all("style")
        guard end > now, styles.allSatisfy({ name in Style.all.contains { $0.name == name } })
        else { return nil }
        var payUpTo: Int?
        if let sum = form["pay_up_to"] {
            payUpTo = Self.microDollars(sum)
            guard payUpTo != nil else { return nil }
        }
        return InviteTerms(styles: styles, ends: end, payUpTo: payUpTo)
    }

    /// A sum in US dollars as it is typed, in millionths; `nil` for another text.
    static func microDollars(_ text: String) -> Int? {
        guard let match = text.wholeMatch(of: /(\d{1,6})(?:[.,](\d{1,6}))?/),
            let whole = Int(digits: match.1, in: 0...999_999)
        else { return nil }
        let digits = String(match.2 ?? "")
        let fraction = digits + String(repeating: "0", count: 6 - digits.count)
        return Int(digits: fraction, in: 0...999_999).map { whole * 1_000_000 + $0 }
    }

    /// The page with new links, which no other page shows again.
    func links(
        _ made: [(invitee: Invitee, secret: LinkSecret)], unchanged: Int, back: String,
        _ request: Request, _ visit: Operator
    ) throws -> Response {
        let address = Self.address(of: request)
        let links = made.map { invitee, secret in
            View([
                "name": invitee.name.isEmpty ? invitee.person.label : invitee.name,
                "email": invitee.email, "link": secret.link(at: address),
            ])
        }
        return try show(
            "desk_links", .team, titled: visit.text("desk", "links"), request, visit,
            View([
                "links": links, "isEmpty": links.isEmpty, "back": back,
                "unchanged": unchanged > 0
                    ? visit.text("desk", "unchanged", ["n": "\(unchanged)"]) : nil,
            ]))
    }

    /// The address of the site, as the operator's browser has it.
    static func address(of request: Request) -> String {
        let host = request.head.authority ?? "localhost"
        let name = Authority(host)?.name ?? ""
        let isLocal = ["localhost", "127.0.0.1", "[::1]"].contains(name)
        return "\(isLocal ? "http" : "https")://\(host)"
    }

    private static func sentence(of fault: InviteList.Fault, _ text: SiteText) -> String {
        switch fault {
        case .tooLarge, .tooMany: text("desk_list", "too_many")
        case .notText: text("desk_list", "not_text")
        case .noColumns: text("desk_list", "no_columns")
        case .column(let name): text("desk_list", "column", ["name": name])
        case .empty: text("desk_list", "empty")
        case .line(let number, let fault):
            text(
                "list", "line", ["n": "\(number)", "fault": text("desk_list", "line_\(fault)")])
        }
    }

    /// In seconds: two weeks.
    static let usualLife: TimeInterval = 14 * 86_400
}
