package import Foundation
package import JobQueue

extension Keeping {
    /// For how many seconds each part is kept; `nil` if all is kept until somebody removes it.
    package var answer: JSONObject? {
        guard !isForGood else { return nil }
        return [
            "jobs": self[.jobs], "photos": self[.photos], "headshots": self[.headshots],
        ]
    }

    /// What is kept how long, for a person; `nil` if all is kept until somebody removes it.
    package var words: String? {
        let parts = [Part.jobs, .photos, .headshots].compactMap { part in
            self[part].map { "\(part.rawValue) \(Self.span($0))" }
        }
        return parts.isEmpty ? nil : "Kept after a job's end: \(parts.joined(separator: ", "))."
    }

    /// Whole days in words.
    package static func span(_ seconds: Int) -> String {
        let days = seconds / 86_400
        return days == 1 ? "1 day" : "\(days) days"
    }
}

extension NextRemoval {
    /// The news as JSON.
    package var answer: JSONObject {
        [
            "part": part.rawValue, "space": space == .commandLine ? nil : space.rawValue,
            "due": date,
        ]
    }

    /// The news for a person.
    package func words(now: Date) -> String {
        let owner = space == .commandLine ? "" : " of \(space)"
        let time = date <= now ? "at the next look" : "from \(TimeWords.minute(date)) on"
        return "\(part.rawValue)\(owner) go next, \(time)"
    }
}
