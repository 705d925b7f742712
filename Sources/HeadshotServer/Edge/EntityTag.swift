import HTTPTypes
import Hummingbird

/// The entity tag of a representation, RFC 9110 section 8.8.3.
///
/// It is strong, but a proxy that compresses a response makes it weak, so clients may send it back as a weak one.
struct EntityTag: Sendable, CustomStringConvertible {
    /// The tag as it stands in a header, with its quotation marks.
    let description: String

    /// - Parameter name: Printable ASCII without quotation marks, such as a digest.
    init(_ name: String) { description = "\"\(name)\"" }

    /// The headers of a response that has the tag, whatever its status.
    var headers: HTTPFields { [.eTag: description, .cacheControl: "private, no-cache"] }

    /// Whether the client already has the representation, so that the response is 304.
    ///
    /// `If-None-Match` uses the weak comparison of RFC 9110 section 13.1.2; `*` names any representation.
    func isHeld(by request: Request) -> Bool {
        guard let known = request.headers[.ifNoneMatch] else { return false }
        if known.wholeMatch(of: /[ \t]*\*[ \t]*/) != nil { return true }
        return known.matches(of: /"[^"]*"/).contains { $0.output == description }
    }
}
