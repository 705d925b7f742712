import Crypto
import Foundation
package import Ground
import HeadshotWorker
import JobQueue
import People

extension PersonServices {
    /// Finds somebody who is known for a person's style, and keeps the match.
    ///
    /// - Parameter wished: The theme to look for; `nil` for the person's own.
    package func matchCelebrity(
        theme wished: String?, for visitor: Visitor
    ) async throws -> (match: KeptMatch, reply: Reply) {
        let person = visitor.person
        let words = try await texts.words(of: visitor.space)
        guard let celebrities = words.celebrities else { throw PersonProblem.featureOff }
        if let wished, !(words.themes ?? []).contains(wished) {
            throw PersonProblem.malformed(
                "'theme' is one of \((words.themes ?? []).joined(separator: ", ")).")
        }
        let wishes = try await store.preferences(of: person)
        let clock = try await clock(for: wishes, in: visitor.settings)
        let profile = try await profile(of: person, wishes, words).profile
        let shape = profile.faceShape?.value
        let theme = wished ?? profile.theme?.value
        guard
            let celebrity = celebrities.match(
                shape: shape, theme: theme, seed: clock.today.description.seed)
        else { throw PersonProblem.notFound }
        var facts = profile.searchFacts
        facts["{theme}"] = theme
        let match = KeptMatch(
            day: clock.today, faceShape: shape, theme: theme, name: celebrity.name,
            why: celebrity.why, queries: Searches(words.queries ?? [], facts).part(0))
        var data = profile.facts
        data["theme"] = theme.map(WordsOrder.Value.text)
        let question =
            data.isEmpty
            ? nil
            : try await question(.celebrity, about: match.thing, for: visitor, wishes, data: data)
        let kept = String(decoding: try JSONEncoder().encode(match), as: UTF8.self)
        guard
            try await store.changePreferences(
                of: person, asking: question, now: clock.now, { $0.celebrity = kept }) != nil
        else { throw PersonProblem.leaving }
        return (match, try await reply(to: .celebrity, about: match.thing, of: person))
    }
}

/// The match that was made last, as it is stored.
package struct KeptMatch: Codable, Sendable {
    package let day: LocalDay
    package let faceShape: String?
    package let theme: String?
    package let name: String
    package let why: String
    package let queries: [String]

    /// What a model is asked about: a style on a day.
    package var thing: String {
        let style = SHA256.hash(data: Data("\(faceShape ?? "")/\(theme ?? "")".utf8))
        return "\(day)/\(style.hexadecimal.prefix(16))"
    }
}

extension KeptMatch {
    /// The last match of a person; `nil` before there is one.
    package init?(_ wishes: Preferences) {
        guard let kept = wishes.celebrity,
            let match = try? JSONDecoder().decode(KeptMatch.self, from: Data(kept.utf8))
        else { return nil }
        self = match
    }
}
