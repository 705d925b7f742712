internal import Transfer

/// OpenAI's answers.
struct OpenAIFormat: WireFormat {
    let key: APIKey

    func reading(_ exchange: HTTPExchange, to wanted: Wanted) -> Answer {
        OpenAIAnswer.read(exchange.body, to: wanted, requestID: exchange.requestID, key: key)
    }

    func error(_ status: Int, _ exchange: HTTPExchange) -> ServiceError {
        OpenAIErrorBody(exchange.body, requestID: exchange.requestID, key: key)
            .error(with: status, retryAfter: exchange.retryAfter)
    }
}
