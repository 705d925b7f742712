import Answers
import Companion
import Ground
import Hummingbird
import JobQueue
import People
import Setup

/// The routes of the questions at the beginning, and of the preview that their answers lead to.
struct QuizRoutes: Sendable {
    let session: Session
    let people: PersonServices

    func add(to routes: Routes) {
        routes.add(.get, "/v1/quiz", .offer(feature: .quiz)) { request, _, caller in
            let quiz = try await people.quiz(of: caller.record)
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
            let quiz = try await people.quiz(of: caller.record)
            let wishes = try await people.store.preferences(of: caller.person)
            return try Response.json(try await resource(wishes, quiz, caller.record))
        }
        routes.add(.put, "/v1/me/quiz", .person(.creates, feature: .quiz)) { request, _, caller in
            try await keep(request, caller)
        }
    }

    private func keep(_ request: Request, _ caller: PersonCaller) async throws -> Response {
        let quiz = try await people.quiz(of: caller.record)
        let answers = try await RequestBytes.decode(QuizRequest.self, from: request).answers
        let wishes = try await people.keep(answers, to: quiz, for: caller.visitor)
        return try .json(try await resource(wishes, quiz, caller.record))
    }

    private func resource(
        _ wishes: Preferences, _ quiz: Quiz, _ record: SpaceRecord
    ) async throws -> QuizResource {
        let words = try await people.texts.words(of: record)
        let sample = words.sample(for: wishes, in: record.settings)
        guard let resource = QuizResource(wishes, quiz, celebrity: sample) else {
            throw Refusal.notFound
        }
        return resource
    }
}

private struct QuestionsAnswer: Encodable {
    let questions: [QuizWords.Question]
}

private struct QuizRequest: Decodable, Sendable {
    let answers: [String: QuizAnswer]
}
