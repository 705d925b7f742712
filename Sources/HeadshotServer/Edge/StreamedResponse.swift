import HTTPTypes

/// The kinds of responses that are sent while they are made, and whose length is not known.
///
/// ``ConnectionDeadlines`` does not limit how long they take, only how long a client may accept nothing of them.
enum StreamedResponse: String {
    case events = "text/event-stream"
    case archive = "application/zip"
    case export = "application/json"

    /// The headers that keep intermediaries from holding the response back until it is complete: compression would do
    /// that, and so would a proxy's buffer.
    var headers: HTTPFields {
        var headers: HTTPFields = [
            .contentType: rawValue, .cacheControl: "no-store, no-transform",
        ]
        if let name = Self.buffering { headers[name] = "no" }
        return headers
    }

    /// The kind of a response; `nil` if it is not streamed.
    init?(_ head: HTTPResponse) {
        guard let name = Self.buffering, head.headerFields[name] != nil,
            let type = head.headerFields[.contentType]
        else { return nil }
        self.init(rawValue: type)
    }

    /// No other response has it.
    private static let buffering = HTTPField.Name("X-Accel-Buffering")
}
