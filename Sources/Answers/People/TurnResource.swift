package import Companion
package import Foundation
import HeadshotWorker
package import JobQueue
package import People

/// What was said in front of a camera.
package struct TurnContent: Encodable, Sendable {
    package let id: String
    package let clientId: String
    package let role: String
    package let at: Date
    package let text: String
    /// The local sentence, where the text is the line for a model that failed.
    package let tip: String?
    /// Where help is; absent unless the words answer what may be danger, or what cannot be judged here.
    package let help: Help?
    /// Why the local sentence stays: no model was asked.
    package let reason: String?

    /// What a model writes.
    fileprivate struct TurnText: Decodable, Sendable {
        let tip: String
    }

    fileprivate init(_ turn: Turn, text: String, tip: String? = nil, _ help: HelpFinder) {
        id = turn.id
        clientId = turn.client
        role = turn.role.rawValue
        at = turn.said
        self.text = text
        self.tip = tip
        let tone = turn.words.tone.flatMap(Tone.init(rawValue:))
        self.help = help.find(tone, in: turn.words.language)
        reason = turn.words.obstacle
    }
}

/// A turn; nothing improves a person's.
package typealias TurnResource = Improvable<TurnContent>

extension TurnResource {
    package init(_ turn: Turn, _ reply: Reply?, _ words: CoachWords?, _ help: HelpFinder) {
        guard turn.role == .coach else {
            self.init(TurnContent(turn, text: turn.words.text, help), .none)
            return
        }
        let told = ModelText<TurnContent.TurnText>(reply)
        // Who asked is not left with a sentence about something else, whatever went wrong.
        let isUnanswered = told.hasFailed && turn.words.isAnswer == true
        let fallback = isUnanswered ? words?.live.fallback : nil
        self.init(
            TurnContent(
                turn, text: told.answer?.tip ?? fallback ?? turn.words.text,
                tip: fallback == nil ? nil : turn.words.text, help),
            told.origin(ifFailed: words?.failed))
    }
}

/// Reads turns with what models said meanwhile.
package struct TurnReader: Sendable {
    private let people: PersonServices

    package init(_ people: PersonServices) { self.people = people }

    /// The turn that a job has brought a sentence for, or has not; nil for a job of another sort.
    package func turn(of job: JobResource, in space: SpaceRecord) async throws -> TurnResource? {
        guard job.kind == WordsKind.liveTurn.rawValue, let id = JobID(job.id),
            let turn = try await people.store.turn(of: id)
        else { return nil }
        let words = try await people.texts.words(of: space)
        return try await resources([turn], of: turn.person, words).first
    }

    /// Turns as they are sent.
    package func resources(
        _ turns: [Turn], of person: Person, _ words: Words
    ) async throws -> [TurnResource] {
        let help = HelpFinder(words, try await people.store.preferences(of: person))
        let replies = try await people.replies(
            to: .liveTurn, about: turns.map(\.client), of: person)
        return turns.map {
            TurnResource($0, replies[WordsKind.liveTurn.key($0.client)], words.coach, help)
        }
    }
}
