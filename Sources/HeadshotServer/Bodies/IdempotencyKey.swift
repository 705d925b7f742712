import HTTPTypes
import HeadshotWorker
import Hummingbird

extension Request {
    /// The client's own name for what it sends, from the header `Idempotency-Key`, quoted or bare; nil without one.
    func idempotencyKey() throws(Refusal) -> String? {
        guard let field = HTTPField.Name("Idempotency-Key"), let text = headers[field] else {
            return nil
        }
        var key = text[...]
        if key.count > 1, key.hasPrefix("\""), key.hasSuffix("\"") {
            key = key.dropFirst().dropLast()
        }
        guard OrderKey.nameLengths.contains(key.count), key.isVisibleASCII else {
            throw .malformed("'Idempotency-Key' has 1 to 200 visible ASCII characters.")
        }
        return String(key)
    }
}

extension StringProtocol {
    /// Whether it has only characters of ASCII that leave a mark on paper.
    var isVisibleASCII: Bool { unicodeScalars.allSatisfy { (0x21...0x7E).contains($0.value) } }
}

extension String {
    /// Whether it has 1 to 64 characters that need no escaping in an address.
    var isPlainName: Bool { wholeMatch(of: /[A-Za-z0-9._~-]{1,64}/) != nil }

    /// Throws unless it can be a client's name for what it sends.
    func checkClientID() throws(Refusal) {
        guard !isPlainName else { return }
        throw .malformed("'client_id' has 1 to 64 letters, digits, '.', '_', '~' or '-'.")
    }
}
