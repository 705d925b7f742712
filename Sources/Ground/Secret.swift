public import FoundationEssentials
import Glibc

/// A key, a password or a token: a text without a printed form.
///
/// It is made where the environment and files are read. No description, dump or mirror of a value that has one shows it, so
/// that no log of ours or of a library does; only what sends it, or computes with it, asks for ``exposed``.
public struct Secret: Sendable, Hashable {
    /// The text itself.
    public let exposed: String

    /// Keeps a text from being printed.
    public init(_ text: String) {
        exposed = text
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always the same word.
    public var description: String { "[secret]" }
    /// Always the same word.
    public var debugDescription: String { "[secret]" }
    /// No children, so that `dump` and mirrors find nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret {
    /// The text with a placeholder where the secret or an encoded form of it was, in case a server or a library repeats it.
    ///
    /// A secret that is too short for a service's stays where it is: it may be there by chance.
    public func removed(from text: String, leaving placeholder: String = "[secret]") -> String {
        var bytes = Data(text.utf8)
        let isFound = remove(from: &bytes, leaving: placeholder)
        return isFound ? String(decoding: bytes, as: UTF8.self) : text
    }

    /// The same for bytes of any kind.
    public func removed(from bytes: Data, leaving placeholder: String = "[secret]") -> Data {
        var bytes = bytes
        _ = remove(from: &bytes, leaving: placeholder)
        return bytes
    }

    /// By bytes, since an accent behind the last character of a secret makes it another `Character`.
    private func remove(from bytes: inout Data, leaving placeholder: String) -> Bool {
        guard exposed.utf8.count >= Self.shortest else { return false }
        var isFound = false
        for form in forms {
            // From the last one on, so that the places before it stay right.
            for place in Self.places(of: form, in: bytes).reversed() {
                let start = bytes.startIndex
                bytes.replaceSubrange(
                    start + place.lowerBound..<start + place.upperBound, with: placeholder.utf8)
                isFound = true
            }
        }
        return isFound
    }

    /// How the secret can be written, in the order in which it is looked for; each byte may be escaped besides.
    private var forms: [[UInt8]] {
        let secret = Data(exposed.utf8)
        let whole = secret.base64EncodedString().replacing("=", with: "")
        // Within the base64 of more, it begins at one of three places, and its neighbours change the signs at its ends.
        let parts = (0..<3).map { shift in
            let coded = (Data(count: shift) + secret).base64EncodedString().replacing("=", with: "")
            let own = coded.dropFirst(shift == 0 ? 0 : shift + 1)
            return String((shift + secret.count).isMultiple(of: 3) ? own : own.dropLast())
        }
        let base64 = ([whole] + parts).flatMap { text in
            [text, text.replacing("+", with: "-").replacing("/", with: "_")]
        }
        let hexadecimal = secret.hexadecimal
        let texts = [exposed] + base64 + [hexadecimal, hexadecimal.uppercased()]
        // In UTF-16 there are zeros between the signs.
        let wide = Array(secret.map { [$0] }.joined(separator: [0]))
        return (texts.map { Array($0.utf8) } + [wide]).reduce(into: []) { forms, form in
            if !forms.contains(form) { forms.append(form) }
        }
    }

    /// In bytes; no key of a service is shorter.
    private static let shortest = 8

    /// Where a text is in some bytes: as it is, in percent encoding (once or several times), or as JSON or HTML escapes it;
    /// megabytes take milliseconds.
    private static func places(of form: [UInt8], in bytes: Data) -> [Range<Int>] {
        let percent = UInt8(ascii: "%")
        let escape = UInt8(ascii: "\\")
        let ampersand = UInt8(ascii: "&")
        guard form.count > 1 else { return [] }
        let digit = String(form[0] >> 4, radix: 16)
        // How it can begin, in two bytes: few places of a picture do.
        let beginnings: [(first: UInt8, second: [UInt8])] = [
            (form[0], [form[1], percent, escape, ampersand]),
            (percent, Array((digit + digit.uppercased() + "2").utf8)),
            (escape, [form[0], UInt8(ascii: "u")]),
            (ampersand, Array("#alqg".utf8)),
        ]
        var places: [Range<Int>] = []
        for (first, second) in beginnings {
            var start = 0
            while let place = Self.place(of: first, before: second, in: bytes, from: start) {
                let end = Self.end(of: form, at: place, in: bytes)
                if let end { places.append(place..<end) }
                start = end ?? place + 1
            }
        }
        // Two can overlap if a secret repeats itself.
        var kept: [Range<Int>] = []
        for place in places.sorted(by: { $0.lowerBound < $1.lowerBound })
        where place.lowerBound >= kept.last?.upperBound ?? 0 {
            kept.append(place)
        }
        return kept
    }

    /// Where a byte comes next with one of some others behind it.
    private static func place(
        of first: UInt8, before second: [UInt8], in bytes: Data, from start: Int
    ) -> Int? {
        unsafe bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            var start = start
            while start + 1 < bytes.count,
                let found = unsafe memchr(base + start, CInt(first), bytes.count - 1 - start)
            {
                let place = unsafe UnsafeRawPointer(found) - base
                if unsafe second.contains(bytes[place + 1]) { return place }
                start = place + 1
            }
            return nil
        }
    }

    /// Where a text ends that begins at a place; `nil` if another one does.
    private static func end(of form: [UInt8], at place: Int, in bytes: Data) -> Int? {
        var rest = bytes.dropFirst(place)
        for byte in form {
            guard let length = Self.length(of: byte, in: rest) else { return nil }
            rest = rest.dropFirst(length)
        }
        return bytes.count - rest.count
    }

    /// How many bytes stand for the one that is looked for; `nil` if another one comes.
    private static func length(of byte: UInt8, in bytes: Data) -> Int? {
        escapedLength(of: byte, in: bytes) ?? (bytes.first == byte ? 1 : nil)
    }

    private static func escapedLength(of byte: UInt8, in bytes: Data) -> Int? {
        guard let first = bytes.first, "%&\\".utf8.contains(first) else { return nil }
        let next = Array(bytes.prefix(12))
        func code(_ digits: Range<Int>) -> Int? {
            guard digits.upperBound <= next.count else { return nil }
            return Int(String(decoding: next[digits], as: UTF8.self), radix: 16)
        }
        if first == UInt8(ascii: "%") {
            var digits = 1..<3
            // Each further encoding puts 25, which is the sign itself, behind the sign.
            while code(digits) == 0x25, byte != 0x25 {
                digits = digits.upperBound..<digits.upperBound + 2
            }
            return code(digits) == Int(byte) ? digits.upperBound : nil
        }
        if first == UInt8(ascii: "&") {
            guard let end = next.firstIndex(of: UInt8(ascii: ";")) else { return nil }
            let entity = String(decoding: next[1..<end], as: UTF8.self).lowercased()
            let code =
                entity.hasPrefix("#x")
                ? Int(entity.dropFirst(2), radix: 16)
                : entity.hasPrefix("#") ? Int(entity.dropFirst()) : Self.entities[entity]
            return code == Int(byte) ? end + 1 : nil
        }
        guard next.count > 1 else { return nil }
        if next[1] == byte, "/\"\\".utf8.contains(byte) { return 2 }
        return next[1] == UInt8(ascii: "u") && code(2..<6) == Int(byte) ? 6 : nil
    }

    /// The entities that every escaping of HTML or XML may use.
    private static let entities = ["amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27]
}
