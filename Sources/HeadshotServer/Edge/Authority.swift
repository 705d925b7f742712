import Foundation

/// The host and the port in `Host`, or in the target of a request: RFC 9110, section 7.2.
struct Authority {
    /// The host in lower case; an address of IPv6 with its brackets.
    let name: String

    /// Reads an authority; `nil` if it has a user, blanks inside, or anything but a port behind the host.
    init?(_ text: String) {
        let text = text.trimmingCharacters(in: [" ", "\t"]).lowercased()
        guard text.isVisibleASCII, !text.contains("@") else { return nil }
        var end = text.firstIndex(of: ":") ?? text.endIndex
        if text.hasPrefix("[") {
            guard let bracket = text.firstIndex(of: "]") else { return nil }
            end = text.index(after: bracket)
        }
        let port = text[end...]
        guard port.isEmpty || port.wholeMatch(of: /:[0-9]{0,5}/) != nil else { return nil }
        name = String(text[..<end])
    }
}
