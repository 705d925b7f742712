internal import Foundation

protocol ServiceAnswer {
    /// The answer, without a gateway's wrapping.
    var json: JSONValue { get }
    /// What is kept of an answer that is not usable.
    var paid: PaidBody { get }
    /// The key, which nothing that is shown may repeat; nil for a body that was kept.
    var key: APIKey? { get }

    init?(_ body: Data, to wanted: Wanted, requestID: String?, key: APIKey?)

    var picture: Answer { get }

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

    var receipt: Receipt { paid.receipt ?? Receipt() }

    func unreadable(_ detail: String) -> Answer {
        .unreadable(UnreadableAnswer(detail: detail, paid: paid))
    }

    func errorInside(code: String?, _ error: JSONValue) -> String {
        let words = [code, error["message"]?.string].compactMap { $0 }.joined(separator: " ")
        let text = (key?.redacted(from: words) ?? words).prefix(ProviderMessage.longest)
        return "an error in place of an answer: \(text)"
    }
}
