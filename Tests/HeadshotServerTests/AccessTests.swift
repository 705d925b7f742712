import Foundation
import HTTPTypes
import HeadshotWorker
import JobQueue
import Setup
import TestSupport
import Testing

@testable import HeadshotServer

/// What each sort of token may do, on each route that is declared.
@Suite(.timeLimit(.minutes(40)))
struct AccessTests {
    /// Whom a request names.
    private enum Naming: String, CaseIterable {
        /// No person; what its path names is Anna's.
        case nobody
        case self_ = "self"
        /// Another person, and in the path something of Anna's.
        case other
        /// Anna, and another person in the query or the body.
        case filter
        case leaving

        var person: String? {
            switch self {
            case .nobody: nil
            case .self_, .filter: TwinSpaces.anna
            case .other: TwinSpaces.bob
            case .leaving: TwinSpaces.carol
            }
        }
    }

    /// Bodies by which a request that is allowed does something; others are empty.
    private static let bodies = [
        "POST /v1/jobs": #"{"photo_id":"PHOTO","styles":["left-casual"],"provider":"local"}"#,
        "POST /v1/estimates": #"{"styles":["left-casual"],"provider":"local"}"#,
        "POST /v1/jobs/{id}/retry": "{}", "POST /v1/jobs/{id}/resolve": #"{"paid":true}"#,
        // As many as a person has; the space has more.
        "POST /v1/bulk": """
        {"action":"cancel","expected":1,"filter":{"state":["waiting"],"provider":"local"}}
        """,
        "PATCH /v1/me": #"{"onboarded":true}"#,
        "PUT /v1/me/quiz": #"{"answers":{"color_preferences":["Cool"]}}"#,
        "PATCH /v1/tips/{id}": #"{"completed":true}"#, "POST /v1/celebrity": "{}",
        "PUT /v1/routine/{task}": #"{"completed":true}"#,
        "PUT /v1/routine/freeze": #"{"equipped":true}"#,
        "POST /v1/people/{id}/freezes": #"{"id":"receipt"}"#,
        "PUT /v1/people/{id}/plan": #"{"plan":"pro"}"#,
        "POST /v1/reminders/claim": #"{"limit":1}"#,
        // No one is merged: the others of the table are still there.
        "POST /v1/people/{id}/merge": #"{"into":"no id"}"#,
        "POST /v1/moments": #"{"client_id":"b","text":"I ran"}"#,
        "PATCH /v1/moments/{id}": #"{"favourite":true}"#,
        "POST /v1/reminders/sent": """
        {"reminders":[{"person":"\(TwinSpaces.anna)","kind":"daily","day":"2026-11-20"}]}
        """,
        "POST /v1/webhooks/revenuecat/{space}": """
        {"event":{"id":"e","type":"RENEWAL","app_user_id":"81f3a1c2-0b5d-4e6f-8a9b-0c1d2e3f4a5b",\
        "event_timestamp_ms":1}}
        """,
    ]

    /// Photos are refused by their type, once a request may send one.
    private static let photoRoutes: Set = ["POST /v1/photos", "POST /v1/scans", "POST /v1/live"]

    /// Routes that take another person in the query or the body.
    private static let filters = [
        "GET /v1/jobs": "?person=\(TwinSpaces.bob)",
        "GET /v1/archive.zip": "?person=\(TwinSpaces.bob)",
        "POST /v1/bulk": """
        {"action":"cancel","expected":0,"filter":{"person":"\(TwinSpaces.bob)"}}
        """,
    ]

    @Test func `each route does for each sort of token what it declares, and no more`()
        async throws
    {
        try await withTemporaryFolder { folder in
            try await Session.run(Configuration(.process), home: folder) { session in
                var count = 0
                func newSpaces() async throws -> TwinSpaces {
                    count += 1
                    return try await TwinSpaces(number: count, session: session)
                }
                var golden = ""
                for declaration in try RoutesInProcess(session).declarations
                where declaration.path.hasPrefix("/v1/") {
                    var spaces = try await newSpaces()
                    var kept = try await spaces.kept()
                    var rows: [(answers: String, sorts: [String])] = []
                    for sort in TwinSpaces.Sort.allCases {
                        var answers: [String] = []
                        for naming in Naming.allCases {
                            guard
                                let answer = try await send(
                                    declaration, as: sort, naming, in: &spaces, &kept, newSpaces)
                            else { continue }
                            answers.append("\(naming.rawValue) \(answer)")
                        }
                        // What was refused, or only reads, has changed nothing.
                        #expect(try await spaces.kept() == kept, "\(declaration) as \(sort)")
                        let told = answers.joined(separator: ", ")
                        if let row = rows.firstIndex(where: { $0.answers == told }) {
                            rows[row].sorts.append(sort.rawValue)
                        } else {
                            rows.append((told, [sort.rawValue]))
                        }
                    }
                    golden +=
                        "\(declaration.method) \(declaration.path): \(declaration.rules.words)\n"
                    for row in rows {
                        golden += "    \(row.sorts.joined(separator: ", ")):\n"
                        golden += "        \(row.answers)\n"
                    }
                }
                try expectGolden("access.txt", golden)
            }
        }
    }

    /// Sends a request, and checks whose it changes; nil for a route that takes no such request.
    private func send(
        _ declaration: RouteDeclaration, as sort: TwinSpaces.Sort, _ naming: Naming,
        in spaces: inout TwinSpaces, _ kept: inout TwinSpaces.Kept,
        _ newSpaces: () async throws -> TwinSpaces
    ) async throws -> String? {
        let route = "\(declaration.method) \(declaration.path)"
        var path = declaration.path
        let folder = path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
        let name = folder == "people" ? TwinSpaces.anna : spaces.annas[folder] ?? "unknown"
        path = path.replacing("{id}", with: name).replacing("{space}", with: "\(spaces.space)")
            .replacing("{task}", with: "water")
        if route == "GET /v1/tips" { path += "?type=short" }
        var body = (Self.bodies[route] ?? "").replacing(
            "PHOTO", with: spaces.annas["photos"] ?? "")
        if naming == .filter {
            guard let filter = Self.filters[route] else { return nil }
            if filter.hasPrefix("?") { path += filter } else { body = filter }
        }
        let answer = try await spaces.routes.send(
            declaration.method, path, token: spaces.token(sort), person: naming.person,
            type: Self.photoRoutes.contains(route) ? "text/plain" : "application/json", body)
        let what: Comment =
            "\(route) as \(sort.rawValue), naming \(naming.rawValue): \(answer.body)"
        #expect(answer.status < 500, what)
        let isAnnas = naming.person == TwinSpaces.anna || declaration.rules.subject == .space
        let isOfOtherSpace = sort == .otherSpace || sort == .otherStore
        if isOfOtherSpace || naming == .other && !isAnnas {
            for name in spaces.annas.values { #expect(!answer.body.contains(name), what) }
        }
        guard answer.status < 300 else { return "\(answer.status) \(answer.problem ?? "")" }
        let rules = declaration.rules
        // What only reads is looked at with what was refused, at the end of the sort.
        if rules.effect == .reads, !rules.asksModel { return "\(answer.status)" }
        let now = try await spaces.kept()
        if sort.mayNotWrite, rules.holders != [.store] { #expect(now == kept, what) }
        // A route about all persons of a space may change each of them, in this space.
        if !isOfOtherSpace {
            #expect(now.second == kept.second, what)
            if !isAnnas, naming != .nobody { #expect(now.annas == kept.annas, what) }
            if naming == .self_ { #expect(now.others == kept.others, what) }
        } else {
            #expect(now.annas == kept.annas, what)
        }
        if now != kept {
            spaces = try await newSpaces()
            kept = try await spaces.kept()
        }
        return "\(answer.status)"
    }
}

extension AccessRules {
    /// The rules on one line.
    fileprivate var words: String {
        let holder = holders.isEmpty ? "no token" : holders == [.store] ? "store" : "any scope"
        return [
            subject.rawValue, effect.rawValue, scope?.rawValue ?? holder,
            feature.map { "feature \($0.rawValue)" }, plan.map { "plan with \($0.rawValue)" },
            asksModel ? "asks a model" : nil,
        ].compactMap(\.self).joined(separator: ", ")
    }
}
