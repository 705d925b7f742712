import Companion
import Foundation
import Ground
import HeadshotWorker
import JobQueue
import Pages
import PromptFactory
import Setup

/// The filter of a list of jobs, as an address and a form carry it.
struct DeskFilter {
    private(set) var filter: JobFilter
    /// Its fields, so that another page has the same filter.
    private(set) var fields: [Desk.Field] = []
    /// The space that was chosen, or whose operator it is.
    private(set) var space: Space?

    /// Reads the fields of a filter; throws for a value that no job can have.
    ///
    /// - Parameter zone: In which the queue's days begin.
    init(_ form: SiteForm, _ desk: Desk, for visit: Operator, zone: TimeZone) async throws {
        filter = visit.jobs
        space = try await desk.space(named: form["space"], for: visit)
        filter.space = space
        for (name, value) in form.entries {
            switch name {
            case "state": filter.states.append(try Self.known(JobState(rawValue: value), name))
            case "reason": filter.reasons.append(value)
            case "style":
                let style = Style.all.first { $0.name == value }
                filter.payloads.append(HeadshotOrder.pattern(of: try Self.known(style, name)))
            case "kind": filter.kind = JobKind(rawValue: value)
            case "provider":
                filter.provider = try Self.known(ProviderKind(rawValue: value), name).rawValue
            case "mark": filter.mark = try Self.known(JobMark(rawValue: value), name)
            case "day":
                let day = try Self.known(LocalDay(value), name)
                filter.submitted = day.start(in: zone)..<day.end(in: zone)
            case "person":
                let person = Person(named: value, in: space ?? .commandLine)
                filter.person = try Self.known(person, name)
                filter.space = filter.person?.space
            case "space": break
            default: continue
            }
            fields.append((name, value))
        }
    }

    private static func known<Value>(_ value: Value?, _ name: String) throws(Refusal) -> Value {
        guard let value else { throw .malformed("The value of '\(name)' is wrong.") }
        return value
    }

    func has(_ name: String, _ value: String) -> Bool {
        fields.contains { $0.name == name && $0.value == value }
    }

    func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// The same for jobs of some of its states; `nil` if it names others alone.
    func narrowed(to states: [JobState], orElse usual: [JobState]? = nil) -> JobFilter? {
        var narrowed = filter
        narrowed.states =
            filter.states.isEmpty ? usual ?? states : filter.states.filter(states.contains)
        return narrowed.states.isEmpty ? nil : narrowed
    }

    /// The fields as choices of a form.
    func choices(_ text: SiteText) -> View {
        func list(_ name: String, _ values: [String], _ group: String?) -> [View] {
            [Desk.choice("", text("desk", "any"), isChosen: value(name) == nil)]
                + values.map { value in
                    let shown = group.flatMap { text.known($0, value) } ?? value
                    return Desk.choice(value, shown, isChosen: has(name, value))
                }
        }
        return View([
            "states": JobState.allCases.map {
                Desk.choice(
                    $0.rawValue, text("desk_state", $0.rawValue),
                    isChosen: has("state", $0.rawValue))
            },
            "styles": list("style", Style.all.map(\.name), "style"),
            "providers": list("provider", ProviderKind.allCases.map(\.rawValue), "desk_provider"),
            "kinds": list("kind", [JobKind.headshot, .analysis].map(\.rawValue), "desk_kind"),
            "marks": list("mark", JobMark.allCases.map(\.rawValue), "desk_mark"),
            "person": value("person"), "day": value("day"), "reason": value("reason"),
        ])
    }
}
