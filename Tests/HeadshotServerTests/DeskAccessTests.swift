import Foundation
import HTTPTypes
import HeadshotWorker
import Hummingbird
import Invites
import Pages
import PromptFactory
import Setup
import TestSupport
import Testing

@testable import Companion
@testable import HeadshotServer
@testable import JobQueue

/// What each sort of visitor gets of each page and each form of the desk.
@Suite(.timeLimit(.minutes(10)))
struct DeskAccessTests {
    @Test func `each page of the desk shows each visitor what it declares, and no more`()
        async throws
    {
        try await withTemporaryFolder { folder in
            try await Session.run(Configuration(.process), home: folder) { session in
                let pages = try SitePages()
                var golden = ""
                let declared = try RoutesInProcess(session, pages: pages).declarations
                for (number, declaration) in declared.enumerated()
                where declaration.path.hasPrefix("/desk") {
                    let visitors = try await DeskVisitors(number, session, pages)
                    let rules = declaration.rules
                    let cookie = rules.cookie.map { "\($0)" } ?? "no cookie"
                    golden +=
                        "\(declaration.method) \(declaration.path): \(cookie), \(rules.subject), \(rules.effect)\n"
                    golden += try await visitors.answers(to: declaration)
                }
                try expectGolden("desk-access.txt", golden)
            }
        }
    }

    @Test func `a token is tried only so often, and its cookie is out of reach of scripts`()
        async throws
    {
        try await withTemporaryFolder { folder in
            try await Session.run(Configuration(.process), home: folder) { session in
                let visitors = try await DeskVisitors(0, session, SitePages())
                let secret = try #require(visitors.secrets[.ofServer])
                let signedIn = try await visitors.signIn(secret)
                #expect(signedIn.status == 303)
                let cookie = signedIn.headers[.setCookie] ?? ""
                #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
                var statuses: Set<Int> = []
                for _ in 0..<60 {
                    statuses.insert(
                        try await visitors.signIn("hd_\(String(repeating: "A", count: 43))").status)
                }
                #expect(statuses == [403, 429])
            }
        }
    }
}

/// A space with an invited person and a job, and those who would like to decide about them.
struct DeskVisitors: VisitorWalk {
    enum Sort: String, CaseIterable {
        case nobody
        case person = "a person's link"
        case app = "an app's token"
        case server = "a server's token without operate"
        case ended = "an ended token"
        case ofOther = "the operator of another space"
        case ofSpace = "the operator of the space"
        case ofServer = "the operator of the server"
    }

    let routes: RoutesInProcess
    private(set) var secrets: [Sort: String] = [:]
    private(set) var names: [String] = []
    private let session: Session
    private let space: Space
    private let other: Space
    private let person: Person
    private var upload = ""
    private var job = ""
    private var headshot = ""
    private var delivery = ""

    init(_ number: Int, _ session: Session, _ pages: SitePages) async throws {
        self.session = session
        routes = try RoutesInProcess(session, pages: pages)
        let environment = session.configuration.environment
        let now = environment.now
        _ = try await session.limits(stores: true)
        space = try #require(Space("one-\(number)"))
        other = try #require(Space("two-\(number)"))
        person = try #require(Person("anna-\(number)", in: space))
        for space in [space, other] {
            let created = try await session.store.create(
                space, SpaceSettings(provider: "local", budget: 0),
                webhook: WebhookURL("https://example.com/hook"), now: now)
            #expect(created != nil)
        }
        let tokens: [(Sort, Space, Access.Holder, Set<Access.Scope>)] = [
            (.ended, space, .server, [.operate]), (.app, space, .app, [.submit]),
            (.server, space, .server, [.submit, .read]), (.ofOther, other, .server, [.operate]),
            (.ofSpace, space, .server, [.operate]),
            (.ofServer, .commandLine, .server, [.operate]),
        ]
        for (sort, space, holder, scopes) in tokens {
            let token = AccessToken(for: space, random: environment.randomBytes(32))
            let isAdded = try await session.store.add(
                token, to: space, holder: holder, scopes: scopes, now: now)
            #expect(isAdded)
            secrets[sort] = token.secret
            if sort == .ended { _ = try await session.store.revokeTokens(of: space, now: now) }
        }
        var generator = SystemRandomNumberGenerator()
        let invited = try await session.store.invite(
            [NewInvitee(person: person, name: "Anna Secretname")], to: space,
            InviteTerms(ends: now + 60), secrets: [LinkSecret(using: &generator)], now: now)
        guard case .link(let link)? = invited?.first else {
            Issue.record("the person has no link")
            return
        }
        let id = Data(person.rawValue.utf8).base64EncodedString()
        secrets[.person] = "\(link.link(at: "").suffix(LinkSecret.length)).\(space).\(id)"
        let admitted = try await session.store.admit(person, most: 9, now: now)
        #expect(admitted == .admitted)
        let ordered = try await session.order(for: person)
        (upload, job) = (ordered[0], ordered[1])
        headshot = try await session.headshot(for: person)
        let told = try await session.store.undelivered(of: space, limit: 1).first
        delivery = try #require(told).id
        names = [person.rawValue, "Secretname", upload, job, headshot, delivery]
    }

    func maySee(_ visitor: Sort) -> Bool { visitor == .ofSpace || visitor == .ofServer }

    func foreignToken(of visitor: Sort) -> String? { "another" }

    func formToken(of visitor: Sort) -> String? {
        secrets[visitor].map { Operator.formToken(of: $0) } ?? "none"
    }

    func general(_ path: String) -> String {
        (path.removingPercentEncoding ?? path).replacing(job, with: "{job}")
            .replacing(upload, with: "{photo}")
            .replacing(person.rawValue, with: "{person}")
            .replacing(space.rawValue, with: "{space}").replacing(other.rawValue, with: "{other}")
    }

    func signIn(_ secret: String) async throws -> RoutesInProcess.Answer {
        try await routes.send(
            .post, "/desk/sign-in", type: "application/x-www-form-urlencoded", "token=\(secret)")
    }

    func send(
        _ declaration: RouteDeclaration, as visitor: Sort, form: String?
    ) async throws -> RoutesInProcess.Answer {
        let isOfTeam = declaration.path.hasPrefix("/desk/team")
        let id =
            isOfTeam
            ? person.rawValue : declaration.path.hasSuffix("/headshot") ? headshot : job
        let path = declaration.path.replacing("{id}", with: id)
            .replacing("{space}", with: space.rawValue)
        var fields: HTTPFields = [:]
        if let secret = secrets[visitor] {
            let name = visitor == .person ? "headshot_link" : "headshot_desk"
            fields[.cookie] = "\(name)=\(secret)"
        }
        let token = visitor == .app ? secrets[.app] : nil
        // A page that lists is asked for the space, and a form with a photo says it in its address.
        let photo = "photo=\(upload).\(person)"
        let query =
            declaration.path == "/desk/done"
            ? "?action=made&n=1&of=1" : "?space=\(space)&person=\(person)&\(photo)"
        if declaration.method == .post, declaration.path == "/desk/new/photo" {
            return try await routes.send(
                .post, path + query, token: token, type: PhotoForm.type, fields: fields,
                PhotoForm.body([("form", form ?? ""), ("person", person.rawValue)]))
        }
        // A form about jobs takes no fields of an order.
        let order =
            declaration.path.hasPrefix("/desk/new/")
            ? "&\(photo)&state=space%3D\(space)%26\(photo.replacing("=", with: "%3D"))"
                + "&style=left-casual&shown=1/0" : ""
        let body =
            "form=\(form ?? "")&space=\(space)&person=\(person)&typed=\(person)&action=cancel"
            + "&expected=1&paid=no&provider=local&price.local=0&cap=10&zone=UTC&holder=server"
            + "&ends=2000-01-01&job=\(job)&id=\(delivery)\(order)"
        return try await routes.send(
            declaration.method, declaration.method == .get ? path + query : path, token: token,
            person: token == nil ? nil : "anna", type: "application/x-www-form-urlencoded",
            fields: fields, body)
    }

    struct Kept: Equatable {
        let photos: [Upload]
        let jobs: [Job]
        let record: SpaceRecord?
        let tokens: Int
        let limits: DailyCap?
        let standing: Admission?
        let invitee: Invitee?
    }

    func kept() async throws -> Kept {
        let store = session.store
        return Kept(
            photos: try await store.uploads(of: person, limit: .max),
            jobs: try await store.jobs(JobFilter(space: space), limit: 100),
            record: try await store.record(of: space),
            tokens: try await store.tokens(of: space, now: session.now).count,
            limits: try await store.limits(), standing: try await store.standing(of: person),
            invitee: try await store.invitee(person))
    }
}
