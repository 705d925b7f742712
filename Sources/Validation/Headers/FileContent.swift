package import Foundation

/// The kind of file that the first bytes indicate.
package enum FileContent: Equatable {
    case photo(PhotoFormat)
    /// A format that is not accepted, by its usual name, or "of an unknown kind".
    case other(String)

    package init(of bytes: Data) {
        if let container = HEIFContainer(bytes) {
            self = container.content
            return
        }
        let start = [UInt8](bytes.prefix(Self.longestSignature))
        let match = Self.signatures.first { signature, _ in signature.matches(start) }
        self = match?.1 ?? .other("of an unknown kind")
    }

    private static let longestSignature = 12

    private static let signatures: [(Signature, FileContent)] = [
        (Signature([0xFF, 0xD8, 0xFF]), .photo(.jpeg)),
        (Signature([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), .photo(.png)),
        (Signature("RIFF", then: "WEBP", at: 8), .photo(.webp)),
        (Signature("GIF8"), .other("gif")),
        (Signature([0x49, 0x49, 0x2A, 0x00]), .other("tiff")),
        (Signature([0x4D, 0x4D, 0x00, 0x2A]), .other("tiff")),
        (Signature("BM"), .other("bmp")),
        (Signature("%PDF"), .other("pdf")),
        (Signature("<svg"), .other("svg")),
        (Signature([0xFF, 0x0A]), .other("jpeg xl")),
        (Signature([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20]), .other("jpeg xl")),
    ]
}

/// The bytes that files of one format start with.
private struct Signature {
    private let parts: [(offset: Int, bytes: [UInt8])]

    init(_ bytes: [UInt8]) {
        parts = [(0, bytes)]
    }

    init(_ text: String) {
        parts = [(0, Array(text.utf8))]
    }

    init(_ text: String, then second: String, at offset: Int) {
        parts = [(0, Array(text.utf8)), (offset, Array(second.utf8))]
    }

    func matches(_ start: [UInt8]) -> Bool {
        parts.allSatisfy { start.dropFirst($0.offset).starts(with: $0.bytes) }
    }
}
