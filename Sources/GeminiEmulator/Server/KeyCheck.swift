import HTTPTypes
import Hummingbird

/// The check of the API key.
struct KeyCheck: Sendable {
    /// The only valid key; with nil, every key but `invalid` is valid.
    let expected: String?

    /// The key of a request: from its header, or from the query, which the service accepts too.
    func key(of request: Request) -> String? {
        let header = HTTPField.Name("x-goog-api-key").flatMap { request.headers[$0] }
        let key = header ?? request.uri.queryParameters["key"].map(String.init)
        return key?.isEmpty == true ? nil : key
    }

    /// Throws the service's error for a missing or wrong key.
    func check(_ key: String?) throws(ServiceError) {
        guard let key else { throw .missingKey }
        guard isValid(key) else { throw .invalidKey }
    }

    /// Whether a key is right.
    func isValid(_ key: String) -> Bool { key == expected ?? key && key != "invalid" }
}
