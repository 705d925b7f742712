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

/// The public link of a space.
extension Desk {
    func addSpaceLinks(to routes: Routes) {
        site.form("/desk/spaces/{space}/link", site.operators(.creates), in: routes) {
            form, request, context, visit in
            let record = try await record(context, visit)
            guard let terms = try await terms(form) else {
                return try await page(
                    of: record, request, visit, problem: visit.text("desk", "terms_wrong"))
            }
            let secret = newLink()
            guard
                try await store.makePublicLink(secret, of: record.space, terms, now: now)
            else { throw Refusal.notFound }
            return try show(
                "desk_secret", .spaces, titled: visit.text("desk", "link_made"), request, visit,
                [
                    "secret": secret.link(at: Self.address(of: request)),
                    "back": Self.path(of: record.space),
                ])
        }
        site.form("/desk/spaces/{space}/unlink", site.operators(.changes), in: routes) {
            _, _, context, visit in
            let space = try await record(context, visit).space
            _ = try await store.revokePublicLink(of: space, now: now)
            return .seeOther(Self.path(of: space))
        }
    }

    /// What a space's page says of its public link.
    func publicLink(
        of space: Space, _ visit: Operator, _ zone: TimeZone
    ) async throws -> View {
        let known = try await store.publicLink(of: space)
        let isOpen = known?.link.isOpen(at: now) == true
        return View([
            "isLinkOpen": isOpen,
            "linkEnds": isOpen ? known.map { TimeWords.minute($0.link.ends, in: zone) } : nil,
            "linkStyles": isOpen
                ? known.flatMap { Self.shown($0.terms.styles.joined(separator: ", ")) } : nil,
            "linkPays": isOpen ? known?.terms.payUpTo.map(MoneyWords.dollars) : nil,
            "ends": LocalDay(of: now + Self.usualLife, in: zone).description,
            "styles": Style.all.map {
                Self.choice($0.name, visit.text.known("style", $0.name) ?? $0.name)
            },
        ])
    }
}
