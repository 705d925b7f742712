import Foundation
package import HeadshotWorker
package import JobQueue

extension PersonServices {
    /// The question about a thing, where the space, the plan and the person allow one; `nil` if no model is to be asked.
    ///
    /// - Parameters:
    ///   - thing: Names what it is about: the question is asked once for each.
    ///   - persona: Who speaks, for kinds of words with a persona.
    ///   - manner: The prompt, where it is not the usual one of the kind.
    ///   - photo: What the model looks at, by its name in the store.
    package func question(
        _ kind: WordsKind, about thing: String, for visitor: Visitor, _ wishes: Preferences,
        as persona: String? = nil, in manner: WordsOrder.Manner? = nil,
        data: [String: WordsOrder.Value],
        showing photo: String? = nil
    ) async throws -> Question? {
        let settings = visitor.settings
        guard hasModel(settings), try await obstacle(to: kind, for: visitor, wishes) == nil
        else { return nil }
        let most = kind.cap(try await rules(of: visitor.person, in: settings))
        var question = Question(
            key: kind.key(thing), kind: kind.job,
            payload: WordsOrder(data: data, persona: persona, manner: manner).payload,
            provider: WordsLane.name(of: settings.provider),
            fleeting: Fleeting(until: now + kind.patience, dailyLimit: most))
        question.photo = photo
        question.zone = try await clock(for: wishes, in: settings).zone
        return question
    }

    /// What became of the question about a thing.
    package func reply(
        to kind: WordsKind, about thing: String, of person: Person
    ) async throws -> Reply {
        try await store.reply(to: kind.key(thing), of: person, now: now)
    }

    /// What became of the questions about some things, by their keys.
    package func replies(
        to kind: WordsKind, about things: [String], of person: Person
    ) async throws -> [String: Reply] {
        try await store.replies(to: things.map(kind.key), of: person, now: now)
    }
}

extension WordsKind {
    /// The key of the question about a thing.
    package func key(_ thing: String) -> String { "\(rawValue)/\(thing)" }
}
