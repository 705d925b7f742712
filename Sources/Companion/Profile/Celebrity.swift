import Hashing
import Foundation
package import Ground
import HeadshotWorker
import JobQueue
import People

extension PersonServices {
    /// Finds somebody who is known for a person's style, and keeps the match.
    ///
    /// A person keeps a match until other facts are known, or the person asks for another match.
    ///
    /// - Parameters:
    ///   - wished: The theme to look for; `nil` for the person's own.
    ///   - wantsAnother: Whether it is to be another than the last one.
    ///   - key: The client's own name for the request: the same one again has the same match.
    package func matchCelebrity(
        theme wished: String?, another wantsAnother: Bool = false, key: String? = nil,
        for visitor: Visitor
    ) async throws -> (match: KeptMatch, reply: Reply) {
        let person = visitor.person
        let words = try await texts.words(of: visitor.space)
        guard let celebrities = words.celebrities else { throw PersonProblem.featureOff }
        if let wished, !(words.themes ?? []).contains(wished) {
            throw PersonProblem.malformed(
                "'theme' is one of \((words.themes ?? []).joined(separator: ", ")).")
        }
        let wishes = try await store.preferences(of: person)
        if let key, let kept = KeptMatch(wishes), kept.key == key {
            return (kept, try await reply(to: .celebrity, about: kept.thing, of: person))
        }
        let clock = try await clock(for: wishes, in: visitor.settings)
        let profile = try await profile(of: person, wishes, words).profile
        var taste = taste(profile, wishes, words)
        taste.theme = wished ?? taste.theme
        let theme = taste.theme
        let choices = celebrities.matches(taste, seed: person.rawValue.seed).prefix(Self.turns)
        let last = wantsAnother ? KeptMatch(wishes)?.name : nil
        let next =
            last.flatMap { name in choices.firstIndex { $0.name == name } }
            .map { ($0 + 1) % choices.count } ?? 0
        guard choices.indices.contains(next) else { throw PersonProblem.notFound }
        let celebrity = choices[next]
        var facts = profile.searchFacts
        facts["{theme}"] = theme
        let match = KeptMatch(
            day: clock.today, faceShape: taste.shape, theme: theme, name: celebrity.name,
            why: celebrity.why, queries: Searches(words.queries ?? [], facts).part(0),
            turn: last == nil ? nil : next, scan: profile.faceShape?.scan, key: key)
        // A model's match stays, too, until something else is known.
        if !wantsAnother, let kept = KeptMatch(wishes), kept.isSame(as: match),
            case .answered = try await reply(to: .celebrity, about: kept.thing, of: person)
        {
            return (kept, try await reply(to: .celebrity, about: kept.thing, of: person))
        }
        var data = profile.facts
        data["theme"] = theme.map(WordsOrder.Value.text)
        if let last { data["not_again"] = .text(last) }
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

    /// How many take turns: enough to find another, and near enough to suit.
    private static let turns = 6
}

/// The match that was made last, as it is stored.
package struct KeptMatch: Codable, Sendable {
    package let day: LocalDay
    package let faceShape: String?
    package let theme: String?
    package let name: String
    package let why: String
    package let queries: [String]
    /// Which of several it is, where another was wanted; `nil` for the best.
    let turn: Int?
    /// The scan that measured the shape; `nil` for a shape that the person named.
    let scan: String?
    /// The client's own name for the request that it answers.
    let key: String?

    /// What a model is asked about: a style on a day, and each that was wanted instead.
    package var thing: String {
        let other = turn.map { "/\($0)" } ?? ""
        let style = SHA256.hash(data: Data("\(faceShape ?? "")/\(theme ?? "")\(other)".utf8))
        return "\(day)/\(style.hexadecimal.prefix(16))"
    }
}

extension KeptMatch {
    fileprivate func isSame(as other: KeptMatch) -> Bool {
        (faceShape, theme, name, turn) == (other.faceShape, other.theme, other.name, other.turn)
    }

    /// The last match of a person; `nil` before there is one.
    package init?(_ wishes: Preferences) {
        guard let kept = wishes.celebrity,
            let match = try? JSONDecoder().decode(KeptMatch.self, from: Data(kept.utf8))
        else { return nil }
        self = match
    }
}
