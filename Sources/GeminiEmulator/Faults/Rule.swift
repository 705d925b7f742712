import Foundation

/// One line of a scenario: which requests it is for, and how they are answered.
struct Rule: Sendable, Equatable {
    /// What a request must be for the rule to apply; nothing set means any.
    struct Condition: Sendable, Equatable {
        var promptContains: String?
        /// Lower-case hexadecimal SHA-256 of the photo as sent.
        var photo: String?
        /// The request's number since the start among those that passed the checks, from 1.
        var request: Int?

        /// Whether a request meets every condition that is set.
        func holds(prompt: String, photo: String?, request: Int) -> Bool {
            promptContains.map(prompt.contains) ?? true
                && self.photo.map { $0 == photo } ?? true
                && self.request.map { $0 == request } ?? true
        }
    }

    var when = Condition()
    var answer = Answer.ok
    /// How often the rule is still used; nil for without end.
    var times: Int?
    /// For the 429s with a hint: when to try again, as a proto3 duration such as `34s`.
    var retryDelay: String?
    /// For `slow`: how long before the answer.
    var seconds: Double?
    /// For `custom`: the status, the body and the headers.
    var status: Int?
    var body: Data?
    var headers: [String: String] = [:]
    /// The file of a picture that is shown instead of one made for the request.
    var picture: Data?
}
