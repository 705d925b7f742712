import Answers
import Companion
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import Pages
import Setup

/// The pages of an operator.
extension Site {
    func addDesk(to routes: Routes) { Desk(site: self).add(to: routes) }
}

/// What an operator does at a desk: all that the command line decides about jobs, money, persons and gates, by the same functions.
///
/// The operator of a space sees and decides the things of that space alone.
struct Desk: Sendable {
    let site: Site
    /// Of tokens that are tried.
    let signIns = RateLimit()

    var handlers: Handlers { site.handlers }
    var session: Session { site.handlers.session }
    var store: JobStore { site.handlers.session.store }
    var now: Date { site.handlers.now }

    func add(to routes: Routes) {
        for add in [
            addSignIn, addToday, addNew, addMaking, addJobLists, addDecisions, addDone, addJob,
            addTeam, addTeamDecisions, addInvites, addPeople, addMoney, addCharges, addSpaces,
            addSpaceLinks, addMachine,
        ] {
            add(routes)
        }
    }

    /// The parts of the desk, as its navigation lists them.
    enum Section: String, CaseIterable {
        case today, new, jobs, team, people, money, spaces, machine

        var path: String { self == .today ? "/desk" : "/desk/\(rawValue)" }
    }

    /// A page of the desk.
    func show(
        _ template: String, _ section: Section, titled title: String? = nil, _ request: Request,
        _ visit: Operator, _ view: View, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let name = title ?? visit.text("desk", section.rawValue)
        let sections = Section.allCases.map { other in
            View([
                "path": other.path, "name": visit.text("desk", other.rawValue),
                "isCurrent": other == section,
            ])
        }
        let shell = View([
            "wide": true, "heading": name, "form": visit.formToken,
            "sections": sections,
            "script": site.pages.assets.first { $0.member == "desk" }?.path,
            "isOfServer": visit.space == nil, "hasToken": visit.hasToken,
            // An operator of one space has no choice.
            "hasSpaces": (view["spaces"] as? [View])?.isEmpty == false,
        ])
        return try site.show(
            template, title: "\(name) · headshot", request, in: visit.text,
            shell.merging(view) { $1 }, status: status)
    }

    /// A page that asks before something is done: what would happen, and a form that says yes.
    func ask(_ question: Question, _ request: Request, _ visit: Operator) throws -> Response {
        try show(
            "desk_ask", question.section, titled: question.title, request, visit,
            View([
                "note": question.note, "lines": question.lines, "english": question.english,
                "action": question.action, "button": question.button, "back": question.back,
                "typed": question.typed,
                "hidden": question.fields.map { ["name": $0.name, "value": $0.value] as View },
            ]), status: question.note == nil ? .ok : .conflict)
    }

    /// What is asked before something is done.
    struct Question {
        var section: Section
        var title: String
        /// What has changed since it was asked last; `nil` the first time.
        var note: String?
        var lines: [String] = []
        /// Sentences that the command line would print.
        var english: [String] = []
        var action: String
        var button: String
        var back: String
        /// What the operator has to type; `nil` for nothing.
        var typed: String?
        var fields: [Field] = []
    }

    /// A field of a form, or of the query of an address.
    typealias Field = (name: String, value: String)

    /// The time zone of the queue, in which its days begin.
    var zone: TimeZone { get async throws { try await session.keptLimits.timeZone } }

    /// The space of a request, or the one whose operator it is; `nil` for all.
    ///
    /// Throws for a space that the operator does not see, or that there is not.
    func space(named name: String?, for visit: Operator) async throws -> Space? {
        guard let name else { return visit.space }
        guard let space = Space(name), visit.sees(space),
            try await store.record(of: space) != nil
        else { throw Refusal.notFound }
        return space
    }

    /// What the queue knows of the space of a person; for the command line's own, what always holds.
    func record(of space: Space) async throws -> SpaceRecord {
        if space == .commandLine { return .commandLine }
        guard let record = try await store.record(of: space) else { throw Refusal.notFound }
        return record
    }

    /// The choices of a field that names a space; none for an operator who has one alone.
    ///
    /// - Parameter all: What stands for no choice; `nil` where a space must be chosen.
    func spaces(
        _ chosen: Space?, for visit: Operator, all: String? = nil
    ) async throws -> [View] {
        guard visit.space == nil else { return [] }
        let first = all.map { [Self.choice("", $0, isChosen: chosen == nil)] } ?? []
        return try await first
            + store.spaces().map {
                Self.choice($0.space.rawValue, $0.space.rawValue, isChosen: $0.space == chosen)
            }
    }

    /// An entry of a list of choices.
    static func choice(_ value: String, _ name: String, isChosen: Bool = false) -> View {
        ["value": value, "name": name, "isChosen": isChosen]
    }

    /// Whom a row is about, for a page that only operators see.
    static func name(of person: Person) -> String { person.rawValue }

    /// A text for a part of a page that is left out without one.
    static func shown(_ text: String) -> String? { text.isEmpty ? nil : text }

    /// A path with what stands behind its question mark.
    static func path(_ path: String, _ fields: [Field]) -> String {
        guard !fields.isEmpty else { return path }
        func escaped(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
        }
        return path + "?"
            + fields.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
    }

    /// RFC 3986, section 2.3.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

/// A price as a form carries it, so that a page can see whether it is still what was shown.
enum ShownPrice {
    /// - Parameter price: In millionths of a US dollar; `nil` if it is unknown.
    static func field(_ price: Int?) -> String { price.map(String.init) ?? "unknown" }

    /// A sum in a sentence.
    static func words(_ price: Int?, _ text: SiteText) -> String {
        switch price {
        case nil: text("desk", "price_unknown")
        case 0?: text("desk", "price_free")
        case let price?: text("desk", "price_about", ["sum": MoneyWords.dollars(price)])
        }
    }
}
