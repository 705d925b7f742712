import Foundation

/// One entry of a scenario: which requests it applies to, and how they are answered.
struct Rule: Sendable {
    /// The conditions on a request; without any, the rule always applies.
    struct Condition: Sendable {
        var promptContains: String?
        /// Lower-case hexadecimal SHA-256 of the photo as sent.
        var photo: String?
        /// The request's number since the start, from 1, among those that passed the checks.
        var request: Int?

        func holds(prompt: String, photo: String?, request: Int) -> Bool {
            promptContains.map(prompt.contains) ?? true
                && self.photo.map { $0 == photo } ?? true
                && self.request.map { $0 == request } ?? true
        }
    }

    var when = Condition()
    var answer = Answer.ok
    /// How many more times the rule applies; nil for always.
    var times: Int?
    /// For 429s with a hint: when to try again, as a proto3 duration such as `34s`.
    var retryDelay: String?
    /// For `slow`: the delay before the answer.
    var seconds: Double?
    /// For words: what is chosen wherever the schema has it among its choices; nil for the first choice.
    var choice: String?
    /// For `custom`: the status, the body and the headers.
    var status: Int?
    var body: Data?
    var headers: [String: String] = [:]
    /// A picture file to show instead of one made for the request.
    var picture: Data?
}
