public import Foundation

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
        var prefix = Data()
        func append(_ number: UInt64, byteCount: UInt64) {
            for byte in 0..<byteCount { prefix.append(UInt8(number >> (8 * byte) & 0xFF)) }
        }
        append(number, byteCount: 8)
        for part in [head, body] { append(UInt64(part.count), byteCount: 4) }
        return prefix
    }

    /// The number and the lengths of the parts, from the bytes of ``prefix``.
    static func parts(of prefix: Data) -> (number: UInt64, head: Int, body: Int) {
        func number(_ bytes: Data) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        return (
            number(prefix.prefix(8)), Int(number(prefix.dropFirst(8).prefix(4))),
            Int(number(prefix.suffix(4)))
        )
    }
}
