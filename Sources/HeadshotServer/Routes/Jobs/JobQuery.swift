import Hummingbird
import HummingbirdCore
import JobQueue
import PromptFactory

/// What a list of jobs is asked for.
struct JobQuery {
    var filter: JobFilter
    let page: PageQuery
    /// Only jobs that are older than this one.
    let after: JobID?

    init(
        _ query: FlatDictionary<Substring, Substring>, for caller: JobsCaller
    ) throws(Refusal) {
        filter = caller.visible
        var ofPage: [(String, Substring)] = []
        for (name, value) in query {
            let value = String(value)
            switch name {
            case "state":
                for word in value.split(separator: ",") {
                    filter.states.append(try Self.known(JobState(rawValue: String(word)), name))
                }
            case "reason": filter.reasons.append(value)
            case "person": try filter.narrow(to: value, for: caller)
            case "kind": filter.kind = JobKind(rawValue: value)
            case "provider": filter.provider = value
            case "after", "limit": ofPage.append((String(name), Substring(value)))
            default: throw .malformed("There is no parameter '\(name)'.")
            }
        }
        page = try PageQuery(ofPage)
        after = try page.after.map { last throws(Refusal) in
            try Self.known(JobID(last), "after")
        }
    }

    private static func known<Value>(
        _ value: Value?, _ name: Substring
    ) throws(Refusal) -> Value {
        guard let value else { throw .malformed("The value of '\(name)' is wrong.") }
        return value
    }
}
