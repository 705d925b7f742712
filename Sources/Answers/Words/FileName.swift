import Foundation
import Ground
import JobQueue

/// Names of files for people.
package enum FileName {
    /// A text without characters that a file system forbids, that look like an option to a shell, or that hide a file.
    package static func safe(_ text: String) -> String {
        var name = text.precomposedStringWithCanonicalMapping.printable
            .replacingScalars { forbidden.contains($0) ? "_" : nil }
        if let first = name.unicodeScalars.first, first == "." || first == "-" {
            name = "_" + String(name.unicodeScalars.dropFirst())
        }
        while name.utf8.count > longest { name.removeLast() }
        while let last = name.last, last == " " || last == "." { name.removeLast() }
        if name.isEmpty { return "headshot" }
        return devices.contains(name.lowercased()) ? "\(name)_" : name
    }

    /// In bytes: with a job's name, a suffix and what other programs add, below the limit of 255 for a name.
    private static let longest = 180

    /// Characters that Windows and its file systems forbid, and the one that replaces unprintable characters.
    private static let forbidden: Set<Unicode.Scalar> = [
        "/", "\\", ":", "*", "?", "\"", "<", ">", "|", "\u{FFFD}",
    ]

    /// Names of devices on Windows.
    private static let devices: Set<String> = Set(
        ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })
}
