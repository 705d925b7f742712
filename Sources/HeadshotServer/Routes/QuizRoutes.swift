import Foundation
import Ground
import Hummingbird
import JobQueue
import People
import Setup

/// The routes of the questions at the beginning, and of the preview that their answers lead to.
struct QuizRoutes: Sendable {
    let session: Session
    let shelf: WordsShelf

    func add(to routes: Routes) {
        routes.add(.get, "/v1/quiz", .offer(feature: .quiz)) { request, _, caller in
            let quiz = try await quiz(of: caller.record)
            var count = quiz.counts.upperBound
            if let text = request.uri.queryParameters["count"] {
                guard let wanted = Int(digits: text, in: quiz.counts) else {
                    let (least, most) = (quiz.counts.lowerBound, quiz.counts.upperBound)
                    throw Refusal.malformed("'count' is \(least) to \(most).")
                }
                count = wanted
            }
            var chance = session.configuration.environment.chance
            return try Response.json(QuestionsAnswer(questions: quiz.draw(count, using: &chance)))
        }
        routes.add(.get, "/v1/me/quiz", .person(.reads, feature: .quiz)) { _, _, caller in
            let quiz = try await quiz(of: caller.record)
            let wishes = try await session.store.wishes(of: caller.person)
            guard let answer = try await told(wishes, quiz, caller.record) else {
                throw Refusal.notFound
            }
            return try Response.json(answer)
        }
        routes.add(.put, "/v1/me/quiz", .person(.creates, feature: .quiz)) { request, _, caller in
            try await keep(request, caller)
        }
    }

    private func quiz(of record: SpaceRecord) async throws -> Quiz {
        guard let words = try await shelf.words(of: record).quiz else {
            throw Refusal.featureOff
        }
        return Quiz(words)
    }

    private func keep(_ request: Request, _ caller: PersonCaller) async throws -> Response {
        let quiz = try await quiz(of: caller.record)
        let answers = try await RequestBytes.decode(QuizRequest.self, from: request).answers
        if let problem = quiz.problem(in: answers) { throw Refusal.malformed(problem) }
        let kept = String(decoding: try JSONEncoder().encode(answers), as: UTF8.self)
        let wishes = try await session.store.changeWishes(
            of: caller.person, now: session.configuration.environment.now
        ) { $0.quiz = kept }
        guard let wishes, let answer = try await told(wishes, quiz, caller.record) else {
            throw Refusal.leaving
        }
        return try .json(answer)
    }

    private func told(
        _ wishes: Wishes, _ quiz: Quiz, _ record: SpaceRecord
    ) async throws -> QuizResource? {
        let words = try await shelf.words(of: record)
        return QuizResource(wishes, quiz, celebrity: words.sample(for: wishes, in: record.settings))
    }
}

private struct QuestionsAnswer: Encodable {
    let questions: [QuizWords.Question]
}

private struct QuizRequest: Decodable, Sendable {
    let answers: [String: QuizAnswer]
}

/// A person's answers, and the preview that they lead to.
struct QuizResource: Encodable {
    let answers: [String: QuizAnswer]
    let preview: QuizPreview

    /// nil before there are any answers.
    init?(_ wishes: Wishes, _ quiz: Quiz, celebrity: String?) {
        guard let answers = Self.answers(wishes) else { return nil }
        self.answers = answers
        preview = quiz.preview(
            of: answers, faceShape: wishes.said.faceShape, celebrity: celebrity)
    }

    /// What the person wants.
    static func goals(_ wishes: Wishes) -> [String] { Quiz.goals(of: answers(wishes) ?? [:]) }

    private static func answers(_ wishes: Wishes) -> [String: QuizAnswer]? {
        guard let kept = wishes.quiz else { return nil }
        return try? JSONDecoder().decode([String: QuizAnswer].self, from: Data(kept.utf8))
    }
}

extension Words {
    /// The name of somebody whom a preview shows; nil where the space names no one.
    func sample(for wishes: Wishes, in settings: SpaceSettings) -> String? {
        guard settings.features.contains(.celebrity) else { return nil }
        return celebrities?.match(
            shape: wishes.said.faceShape, theme: wishes.said.theme, seed: 0)?.name
    }
}
