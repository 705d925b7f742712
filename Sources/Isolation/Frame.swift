public import Foundation

/// One message between a process and its child: a short head that describes the body, and the body's bytes.
public struct Frame: Sendable, Equatable {
    /// The description, in a format that both sides know.
    public var head: Data
    /// The bytes themselves.
    public var body: Data

    /// Creates a frame.
    public init(head: Data, body: Data = Data()) {
        self.head = head
        self.body = body
    }

    /// The size of the prefix: the lengths of both parts, 4 bytes each, little-endian.
    static let lengthsByteCount = 8

    /// The lengths of the parts as sent.
    var lengths: Data {
        var lengths = Data()
        for part in [head, body] {
            for shift in [0, 8, 16, 24] { lengths.append(UInt8(part.count >> shift & 0xFF)) }
        }
        return lengths
    }

    /// The lengths of the parts, from the bytes of ``lengths``.
    static func partLengths(_ bytes: Data) -> (head: Int, body: Int) {
        func number(_ bytes: Data) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
        return (number(bytes.prefix(4)), number(bytes.suffix(4)))
    }
}
