import Foundation
import HTTPTypes
import PromptFactory
import Setup
import Testing

@testable import Companion
@testable import HeadshotServer
@testable import HeadshotWorker
@testable import JobQueue

/// One visitor of each sort, who try the pages and forms of what somebody owns.
protocol VisitorWalk {
    associatedtype Sort: CaseIterable & Equatable & RawRepresentable<String>
    associatedtype Kept: Equatable

    /// What only visitors who may see may read.
    var names: [String] { get }
    /// What the queue has of it.
    func kept() async throws -> Kept
    func maySee(_ visitor: Sort) -> Bool
    /// The token of another session, which a visitor's form sends in place of its own.
    func foreignToken(of visitor: Sort) -> String?
    /// What a visitor's forms have; of a visitor without a session, anything.
    func formToken(of visitor: Sort) -> String?
    /// A path with names in the places of ids.
    func general(_ path: String) -> String
    func send(
        _ declaration: RouteDeclaration, as visitor: Sort, form: String?
    ) async throws -> RoutesInProcess.Answer
}

extension VisitorWalk {
    /// What each visitor gets of a page or a form: a line for those who get the same.
    ///
    /// - Parameter skipped: Visitors who do not ask for it.
    func answers(to declaration: RouteDeclaration, without skipped: [Sort] = []) async throws
        -> String
    {
        var rows: [(answers: String, visitors: [String])] = []
        for visitor in Sort.allCases {
            let answers =
                skipped.contains(visitor)
                ? "not asked" : try await answers(to: declaration, as: visitor)
            if let row = rows.firstIndex(where: { $0.answers == answers }) {
                rows[row].visitors.append(visitor.rawValue)
            } else {
                rows.append((answers, [visitor.rawValue]))
            }
        }
        return rows.map { "    \($0.visitors.joined(separator: ", ")): \($0.answers)\n" }.joined()
    }

    private func answers(
        to declaration: RouteDeclaration, as visitor: Sort
    ) async throws -> String {
        let before = try await kept()
        let forms: [(name: String, token: String?)] =
            declaration.method == .get
            ? [("", nil)]
            : [
                ("without token", nil), ("with another's token", foreignToken(of: visitor)),
                ("with token", formToken(of: visitor)),
            ]
        var answers: [String] = []
        for form in forms {
            let answer = try await send(declaration, as: visitor, form: form.token)
            let what: Comment =
                "\(declaration.method) \(declaration.path) \(visitor) \(form.name): \(answer.body)"
            #expect(answer.status < 500, what)
            let place = answer.headers[.location].map { " to \(general($0))" } ?? ""
            answers.append("\(form.name) \(answer.status)\(place)".trimmingPrefix(" ").description)
            if !maySee(visitor) {
                // The links of the languages lead back to the address, which the visitor has typed.
                let body = answer.body.replacing(/back=[^"]*/, with: "back=")
                for name in names { #expect(!body.contains(name), what) }
            }
            if !maySee(visitor) || form.name != "with token" {
                #expect(try await kept() == before, what)
            }
        }
        return answers.uniqued().joined(separator: ", ")
    }
}

extension Session {
    /// Gives a person a photo and an order of it; returns their ids.
    func order(for person: Person, key: String = "one") async throws -> [String] {
        let environment = configuration.environment
        let intake = try await PhotoIntake(home: home)
        try await intake.append(Data("photo \(key) of \(person)".utf8))
        let name = environment.worker().newName()
        let photo = await intake.name(by: name)
        let upload = Upload(
            id: name.rawValue, person: person, photo: photo, name: "photo",
            verdict: #"{"accepted":true,"findings":[]}"#, created: environment.now)
        let isKept = try await store.add(upload)
        #expect(isKept)
        try await intake.keep(as: photo)
        let submitter = Submitter(
            store: store, home: home, environment: environment.worker())
        let plans = try await submitter.plan([
            PhotoOrder(
                photo: CheckedPhoto(stored: photo, name: "photo"),
                wish: .headshots(HeadshotWish(styles: [Style.all[0]], provider: .local)),
                person: person, key: .name(key))
        ])
        guard case .taken(let jobs)? = try await submitter.submit(plans).first ?? nil,
            let job = jobs.first
        else {
            Issue.record("the order was not taken")
            return [upload.id]
        }
        return [upload.id, job.id.description]
    }

    /// Gives a person a headshot, as a worker makes one; returns the job's id.
    func headshot(for person: Person) async throws -> String {
        let id = try #require(try await order(for: person, key: "two").last)
        let now = configuration.environment.now
        var others: Set<JobID> = []
        while true {
            let result = try await store.claim(
                for: WorkerID(configuration.environment.worker().newName()), token: id,
                freeProvider: "local", leavingOut: others,
                understands: { "\($0.id)" == id }, now: now)
            switch result {
            case .notUnderstood(let jobs): others.formUnion(jobs)
            case .claimed(let claim):
                let saved = SavedResult(
                    ending: "front.jpg", digest: await PhotoStore.digest(of: Data(id.utf8)))
                try FileManager.default.createDirectory(
                    atPath: results, withIntermediateDirectories: true)
                try Data(id.utf8).write(
                    to: URL(filePath: "\(results)/\(saved.name(of: claim.job.id))"))
                let end = try await store.settle(
                    claim, Settlement(job: .succeeded(outcome: "{}", result: saved)), now: now)
                try #require(end != nil)
                return id
            default:
                Issue.record("the job was not claimed: \(result)")
                return id
            }
        }
    }
}

/// The body of a form with a photo, which a decoder would refuse.
enum PhotoForm {
    static let type = "multipart/form-data; boundary=edge"

    static func body(_ fields: [(String, String)]) -> String {
        (fields + [("photo", "no photo at all")])
            .map { "--edge\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n" }
            .joined() + "--edge--\r\n"
    }
}

extension [String] {
    /// Each text once, in the order in which they first came.
    fileprivate func uniqued() -> [String] {
        reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
