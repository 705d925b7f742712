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

/// What each sort of visitor gets of each page and each form that is declared.
@Suite(.timeLimit(.minutes(10)))
struct SiteAccessTests {
    /// Pictures that a decoder makes, of which these photos are none.
    private static let drawn: Set = ["/p/photo/{id}/marks", "/p/photo/{id}/sample/{backdrop}"]

    @Test func `each page shows each visitor what it declares, and no more`() async throws {
        try await withTemporaryFolder { folder in
            try await Session.run(Configuration(.process), home: folder) { session in
                let pages = try SitePages()
                var golden = ""
                let declared = try RoutesInProcess(session, pages: pages).declarations
                for (number, declaration) in declared.enumerated()
                where SiteProblems.isOfSite(declaration.path)
                    && !declaration.path.hasPrefix("/desk")
                {
                    let visitors = try await SiteVisitors(number, session, pages)
                    let rules = declaration.rules
                    let cookie = rules.cookie.map { "\($0)" } ?? "no cookie"
                    golden +=
                        "\(declaration.method) \(declaration.path): \(cookie), \(rules.effect)\n"
                    golden += try await visitors.answers(
                        to: declaration,
                        without: Self.drawn.contains(declaration.path) ? [.anna] : [])
                }
                try expectGolden("site-access.txt", golden)
            }
        }
    }

    @Test func `links that are wrong, have ended or were revoked look the same`() async throws {
        try await withTemporaryFolder { folder in
            try await Session.run(Configuration(.process), home: folder) { session in
                let visitors = try await SiteVisitors(0, session, SitePages())
                let answers = try await [
                    visitors.links[.ended], visitors.links[.revoked],
                    LinkSecret.path + String(repeating: "x", count: LinkSecret.length),
                    LinkSecret.path + "short",
                    LinkSecret.path + String(repeating: "%2e", count: 40),
                ].compactMap(\.self).mapAsync { try await visitors.routes.send(.get, $0) }
                #expect(answers.count == 5)
                #expect(Set(answers.map(\.status)) == [404])
                // The links of the languages lead back to the address, which the reader has typed.
                let bodies = answers.map { $0.body.replacing(/back=[^"]*/, with: "back=") }
                #expect(Set(bodies).count == 1)
                #expect(answers.allSatisfy { $0.headers[.setCookie] == nil })
            }
        }
    }
}

extension [String] {
    fileprivate func mapAsync<Value>(
        _ transform: (String) async throws -> Value
    ) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}

/// Anna, who has one thing of each sort, and others who would like to see it.
struct SiteVisitors: VisitorWalk {
    enum Sort: String, CaseIterable {
        case nobody
        case appToken = "app token"
        case wrong = "wrong link"
        case ended = "ended link"
        case revoked = "revoked link"
        case forged = "Bob's link with Anna's id"
        case otherSpace = "Anna of the other space"
        case bob, anna
    }

    let routes: RoutesInProcess
    /// The paths of links.
    private(set) var links: [Sort: String] = [:]
    private(set) var names: [String] = []
    private let session: Session
    private var cookies: [Sort: String] = [:]
    private var appToken = ""
    private var person: Person
    private static let settings = SpaceSettings(provider: "local", budget: 0)
    private static let version = ConsentText.version(for: settings)

    init(_ number: Int, _ session: Session, _ pages: SitePages) async throws {
        self.session = session
        routes = try RoutesInProcess(session, pages: pages)
        let now = session.configuration.environment.now
        _ = try await session.limits(stores: true)
        let first = try #require(Space("one-\(number)"))
        let second = try #require(Space("two-\(number)"))
        person = try #require(Person("anna", in: first))
        for space in [first, second] {
            let created = try await session.store.create(
                space, Self.settings, webhook: nil, now: now)
            #expect(created != nil)
        }
        let token = AccessToken(
            for: first, random: session.configuration.environment.randomBytes(32))
        let isAdded = try await session.store.add(
            token, to: first, holder: .app, scopes: [.submit], now: now)
        #expect(isAdded)
        appToken = token.secret
        for (sort, name, space, life) in [
            (.anna, "anna", first, 60), (.bob, "bob", first, 60), (.ended, "ed", first, -60),
            (.revoked, "rita", first, 60), (.otherSpace, "anna", second, 60),
        ] as [(Sort, String, Space, TimeInterval)] {
            let person = try #require(Person(name, in: space))
            var generator = SystemRandomNumberGenerator()
            let invited = try await session.store.invite(
                [NewInvitee(person: person, name: "<b>\(name)</b>")], to: space,
                InviteTerms(ends: now + life), secrets: [LinkSecret(using: &generator)], now: now)
            guard case .link(let secret)? = invited?.first else {
                Issue.record("no link for \(name)")
                continue
            }
            let link = secret.link(at: "")
            links[sort] = link
            cookies[sort] = "\(link.suffix(LinkSecret.length)).\(space).\(Self.base64(name))"
            guard life > 0 else { continue }
            let entered = try await routes.send(.get, link)
            #expect(entered.status == 303)
            // The cookie that a browser would keep is the one that the others imitate.
            let cookie = entered.headers[.setCookie] ?? ""
            #expect(cookie.hasPrefix("headshot_link=\(cookies[sort] ?? "");"))
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
            let hasAgreed = try await session.store.agree(
                person, to: Self.version, now: now)
            #expect(hasAgreed)
        }
        let rita = try #require(Person("rita", in: first))
        _ = try await session.store.revokeLinks(of: [rita], now: now)
        cookies[.wrong] = "\(String(repeating: "z", count: 26)).\(first).\(Self.base64("anna"))"
        cookies[.forged] = "\(links[.bob]?.suffix(26) ?? "").\(first).\(Self.base64("anna"))"
        names = try await session.order(for: person)
        names.append(try await session.headshot(for: person))
    }

    private static func base64(_ name: String) -> String { Data(name.utf8).base64EncodedString() }

    func maySee(_ visitor: Sort) -> Bool { visitor == .anna }

    func foreignToken(of visitor: Sort) -> String? {
        formToken(of: visitor == .bob ? .anna : .bob)
    }

    func formToken(of visitor: Sort) -> String? {
        cookies[visitor].map { LinkVisit.formToken(of: $0) } ?? "none"
    }

    func general(_ path: String) -> String {
        path.replacing(names[0], with: "{photo}").replacing(names[1], with: "{job}")
            .replacing(names[2], with: "{headshot}")
            .replacing(/\/p\/make\/[0-9a-z]{10}$/, with: "/p/make/{new}")
    }

    func send(
        _ declaration: RouteDeclaration, as visitor: Sort, form: String?
    ) async throws -> RoutesInProcess.Answer {
        let isOfPhoto = declaration.path.hasPrefix("/p/photo/")
        let isOfHeadshot = declaration.path.hasPrefix("/p/result/")
        let name = names[isOfPhoto ? 0 : isOfHeadshot ? 2 : 1]
        let path = declaration.path.replacing("{id}", with: name)
            .replacing("{secret}", with: links[visitor]?.suffix(26) ?? "nothing")
            .replacing("{code}", with: "de").replacing("{name}", with: "nothing")
            .replacing("{backdrop}", with: "studio")
        var fields: HTTPFields = [:]
        if let cookie = cookies[visitor] { fields[.cookie] = "headshot_link=\(cookie)" }
        if let name = HTTPField.Name("Headshot-Form") { fields[name] = form }
        if declaration.method == .post, declaration.path == "/p/photo" {
            return try await routes.send(
                .post, path, token: visitor == .appToken ? appToken : nil,
                type: PhotoForm.type, fields: fields, PhotoForm.body([("form", form ?? "")]))
        }
        let body =
            "form=\(form ?? "")&agree=\(Self.version)&style=front-professional"
            + "&round-front-professional=0&cost=0&word=no"
        return try await routes.send(
            declaration.method, path, token: visitor == .appToken ? appToken : nil,
            person: visitor == .appToken ? "anna" : nil,
            type: "application/x-www-form-urlencoded", fields: fields, body)
    }

    struct Kept: Equatable {
        let photos: [Upload]
        let jobs: [Job]
        let consents: [Consent]
        let preferences: Preferences
        let invitee: Invitee?
    }

    func kept() async throws -> Kept {
        let store = session.store
        return Kept(
            photos: try await store.uploads(of: person, limit: .max),
            jobs: try await store.jobs(JobFilter(person: person), limit: 100),
            consents: try await store.consents(of: person),
            preferences: try await store.preferences(of: person),
            invitee: try await store.invitee(person))
    }
}
