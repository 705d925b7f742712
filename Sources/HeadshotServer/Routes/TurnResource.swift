import Answers
import Foundation
import HeadshotWorker
import JobQueue
import People
import Setup

/// What was said in front of a camera, as it is told.
struct TurnResource: Encodable {
    let id: String
    let clientId: String
    let role: String
    let at: Date
    let text: String
    /// The local sentence, where the text is the line for a model that failed.
    let tip: String?
    /// Where help is; absent unless the words answer what may be danger, or what cannot be judged here.
    let help: Help?
    /// Who wrote the coach's words; absent for a person's.
    let source: String?
    let state: String?
    /// The job that may bring a model's sentence; absent once it has ended.
    let job: String?
    /// Said if a model was asked in vain.
    let note: String?

    /// What a model writes.
    struct Answer: Decodable, Sendable {
        let tip: String
    }

    init(_ turn: Turn, _ reply: Reply?, _ words: CoachWords?, _ help: HelpFinder) {
        id = turn.id
        clientId = turn.client
        role = turn.role.rawValue
        at = turn.said
        self.help = help.find(turn.words.tone.flatMap(Tone.init(stored:)), in: turn.words.language)
        guard turn.role == .coach else {
            text = turn.words.text
            (tip, source, state, job, note) = (nil, nil, nil, nil, nil)
            return
        }
        let told = ToldWords<Answer>(reply)
        let fallback = told.isBroken ? words?.live.fallback : nil
        text = told.answer?.tip ?? fallback ?? turn.words.text
        tip = fallback == nil ? nil : turn.words.text
        source = told.source
        state = told.state
        job = told.job
        note = told.hasFailed ? words?.failed : nil
    }
}

/// A person's chat, the newest turn first.
struct TurnsAnswer: Encodable {
    let turns: [TurnResource]
    /// What to send as `after` for the next ones; absent after the last.
    let next: String?
}

/// Reads turns with what models said meanwhile.
struct TurnReader: Sendable {
    let session: Session
    let shelf: WordsShelf

    /// The turn that a job has brought a sentence for, or has not; nil for a job of another sort.
    func turn(of job: JobResource, in space: SpaceRecord) async throws -> TurnResource? {
        guard job.kind == WordsKind.liveTurn.rawValue, let id = JobID(job.id),
            let turn = try await session.store.turn(of: id)
        else { return nil }
        return try await resources([turn], of: turn.person, shelf.words(of: space)).first
    }

    /// Turns as they are told.
    func resources(
        _ turns: [Turn], of person: Person, _ words: Words
    ) async throws -> [TurnResource] {
        let help = HelpFinder(words, try await session.store.wishes(of: person))
        let replies = try await session.store.replies(
            to: turns.map(Self.key), of: person, now: session.configuration.environment.now)
        return turns.map { TurnResource($0, replies[Self.key($0)], words.coach, help) }
    }

    /// The key of the question about a frame.
    static func key(_ turn: Turn) -> String { Asking.key(.liveTurn, turn.client) }
}
