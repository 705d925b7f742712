import Answers
import Companion
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import Invites
import JobQueue
import NIOCore
import Pages
import PromptFactory
import Setup
import Validation

/// A person who is in by a link.
struct LinkVisit: SiteVisit {
    let visitor: Visitor
    let invitee: Invitee
    let text: SiteText
    let formToken: String

    var person: Person { visitor.person }
    var settings: SpaceSettings { visitor.settings }
}

/// What a browser keeps of a link: the link's secret, and who is in by it.
///
/// By a public link come many persons; the id of each is a secret, too.
private struct LinkPass {
    let secret: LinkSecret
    let person: Person

    init?(_ cookie: String) {
        let parts = cookie.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let secret = LinkSecret(parts[0]), let space = Space(parts[1]),
            let id = Data(base64Encoded: parts[2]),
            let person = Person(String(decoding: id, as: UTF8.self), in: space)
        else { return nil }
        self.secret = secret
        self.person = person
    }

    /// - Parameter secret: The secret of the link, as its path has it.
    static func cookie(_ secret: String, of person: Person) -> String {
        "\(secret).\(person.space).\(Data(person.rawValue.utf8).base64EncodedString())"
    }
}

extension Site {
    /// A page of the person whose link was opened in the browser.
    func link(_ effect: AccessRules.Effect) -> RouteAccess<LinkVisit> {
        RouteAccess(
            AccessRules(
                holders: [], cookie: .link, subject: .person, effect: effect, feature: .headshots)
        ) { [self] control, request, context in
            let visit = try await visit(request, context, control)
            return (visit, try control.slot(for: visit.person, in: visit.visitor.space.space))
        }
    }

    private func visit(
        _ request: Request, _ context: ServerContext, _ control: AccessControl
    ) async throws -> LinkVisit {
        guard let cookie = request.cookie(.link), let pass = LinkPass(cookie) else {
            throw Refusal.unauthenticated
        }
        guard let invitee = try await invitee(pass),
            let record = try await session.store.record(of: pass.person.space)
        else {
            // It counts for the address, and takes nothing from a person whose id it names.
            try count(request, context, control)
            throw Refusal.unauthenticated
        }
        try control.take(for: pass.person)
        context.note.space = pass.person.space.rawValue
        guard record.settings.features.contains(.headshots) else { throw Refusal.featureOff }
        return LinkVisit(
            visitor: Visitor(pass.person, in: record.ofPages, mayAskModel: false), invitee: invitee,
            text: text(for: request), formToken: LinkVisit.formToken(of: cookie))
    }

    private func invitee(_ pass: LinkPass) async throws -> Invitee? {
        try await session.store.invitee(pass.person, by: pass.secret.hash, now: handlers.now)
    }

    /// The page behind a link; its access only counts how often one address tries links.
    private var entrance: RouteAccess<Void> {
        RouteAccess(AccessRules(holders: [], subject: .person, effect: .creates)) {
            control, request, context in
            try count(request, context, control)
            return ((), nil)
        }
    }

    /// Counts a link that is tried, for the address that it comes from.
    private func count(
        _ request: Request, _ context: ServerContext, _ control: AccessControl
    ) throws(Refusal) {
        let address = ClientAddress.name(
            of: request, from: context.channel.remoteAddress, proxies: control.proxies)
        try control.take("links \(address ?? "")", .ofStrangers)
    }

    func addEntrance(to routes: Routes) {
        routes.add(.get, "\(LinkSecret.path){secret}", entrance) { request, context, _ in
            try await enter(request, context)
        }
    }

    /// Exchanges the secret of a link for a cookie, and leads on to a page whose address does not have it.
    private func enter(_ request: Request, _ context: ServerContext) async throws -> Response {
        let path = context.parameters.get("secret") ?? ""
        // A text that cannot be a secret is looked up as one that no link has, so that both take the same time.
        let known = LinkSecret(path)
        guard let secret = known ?? LinkSecret(String(repeating: "0", count: LinkSecret.length))
        else { throw Refusal.defect }
        // Of the persons who came by a public link, the one who used this browser.
        if let pass = request.cookie(.link).flatMap(LinkPass.init), pass.secret == secret,
            try await invitee(pass) != nil
        {
            return .seeOther("/p")
        }
        switch try await session.store.enter(
            by: secret, newcomer: newPersonID(), now: handlers.now)
        {
        case .entered(let invitee, _):
            var response = Response.seeOther("/p")
            response.setCookie(
                .link, LinkPass.cookie(path.lowercased(), of: invitee.person), for: request)
            return response
        case .closed: throw Refusal.unauthenticated
        case .tooMany(let until):
            let seconds = Int(clamping: until.timeIntervalSince(handlers.now), rounding: .up)
            throw Refusal(.tooManyPersons, retryAfter: max(1, seconds))
        }
    }

    /// A UUID of version 4, which no one can guess.
    private func newPersonID() -> String {
        var bytes = [UInt8](handlers.environment.randomBytes(16))
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        var rest = bytes.hexadecimal[...]
        return [8, 4, 4, 4, 12].map { length in
            defer { rest = rest.dropFirst(length) }
            return String(rest.prefix(length))
        }.joined(separator: "-")
    }
}
