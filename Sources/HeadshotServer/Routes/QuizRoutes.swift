import Foundation
import Hummingbird
import JobQueue
import People
import Setup

/// The routes of the questions at the beginning, and of the preview that their answers lead to.
struct QuizRoutes: Sendable {
    let session: Session
    let persons: Persons
    let shelf: WordsShelf

    func add(to group: RouterGroup<ServerContext>) {
        group.get("quiz") { request, context in
            let quiz = try await quiz(context)
            var count = quiz.counts.upperBound
            if let text = request.uri.queryParameters["count"] {
                guard let wanted = Int(text), quiz.counts.contains(wanted) else {
                    let (least, most) = (quiz.counts.lowerBound, quiz.counts.upperBound)
                    throw Refusal.malformed("'count' is \(least) to \(most).")
                }
                count = wanted
            }
            var chance = session.configuration.environment.chance
            return try Response.json(QuestionsAnswer(questions: quiz.draw(count, using: &chance)))
        }
        group.get("me/quiz") { _, context in
            let quiz = try await quiz(context)
            let person = try context.requireCaller().requirePerson()
            let wishes = try await session.store.wishes(of: person)
            guard let answer = QuizResource(wishes, quiz) else { throw Refusal.notFound }
            return try Response.json(answer)
        }
        group.put("me/quiz") { request, context in try await keep(request, context) }
    }

    private func quiz(_ context: ServerContext) async throws -> Quiz {
        let caller = try context.requireCaller()
        try caller.require(.quiz)
        guard let words = try await shelf.words(of: caller.access.space).quiz else {
            throw Refusal.featureOff
        }
        return Quiz(words)
    }

    private func keep(_ request: Request, _ context: ServerContext) async throws -> Response {
        let quiz = try await quiz(context)
        let caller = try context.requireCaller()
        try caller.require(.submit)
        let answers = try await RequestBytes.decode(QuizRequest.self, from: request).answers
        if let problem = quiz.problem(in: answers) { throw Refusal.malformed(problem) }
        let kept = String(decoding: try JSONEncoder().encode(answers), as: UTF8.self)
        let person = try await persons.admit(caller)
        let wishes = try await session.store.changeWishes(of: person) { $0.quiz = kept }
        guard let wishes, let answer = QuizResource(wishes, quiz) else { throw Refusal.leaving }
        return try .json(answer)
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
    init?(_ wishes: Wishes, _ quiz: Quiz) {
        guard let kept = wishes.quiz,
            let answers = try? JSONDecoder().decode(
                [String: QuizAnswer].self, from: Data(kept.utf8))
        else { return nil }
        self.answers = answers
        preview = quiz.preview(of: answers, faceShape: wishes.said.faceShape)
    }
}
