import Foundation
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import Pages
import Setup

/// An operator who is signed in.
struct Operator: SiteVisit {
    /// Whose things are seen and decided; `nil` for those of all spaces, by the server's own operator.
    let space: Space?
    /// Whether a token is what the session began with, so that it can end.
    let hasToken: Bool
    let text: SiteText
    let formToken: String

    func sees(_ other: Space) -> Bool { space == nil || space == other }

    /// The jobs that the operator sees.
    var jobs: JobFilter { JobFilter(space: space) }
}

extension Site {
    /// A page of operators.
    ///
    /// - Parameter subject: With `server`, one of the server's own operator alone: what holds for all spaces is not decided by
    ///   the operator of one.
    func operators(
        _ effect: AccessRules.Effect, _ subject: AccessRules.Subject = .space
    ) -> RouteAccess<Operator> {
        RouteAccess(
            AccessRules(
                holders: [.server], cookie: .desk, scope: .operate, subject: subject,
                effect: effect)
        ) { [self] control, request, context in
            let visit = try await visit(request, context, control)
            if let space = visit.space {
                context.note.space = space.rawValue
                guard subject != .server else { throw Refusal.operatorOfServer }
            }
            return (visit, nil)
        }
    }

    private func visit(
        _ request: Request, _ context: ServerContext, _ control: AccessControl
    ) async throws -> Operator {
        let session = handlers.session
        let text = text(for: request)
        if let cookie = request.cookie(.desk), let token = AccessToken(cookie),
            let space = try await session.store.desk(with: token, now: handlers.now)
        {
            return Operator(
                space: space == .commandLine ? nil : space, hasToken: true, text: text,
                formToken: Operator.formToken(of: cookie))
        }
        guard let reader = reader(request, context, control.proxies) else {
            throw Refusal.unauthenticated
        }
        let key = try await ServeKey.obtain(
            session.home, random: handlers.environment.randomBytes)
        return Operator(
            space: nil, hasToken: false, text: text,
            formToken: Operator.formToken(of: key.proof(ofReader: reader)))
    }

    /// Who is signed in by a proxy: believed only of an address that was named as a proxy's, or of a socket that only this
    /// machine's users with the right to it can open.
    private func reader(
        _ request: Request, _ context: ServerContext, _ proxies: [AddressRange]
    ) -> String? {
        guard let name = deskHeader.flatMap({ HTTPField.Name($0) }),
            let reader = request.headers[name], !reader.isEmpty,
            let peer = context.channel.remoteAddress,
            peer.protocol == .unix || proxies.contains(where: { $0.contains(peer) })
        else { return nil }
        return reader
    }
}

extension Refusal {
    static let operatorOfServer = Self(
        .forbidden, "Only the server's own operator decides this, since it holds for all spaces.")
}

/// The pages on which a session at the desk begins and ends.
extension Desk {
    func addSignIn(to routes: Routes) {
        routes.add(.get, "/desk/sign-in", .open) { request, _, _ in
            try signInPage(request)
        }
        routes.add(.post, "/desk/sign-in", .open) { request, context, _ in
            try await signIn(request, context)
        }
        site.form("/desk/sign-out", site.operators(.changes), in: routes) { _, request, _, _ in
            var response = Response.seeOther("/desk/sign-in")
            response.setCookie(.desk, nil, for: request)
            return response
        }
    }

    private func signInPage(_ request: Request, isWrong: Bool = false) throws -> Response {
        let text = site.text(for: request)
        return try site.show(
            "desk_sign_in", title: "\(text("desk", "sign_in")) · headshot", request, in: text,
            ["isWrong": isWrong], status: isWrong ? .forbidden : .ok)
    }

    private func signIn(_ request: Request, _ context: ServerContext) async throws -> Response {
        let form = try await SiteForm(request)
        let address = context.channel.remoteAddress?.ipAddress ?? ""
        if let seconds = signIns.take(for: address, .ofStrangers) {
            throw Refusal(.rate, retryAfter: seconds)
        }
        let secret = form["token"]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        guard let token = AccessToken(secret), try await store.desk(with: token, now: now) != nil
        else { return try signInPage(request, isWrong: true) }
        var response = Response.seeOther("/desk")
        response.setCookie(.desk, token.secret, for: request)
        return response
    }
}
