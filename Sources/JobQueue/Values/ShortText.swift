import CDeflate
import Foundation

/// Texts of a job's report in the form in which they are stored: DEFLATE with a dictionary, in base 64, behind a mark and
/// the count of their bytes.
///
/// A report says much that all reports say, so it becomes a fifth of what it was.
enum ShortText {
    /// The short form; `nil` for a text that is short anyway, or longer than any report.
    static func of(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard sizes.contains(bytes.count), let packed = deflated(bytes) else { return nil }
        let short = "\(mark)\(bytes.count).\(Data(packed).base64EncodedString())"
        return short.utf8.count < bytes.count ? short : nil
    }

    /// The text of a short form; `nil` for anything that ``of(_:)`` did not write.
    static func text(of short: String) -> String? {
        let parts = short.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, parts[0].hasPrefix(mark),
            let count = Int(parts[0].dropFirst(mark.count)), sizes.contains(count),
            let packed = Data(base64Encoded: String(parts[1])),
            let bytes = inflated(Array(packed), to: count)
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The form; another dictionary has another one.
    private static let mark = "1-"

    /// In bytes: below, a text stays where it is.
    private static let sizes = 257...1_000_000

    private static let header = Array(dictionary.utf8)

    private static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
        // A text that does not become shorter is not worth it.
        var made = [UInt8](repeating: 0, count: bytes.count)
        // The function writes within the counts that it is given, and keeps no pointer.
        let count = unsafe headshot_deflate(
            header, UInt32(header.count), bytes, UInt32(bytes.count), &made, UInt32(made.count))
        return count < 0 ? nil : Array(made.prefix(count))
    }

    private static func inflated(_ bytes: [UInt8], to count: Int) -> [UInt8]? {
        var made = [UInt8](repeating: 0, count: count)
        guard let packed = UInt32(exactly: bytes.count) else { return nil }
        // As above.
        let found = unsafe headshot_inflate(
            header, UInt32(header.count), bytes, packed, &made, UInt32(count))
        return found == count ? made : nil
    }
}
