package import FoundationEssentials
import Ground

/// Reads numbers and texts from an untrusted file; anything beyond its end is nil.
package struct ByteView {
    private let bytes: Data

    /// Creates a view of all of `bytes`; copies nothing.
    package init(_ bytes: Data) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }

    /// The index of its first byte in the whole file's bytes.
    var startIndex: Data.Index { bytes.startIndex }

    /// The `count` bytes from `offset` on.
    func slice(at offset: Int, count: Int) -> ByteView? {
        data(at: offset, count: count).map(ByteView.init)
    }

    /// The same as `Data` whose indices are those of the whole file.
    func data(at offset: Int, count: Int) -> Data? {
        guard offset >= 0, count >= 0, offset <= self.count - count else { return nil }
        let start = bytes.startIndex + offset
        return bytes[start..<start + count]
    }

    /// The rest from `offset` on.
    func rest(from offset: Int) -> ByteView? {
        offset <= count ? slice(at: offset, count: count - offset) : nil
    }

    /// A number of `width` bytes, at most 8; big-endian unless `isLittle`.
    func number(at offset: Int, width: Int, isLittle: Bool = false) -> Int? {
        guard let part = data(at: offset, count: width) else { return nil }
        let value =
            isLittle
            ? part.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            : part.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }

    func byte(at offset: Int) -> UInt8? {
        data(at: offset, count: 1)?.first
    }

    /// The name of a box or a chunk: any four bytes, one character each.
    func name(at offset: Int) -> String? {
        data(at: offset, count: 4).flatMap { String(data: $0, encoding: .isoLatin1) }
    }

    /// `count` bytes that are ASCII.
    func text(at offset: Int, count: Int) -> String? {
        data(at: offset, count: count).flatMap { String(data: $0, encoding: .ascii) }
    }

    /// Whether the bytes at `offset` are those of `text`.
    func has(_ text: String, at offset: Int) -> Bool {
        data(at: offset, count: text.utf8.count)?.elementsEqual(text.utf8) ?? false
    }

    /// Whether `text` occurs anywhere.
    func contains(_ text: String) -> Bool {
        bytes.firstRange(of: text) != nil
    }
}

/// One chunk of a file that consists of them.
struct Chunk {
    /// Four characters.
    let type: String
    /// The start of its content.
    let start: Int
    let count: Int
}
