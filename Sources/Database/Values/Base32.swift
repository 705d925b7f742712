/// Numbers as letters and digits that people can read out, in Crockford's base 32: no letter looks like a digit.
package enum Base32 {
    /// The last digits of a number, most significant first.
    package static func text(_ number: Int64, length: Int) -> String {
        let digits = (0..<length).reversed().map { alphabet[Int(number >> (5 * $0) & 31)] }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Reads a number in either case; `nil` if the text has another letter, or more than twelve.
    package static func number(_ text: String) -> Int64? {
        guard text.utf8.count <= 12 else { return nil }
        var number: Int64 = 0
        for letter in text.lowercased().utf8 {
            guard let digit = alphabet.firstIndex(of: letter) else { return nil }
            number = number << 5 | Int64(digit)
        }
        return number
    }

    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
}
