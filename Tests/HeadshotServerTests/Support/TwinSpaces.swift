import Answers
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Setup
import Testing

@testable import Companion
@testable import HeadshotServer
@testable import JobQueue

/// Two spaces with all features and the same persons, and a token of each sort.
struct TwinSpaces {
    /// Who holds a token, and with which scopes; none of a space of which nothing is asked.
    enum Sort: String, CaseIterable {
        case noToken = "no token"
        case revoked = "revoked token"
        case store = "store"
        case otherStore = "store of the other space"
        case otherSpace = "server of the other space"
        case noScope = "server without a scope"
        case read = "server read"
        case submit = "server submit"
        case submitAndRead = "server submit read"
        case operate = "server operate"
        case all = "server submit read operate"
        case app = "app"

        /// Whether it may neither write nor order a model's text in the first space.
        var mayNotWrite: Bool {
            switch self {
            case .noToken, .revoked, .store, .otherStore, .noScope, .read: true
            case .otherSpace, .submit, .submitAndRead, .operate, .all, .app: false
            }
        }
    }

    /// Persons of both spaces: two who use it, and one who leaves.
    static let anna = "81f3a1c2-0b5d-4e6f-8a9b-0c1d2e3f4a5b"
    static let bob = "92a4b2d3-1c6e-4f70-9bac-1d2e3f4a5b6c"
    static let carol = "a3b5c3e4-2d7f-4081-8cbd-2e3f4a5b6c7d"

    let session: Session
    let routes: RoutesInProcess
    let space: Space
    private let tokens: [Sort: String]
    /// The names of what Anna has in the first space, by the folder of its path.
    let annas: [String: String]

    init(number: Int, session: Session) async throws {
        self.session = session
        routes = try RoutesInProcess(session)
        let now = session.configuration.environment.now
        // As a server does when it starts.
        _ = try await session.limits(stores: true)
        let first = try #require(Space("one-\(number)"))
        let second = try #require(Space("two-\(number)"))
        for space in [first, second] {
            var settings = SpaceSettings(provider: "gemini", budget: 1_000_000)
            settings.newPersons = 10
            settings.features = Set(SpaceSettings.Feature.allCases)
            settings.preset = .glowup
            let webhook = try #require(WebhookURL("https://example.com/hook"))
            let created = try await session.store.create(
                space, settings, webhook: webhook, now: now)
            #expect(created != nil)
        }
        var tokens: [Sort: String] = [:]
        func add(
            _ sort: Sort, to space: Space, _ holder: Access.Holder, _ scopes: Set<Access.Scope>
        ) async throws {
            let random = session.configuration.environment.randomBytes(32)
            let token = AccessToken(for: space, random: random)
            let isAdded = try await session.store.add(
                token, to: space, holder: holder, scopes: scopes, now: now)
            #expect(isAdded)
            tokens[sort] = token.secret
        }
        try await add(.revoked, to: first, .server, Set(Access.Scope.allCases))
        let revoked = try await session.store.revokeTokens(of: first, now: now)
        #expect(revoked == 1)
        try await add(.store, to: first, .store, [])
        try await add(.otherStore, to: second, .store, [])
        try await add(.otherSpace, to: second, .server, Set(Access.Scope.allCases))
        try await add(.noScope, to: first, .server, [])
        try await add(.read, to: first, .server, [.read])
        try await add(.submit, to: first, .server, [.submit])
        try await add(.submitAndRead, to: first, .server, [.submit, .read])
        try await add(.operate, to: first, .server, [.operate])
        try await add(.all, to: first, .server, Set(Access.Scope.allCases))
        try await add(.app, to: first, .app, [.submit])
        self.space = first
        self.tokens = tokens
        var annas: [String: String] = [:]
        for (space, sort) in [(second, Sort.otherSpace), (first, .all)] {
            let carol = try #require(Person(Self.carol, in: space))
            for name in [Self.bob, Self.anna] {
                let person = try #require(Person(name, in: space))
                annas = try await Self.fill(
                    person, in: session, routes, token: try #require(tokens[sort]))
            }
            try await session.store.beginToForget(carol, now: now)
        }
        self.annas = annas
    }

    func token(_ sort: Sort) -> String? { tokens[sort] }

    /// Gives a person one thing of each sort; returns their names, by the folders of their paths.
    private static func fill(
        _ person: Person, in session: Session, _ routes: RoutesInProcess, token: String
    ) async throws -> [String: String] {
        let store = session.store
        let environment = session.configuration.environment
        let now = environment.now
        func newName() -> RandomName { environment.worker().newName() }
        _ = try await store.admit(person, most: 10, now: now)
        func post(_ path: String, _ body: String) async throws -> RoutesInProcess.Answer {
            let answer = try await routes.send(
                .post, path, token: token, person: person.rawValue, body)
            #expect((200...202).contains(answer.status), "\(path): \(answer.body)")
            return answer
        }
        let intake = try await PhotoIntake(home: session.home)
        try await intake.append(Data("photo of \(person.space)/\(person)".utf8))
        let photo = await intake.name(by: newName())
        let upload = Upload(
            id: newName().rawValue, person: person, photo: photo, name: "photo",
            verdict: #"{"accepted":true,"findings":[]}"#, created: now)
        let isKept = try await store.add(upload)
        #expect(isKept)
        try await intake.keep(as: photo)
        var jobs: [String] = []
        for style in ["front-professional", "right-professional"] {
            let order = #"{"photo_id":"\#(upload.id)","styles":["\#(style)"],"provider":"local"}"#
            let answer = try await post("/v1/jobs", order)
            jobs.append(
                try #require(
                    answer.body.firstMatch(of: /"\/v1\/jobs\/([^\/"]+)"/).map { String($0.1) }))
        }
        // The end of the second is announced.
        _ = try await post("/v1/jobs/\(jobs[1])/cancel", "")
        let delivery = try await store.undelivered(of: person.space, limit: 10)
            .first { $0.job?.description == jobs[1] }
        let scan = Scan(
            id: newName().rawValue, person: person, key: nil, digest: digest,
            answer: Self.scan, photo: nil, created: now)
        let admission = try await store.add(scan, by: PlanTable(), now: now)
        #expect(admission == .kept)
        let yesterday = (now - 86_400).formatted(.iso8601)
        let moment = try await post(
            "/v1/moments",
            #"{"client_id":"a","text":"I called my mother today","happened_at":"\#(yesterday)"}"#)
        let turn = Turn(
            id: newName().rawValue, person: person, role: .coach, client: "a", digest: digest,
            said: now, words: Turn.Content(text: "Turn to the window.", goesToModels: false))
        _ = try await store.add(turn, after: nil, asking: nil, pause: 0, now: now)
        let tips = try await store.tips(
            of: person, .short, for: "2001-01-01", ids: [newName().rawValue], now: now
        ) { _ in [Tip.Said(title: "Light", body: "Face the window.", part: "light", queries: [])] }
        return [
            "photos": upload.id, "jobs": jobs[0], "deliveries": try #require(delivery).id,
            "scans": scan.id, "moments": try #require(moment["id"]),
            "tips": try #require(tips?.first).id,
        ]
    }

    /// The digest of a request that was never sent.
    private static let digest = String(repeating: "0", count: 64)
    private static let scan = """
        {"score":7.5,"ratings":[],"strengths":[],"weaknesses":[],"findings":[],\
        "face":{"width":1,"height":1,"faces":[]}}
        """

    /// What is kept of Anna in the first space, of all other persons, and in the second space.
    struct Kept: Equatable {
        var annas = ""
        var others = ""
        /// Every row of the second space, and whether its photos are stored.
        var second: [String] = []
    }

    /// What is kept now.
    func kept() async throws -> Kept {
        Kept(
            annas: try await own(), others: try await others(),
            second: try await rows() + photos())
    }

    private var second: Space {
        get throws { try #require(Space(space.rawValue.replacing("one", with: "two"))) }
    }

    /// The second space's rows of every table, without those of Carol, who may be forgotten at any request.
    private func rows() async throws -> [String] {
        let second = try second.rawValue
        return try await session.store.read { tx in
            let tables: [String] = try tx.values(
                """
                SELECT tables.name FROM sqlite_schema AS tables
                JOIN pragma_table_info(tables.name) AS columns
                WHERE tables.type = 'table' AND columns.name = 'space' AND tables.name <> 'departed'
                """)
            let rows = try tables.flatMap { table in
                try tx.rows("SELECT * FROM \(table) WHERE space = ?", [second])
                    .map { "\(table): \($0.values)" }
            }
            let settings = try tx.rows("SELECT * FROM space WHERE name = ?", [second])
            return (rows + settings.map { "\($0.values)" })
                .filter { !$0.contains(Self.carol) }.sorted()
        }
    }

    private func photos() async throws -> [String] {
        var photos: [String] = []
        for name in [Self.anna, Self.bob] {
            let person = try #require(Person(name, in: try second))
            for upload in try await session.store.uploads(of: person, limit: .max) {
                photos.append("\(upload.photo): \(try await session.home.holdsPhoto(upload.photo))")
            }
        }
        return photos
    }

    private func others() async throws -> String {
        var others: [String] = []
        let second = try second
        for (space, name) in [(space, Self.bob), (second, Self.anna), (second, Self.bob)] {
            others.append(try await export(name, in: space))
        }
        return others.joined(separator: "\n")
    }

    private func own() async throws -> String { try await export(Self.anna, in: space) }

    private func export(_ name: String, in space: Space) async throws -> String {
        let person = try #require(Person(name, in: space))
        let record = try #require(try await session.store.record(of: space))
        var export = try await PersonExport(
            of: person, in: record, PersonReader(session.people), isPretty: false)
        var text = ""
        while let part = try await export.next() { text += part }
        return text
    }
}
