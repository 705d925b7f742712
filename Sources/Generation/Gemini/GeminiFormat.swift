internal import Transfer

/// Gemini's answers.
struct GeminiFormat: WireFormat {
    let key: APIKey

    func reading(_ exchange: HTTPExchange, to wanted: Wanted) -> Answer {
        GeminiAnswer.read(exchange.body, to: wanted, key: key)
    }

    func error(_ status: Int, _ exchange: HTTPExchange) -> ServiceError {
        GeminiErrorBody(exchange.body, key: key)
            .error(with: status, retryAfter: exchange.retryAfter)
    }
}
