import Foundation
import Generation
import Testing

/// A body of an answer with a status of 200, and what is read from it: a row of a table.
struct ReadBody: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var body: String
    var answer: Answer

    init(_ description: String, _ body: String, _ answer: Answer) {
        testDescription = description
        self.body = body
        self.answer = answer
        // Every picture comes with the body that it was read from.
        if case .made(.picture(var picture)) = answer {
            picture.body = Data(body.utf8)
            self.answer = .made(.picture(picture))
        }
    }
}
