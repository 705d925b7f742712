import Foundation
import HeadshotWorker
import JobQueue
import Setup

/// Asks a model for words in place of the local ones, where the space, the plan and the person allow it.
struct Asking: Sendable {
    let session: Session

    /// The question about a thing; nil if no model is to be asked.
    ///
    /// - Parameters:
    ///   - thing: Names what it is about: the question is asked once for each.
    ///   - persona: Who speaks, for kinds of words with a persona.
    ///   - manner: The prompt, where it is not the usual one of the kind.
    ///   - photo: What the model looks at, by its name in the store.
    func question(
        _ kind: WordsKind, about thing: String, for caller: PersonCaller, _ wishes: Wishes,
        as persona: String? = nil, in manner: WordsOrder.Manner? = nil,
        data: [String: WordsOrder.Value],
        showing photo: String? = nil
    ) async throws -> Question? {
        let settings = caller.settings
        guard caller.mayAskModel, settings.provider != ProviderKind.local.rawValue,
            wishes.said.allowsModels
        else { return nil }
        let now = session.configuration.environment.now
        let most = kind.cap(try await session.rules(of: caller.person, in: settings))
        guard most > 0 else { return nil }
        var question = Question(
            key: Self.key(kind, thing), kind: kind.job,
            payload: WordsOrder(data: data, persona: persona, manner: manner).payload,
            provider: WordsLane.name(of: settings.provider),
            fleeting: Fleeting(until: now + kind.patience, mostADay: most))
        question.photo = photo
        return question
    }

    /// The key of a question.
    static func key(_ kind: WordsKind, _ thing: String) -> String { "\(kind.rawValue)/\(thing)" }
}

/// Words as they are told: the local ones, or those of a model that took their place.
struct ToldWords<Answer: Decodable & Sendable>: Sendable {
    /// The model's answer; nil as long as the local words stand.
    let answer: Answer?
    /// Who wrote them.
    let source: String
    /// `improving` while a model's answer may still come, else `final`.
    let state: String
    /// The job that may bring better words; nil once it has ended.
    let job: String?
    /// Whether a model was asked in vain.
    let hasFailed: Bool
    /// Whether it was asked and gave no words, rather than not asked in time.
    let isBroken: Bool

    init(_ reply: Reply?) {
        switch reply {
        case .answered(let json, let provider):
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            answer = try? decoder.decode(Answer.self, from: Data(json.utf8))
            source = answer == nil ? Self.local : provider.isEmpty ? "model" : provider
            (state, job, hasFailed) = ("final", nil, answer == nil)
            isBroken = answer == nil
        case .pending(let id):
            (answer, source, state, job, hasFailed) =
                (nil, Self.local, "improving", id.description, false)
            isBroken = false
        case .gone(let reason):
            // Whoever took the question back knows why.
            let isOwnDoing = reason == CancellationReason.forgotten.rawValue
            (answer, source, state, job, hasFailed) = (nil, Self.local, "final", nil, !isOwnDoing)
            isBroken = CancellationReason(rawValue: reason) == nil
        case .none?, nil:
            (answer, source, state, job, hasFailed) = (nil, Self.local, "final", nil, false)
            isBroken = false
        }
    }

    static var local: String { ProviderKind.local.rawValue }
}
