import Answers
import Companion
import Ground
import Hummingbird
import JobQueue
import People
import Setup

/// The routes of the questions at the beginning, and of the preview that their answers lead to.
extension Handlers {
    func addQuiz(to routes: Routes) {
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
            var chance = environment.chance
            return try Response.json(["questions": quiz.draw(count, using: &chance)])
        }
        routes.add(.get, "/v1/me/quiz", .person(.reads, feature: .quiz)) { _, _, caller in
            let wishes = try await people.store.preferences(of: caller.person)
            return try await answer(
                wishes, try await people.quiz(of: caller.record), caller)
        }
        routes.add(.put, "/v1/me/quiz", .person(.creates, feature: .quiz)) { request, _, caller in
            let quiz = try await people.quiz(of: caller.record)
            let answers = try await RequestBytes.decode(QuizRequest.self, from: request).answers
            let wishes = try await people.keep(answers, to: quiz, for: caller.visitor)
            return try await answer(wishes, quiz, caller)
        }
    }

    private func answer(
        _ wishes: Preferences, _ quiz: Quiz, _ caller: PersonCaller
    ) async throws -> Response {
        let record = caller.record
        let sample = try await people.sample(for: caller.person, wishes, in: record)
        let shape = try await people.measuredShape(of: caller.person, wishes, in: record)
        guard let resource = QuizResource(wishes, quiz, measured: shape, celebrity: sample) else {
            throw Refusal.notFound
        }
        return try .json(resource)
    }
}

private struct QuizRequest: Decodable, Sendable {
    let answers: [String: QuizAnswer]
}
