import FoundationEssentials

/// Paths as text, also those whose bytes are not UTF-8: old archives and other systems leave such names.
///
/// In the text of a path, a zero character and two hexadecimal digits stand for a byte that is not part of any character. No
/// path has a zero byte, so no other text means the same path.
public enum PathText {
    /// The text of a path's bytes.
    public static func text(of bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) {
            return text
        }
        var text = ""
        var rest = Array(bytes)[...]
        while let first = rest.first {
            let count = characterLength(first)
            let start = rest.prefix(count)
            if first != 0, let character = String(validating: start, as: UTF8.self) {
                text += character
                rest = rest.dropFirst(count)
            } else {
                text += "\0\([first].hexadecimal)"
                rest = rest.dropFirst()
            }
        }
        return text
    }

    /// The bytes of a path and the zero behind them, for the system; nil for a text that is not a path's.
    public static func bytes(of text: String) -> [CChar]? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let first = rest.popFirst() {
            guard first == 0 else {
                bytes.append(first)
                continue
            }
            guard let byte = escaped(at: rest) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return (bytes + [0]).map { CChar(bitPattern: $0) }
    }

    /// The last part of a path: a file's name.
    public static func name(of text: String) -> String {
        // By bytes: a name may begin with an accent, which would join the slash.
        text.utf8.split(separator: UInt8(ascii: "/")).last.map {
            String(decoding: $0, as: UTF8.self)
        }
            ?? text
    }

    /// A path for people and JSON: a byte that is not part of any character as `\xff`.
    ///
    /// Not for opening the file again: a name may have these four characters itself.
    public static func readable(_ text: String) -> String {
        guard text.utf8.contains(0) else { return text }
        var readable: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let first = rest.popFirst() {
            if first == 0, let byte = escaped(at: rest) {
                readable += Array("\\x\([byte].hexadecimal)".utf8)
                rest = rest.dropFirst(2)
            } else {
                readable.append(first)
            }
        }
        return String(decoding: readable, as: UTF8.self)
    }

    /// The byte that the two digits behind a zero stand for; nil if they stand for none.
    private static func escaped(at rest: ArraySlice<UInt8>) -> UInt8? {
        guard rest.count >= 2,
            let byte = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
            byte >= 0x80
        else { return nil }
        return byte
    }

    /// The number of bytes of a character of UTF-8 that begins with a byte.
    private static func characterLength(_ first: UInt8) -> Int {
        switch first {
        case 0xF0...: 4
        case 0xE0...: 3
        case 0xC0...: 2
        default: 1
        }
    }
}
