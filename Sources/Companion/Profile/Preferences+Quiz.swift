import Foundation
package import JobQueue
package import People

extension PersonServices {
    /// The quiz of a space; throws if it has none.
    package func quiz(of space: SpaceRecord) async throws -> Quiz {
        guard let words = try await texts.words(of: space).quiz else {
            throw PersonProblem.featureOff
        }
        return Quiz(words)
    }

    /// Keeps a person's answers; returns what the person said by then.
    package func keep(
        _ answers: [String: QuizAnswer], to quiz: Quiz, for visitor: Visitor
    ) async throws -> Preferences {
        if let problem = quiz.problem(in: answers) { throw PersonProblem.malformed(problem) }
        let kept = String(decoding: try JSONEncoder().encode(answers), as: UTF8.self)
        guard
            let wishes = try await store.changePreferences(
                of: visitor.person, now: now, { $0.quiz = kept })
        else { throw PersonProblem.leaving }
        return wishes
    }
}

extension Preferences {
    /// The answers of the quiz; `nil` before there are any.
    package var answers: [String: QuizAnswer]? {
        guard let quiz else { return nil }
        return try? JSONDecoder().decode([String: QuizAnswer].self, from: Data(quiz.utf8))
    }

    /// What the person wants.
    var goals: [String] { Quiz.goals(of: answers ?? [:]) }

    /// What the answers lead to; `nil` before there are any.
    ///
    /// - Parameter measured: The shape of the face that a scan has measured.
    package func preview(
        of quiz: Quiz, measured: String? = nil, celebrity: String? = nil
    ) -> QuizPreview? {
        answers.map {
            quiz.preview(
                of: $0, faceShape: said.faceShape, measured: measured, celebrity: celebrity)
        }
    }
}
