import Foundation

/// Base64 as proto3 JSON reads it: both alphabets, with or without padding.
enum Base64 {
    /// The bytes; nil for invalid base64.
    static func decode(_ text: String) -> Data? {
        // The standard alphabet, which nearly every client sends, needs no copy.
        if let data = Data(base64Encoded: text) { return data }
        let standard = text.replacingOccurrences(of: "-", with: "+")
            .replacingOccurrences(of: "_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        return Data(base64Encoded: standard + padding)
    }
}
