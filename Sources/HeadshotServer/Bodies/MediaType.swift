import Foundation
import HTTPTypes
import Hummingbird

/// The type of a body, RFC 9110, section 8.3.1.
struct MediaType {
    /// Such as `image/jpeg`, in lower case; empty without a type.
    let name: String
    private let parameters: [String]

    init(of request: Request) { self.init(request.headers[.contentType] ?? "") }

    init(_ field: String) {
        let parts = Self.parts(of: field).map { $0.trimmingCharacters(in: Self.blanks) }
        name = parts[0].lowercased()
        parameters = Array(parts.dropFirst())
    }

    /// A parameter, quoted or bare; `nil` if it is missing.
    ///
    /// The values of other headers have the same parameters.
    subscript(_ name: String) -> String? {
        for parameter in parameters {
            let pair = parameter.split(separator: "=", maxSplits: 1)
            guard pair.count == 2,
                pair[0].trimmingCharacters(in: Self.blanks).lowercased() == name
            else { continue }
            return Self.unquoted(pair[1].trimmingCharacters(in: Self.blanks))
        }
        return nil
    }

    /// What may be around a semicolon (RFC 9110, section 5.6.3).
    private static let blanks = CharacterSet(charactersIn: " \t")

    /// A header's value, split at the semicolons outside quotation marks.
    private static func parts(of value: String) -> [String] {
        var parts = [""]
        var (isQuoted, isEscaped) = (false, false)
        for character in value.unicodeScalars {
            if character == ";", !isQuoted {
                parts.append("")
                continue
            }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && character == "\\" && !isEscaped
            parts[parts.count - 1].unicodeScalars.append(character)
        }
        return parts
    }

    /// The text in quotation marks without them and the backslashes before characters (RFC 9110, section 5.6.4); a
    /// bare text as it is.
    private static func unquoted(_ text: String) -> String {
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        return String(text.dropFirst().dropLast().replacing(/\\(.)/) { $0.1 })
    }
}
