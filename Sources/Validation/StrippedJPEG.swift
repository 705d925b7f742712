package import Foundation

/// Recognises JPEGs without metadata by their structure, without decoding them.
package enum StrippedJPEG {
    /// Whether `bytes` are one ordinary JPEG in colour or grey, without metadata and with nothing after its end.
    package static func isBare(_ bytes: Data) -> Bool {
        let structure = JPEGStructure(bytes)
        return bytes.starts(with: [0xFF, 0xD8, 0xFF]) && structure.strippedCount == bytes.count
    }
}
