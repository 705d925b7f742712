import Hashing
import Foundation
import Ground
import HTTPTypes
import Hummingbird

/// The cookies of the site, which no script can read.
enum SiteCookie: String {
    /// The secret of a person's link.
    case link = "headshot_link"
    /// The token of an operator.
    case desk = "headshot_desk"
    /// The language that the reader chose.
    case language = "headshot_language"

    /// How long a browser keeps it, in seconds; `nil` for as long as it is open.
    ///
    /// A link ends on the server, whatever its cookie says.
    fileprivate var life: Int? {
        switch self {
        case .link, .language: 90 * 86_400
        case .desk: nil
        }
    }
}

extension Request {
    /// The value of a cookie; `nil` without it.
    func cookie(_ cookie: SiteCookie) -> String? {
        cookies[cookie.rawValue].map(\.value)
    }

    /// Whether the browser is on this machine and speaks plain HTTP; it would not send a secure cookie back.
    fileprivate var isOnLoopback: Bool {
        let name = head.authority.flatMap(Authority.init)?.name
        return name == "localhost" || name == "127.0.0.1" || name == "[::1]"
    }
}

extension Response {
    /// Gives the browser a cookie, or with `nil` takes it away.
    mutating func setCookie(_ cookie: SiteCookie, _ value: String?, for request: Request) {
        setCookie(
            Cookie(
                name: cookie.rawValue, value: value ?? "", maxAge: value == nil ? 0 : cookie.life,
                path: "/", secure: !request.isOnLoopback, httpOnly: true, sameSite: .lax))
    }
}

extension SiteVisit {
    /// What the forms of a session have: it shows nothing of what the session's cookie has.
    static func formToken(of cookie: String) -> String {
        String(SHA256.hash(data: Data("form \(cookie)".utf8)).hexadecimal.prefix(32))
    }
}
