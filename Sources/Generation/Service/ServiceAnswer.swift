internal import Foundation

/// An answer with status 200, as a service's own reader understands it.
protocol ServiceAnswer {
    /// The answer, without a gateway's wrapping.
    var json: JSONValue { get }
    /// What is kept of an answer that is not usable.
    var paid: PaidBody { get }
    /// The key, which nothing that is shown may repeat; nil for a body that was kept.
    var key: APIKey? { get }

    /// Parses the body; nil if it is not JSON.
    init?(_ body: Data, to wanted: Wanted, requestID: String?, key: APIKey?)

    /// The answer to a request for a picture.
    var picture: Answer { get }

    /// The answer to a request for words.
    func words(by schema: WordsSchema) -> Answer
}

extension ServiceAnswer {
    /// Reads a body; every body results in an answer.
    static func read(_ body: Data, to wanted: Wanted, requestID: String?, key: APIKey) -> Answer {
        guard let answer = Self(body, to: wanted, requestID: requestID, key: key) else {
            return .unreadable(
                UnreadableAnswer(
                    detail: UnknownBody.description(of: body, key: key),
                    paid: PaidBody(body, receipt: requestID.map { Receipt(requestID: $0) })))
        }
        switch wanted {
        case .picture: return answer.picture
        case .words(let schema, _): return answer.words(by: schema)
        }
    }

    /// The provider's record of the request.
    var receipt: Receipt { paid.receipt ?? Receipt() }

    func unreadable(_ detail: String) -> Answer {
        .unreadable(UnreadableAnswer(detail: detail, paid: paid))
    }

    /// Describes an error in place of an answer.
    func errorInside(code: String?, _ error: JSONValue) -> String {
        let words = [code, error["message"]?.string].compactMap { $0 }.joined(separator: " ")
        let text = (key?.redacted(from: words) ?? words).prefix(ProviderMessage.longest)
        return "an error in place of an answer: \(text)"
    }
}
