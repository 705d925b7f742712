package import Foundation

/// What a JPEG of ours looks like from outside, told without decoding a pixel of it.
package enum BareJPEG {
    /// Whether `bytes` are one ordinary JPEG in colour or grey, with nothing about it, in it or after it.
    package static func isBare(_ bytes: Data) -> Bool {
        let structure = JPEGStructure(bytes)
        return bytes.starts(with: [0xFF, 0xD8, 0xFF])
            && structure.stripped(bytes, toAtMost: bytes.count) == bytes
    }
}
