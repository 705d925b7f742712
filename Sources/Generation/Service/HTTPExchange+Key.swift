internal import Transfer

extension HTTPExchange {
    /// The same exchange without the key, wherever the service repeated it: all that is kept or shown comes from this.
    ///
    /// The program knows of no answer that needs the key, and the bytes of a picture do not have it by chance.
    func without(_ key: APIKey) -> HTTPExchange {
        var exchange = self
        exchange.body = key.redacted(from: body.inUTF8)
        exchange.requestID = requestID.map { key.redacted(from: $0) }
        if case .failed(var failure) = end {
            failure.message = key.redacted(from: failure.message)
            exchange.end = .failed(failure)
        }
        return exchange
    }
}
