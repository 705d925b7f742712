public import FoundationEssentials

/// One message between a process and its child: a short head that describes the body, and the body's bytes.
public struct Frame: Sendable, Equatable {
    /// Which message this is, or which it answers.
    ///
    /// The caller chooses it by chance, so that only a process that was asked can answer.
    public var number: UInt64
    /// The description, in a format that both sides know.
    public var head: Data
    /// The bytes themselves.
    public var body: Data

    /// Creates a frame.
    public init(_ number: UInt64, head: Data, body: Data = Data()) {
        self.number = number
        self.head = head
        self.body = body
    }

    /// The size of the prefix: the number in 8 bytes, and the lengths of both parts in 4 each, little-endian.
    static let prefixByteCount = 16

    /// The number and the lengths of the parts as sent.
    var prefix: Data {
        Data(littleEndian: number, byteCount: 8)
            + Data(littleEndian: UInt64(head.count), byteCount: 4)
            + Data(littleEndian: UInt64(body.count), byteCount: 4)
    }

    /// The number and the lengths of the parts, from the bytes of ``prefix``.
    static func parts(of prefix: Data) -> (number: UInt64, head: Int, body: Int) {
        (
            prefix.prefix(8).littleEndian, Int(prefix.dropFirst(8).prefix(4).littleEndian),
            Int(prefix.suffix(4).littleEndian)
        )
    }
}

extension Data {
    /// The lowest bytes of a number, the lowest first.
    init(littleEndian number: UInt64, byteCount: Int) {
        self.init((0..<byteCount).map { UInt8(number >> (8 * $0) & 0xFF) })
    }

    /// The number of bytes as above, at most 8.
    var littleEndian: UInt64 { reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}
