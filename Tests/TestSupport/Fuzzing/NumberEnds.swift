/// JSON in which a number is another: what a damaged or hostile value may have, and no program of ours writes.
public enum NumberEnds {
    /// The ends of the types that numbers are decoded as, and numbers beyond them.
    public static let far = [
        "9223372036854775807", "-9223372036854775808", "18446744073709551616", "1e300", "-1e300",
    ]

    /// Copies of a text, in each of which one number is one of ``far``.
    public static func variants(of json: String) -> [String] {
        let bytes = Array(json.utf8)
        return numbers(in: bytes).flatMap { range in
            far.map { end in
                var text = Array(bytes[..<range.lowerBound])
                text += Array(end.utf8)
                text += Array(bytes[range.upperBound...])
                return String(decoding: text, as: UTF8.self)
            }
        }
    }

    /// Where a text has numbers.
    private static func numbers(in json: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var isText = false
        var index = 0
        while index < json.count {
            let byte = json[index]
            if isText, byte == UInt8(ascii: "\\") {
                index += 2
            } else if byte == UInt8(ascii: "\"") {
                isText.toggle()
                index += 1
            } else if !isText, byte == UInt8(ascii: "-") || isDigit(byte) {
                let end = json[index...].firstIndex { !isDigit($0) && !signs.contains($0) }
                ranges.append(index..<(end ?? json.count))
                index = end ?? json.count
            } else {
                index += 1
            }
        }
        return ranges
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static let signs = Array("+-.eE".utf8)
}
