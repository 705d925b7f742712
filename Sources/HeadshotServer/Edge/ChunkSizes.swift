import Ground
import NIOCore
import NIOHTTP1

/// Refuses a chunk that is announced to be larger than any body may be; the parser would wait for its bytes.
///
/// It stands before the parser, and follows the lines between the chunks. What else is wrong with them, the parser finds.
final class ChunkSizes: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The body that the parser reads; a plain one has so many bytes.
    enum Body {
        case absent, plain(Int), chunked
    }

    private enum Position {
        /// In a head, or in the fields behind the last chunk.
        case fields
        /// In a body without chunks; so many bytes are left.
        case plain(Int)
        /// In the digits of a chunk's size; the size as far as it was read.
        case size(Int)
        /// In the rest of that line.
        case line(Int)
        /// In a chunk, or in the line break behind it; so many bytes are left.
        case chunk(Int)
    }

    /// The body that the parser reads; ``RequestHeads`` knows.
    var body = Body.absent
    let most: Int
    private var place = Position.fields
    /// How many of the bytes that end fields came last.
    private var ending = 0
    private var isRefused = false

    private static let end = Array("\r\n\r\n".utf8)

    init(most: Int) {
        self.most = most
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        // Cut where fields and bodies end, since only the parser knows what a head announces: one packet may have several.
        while !isRefused, buffer.readableBytes > 0 {
            guard case .fields = place else {
                guard let count = follow(buffer), let piece = buffer.readSlice(length: count) else {
                    isRefused = true
                    context.fireErrorCaught(Refusal.tooLarge(most))
                    return
                }
                rememberEnd(of: piece)
                context.fireChannelRead(wrapInboundOut(piece))
                continue
            }
            let (count, isEnd) = fields(in: buffer)
            guard let piece = buffer.readSlice(length: count) else { return }
            context.fireChannelRead(wrapInboundOut(piece))
            if isEnd { place = beginning }
        }
    }

    /// Where the bytes behind a head are, which the parser has read.
    private var beginning: Position {
        switch body {
        case .chunked: .size(0)
        case .plain(let count) where count > 0: .plain(count)
        case .plain, .absent: .fields
        }
    }

    /// Learns what body a head announces; throws if it is larger than any may be, whatever the route does with it.
    func expect(_ head: HTTPRequestHead) throws(Refusal) {
        guard !head.headers.contains(name: "transfer-encoding") else {
            body = .chunked
            return
        }
        // Digits only, as the parser has seen to.
        let length =
            head.headers.first(name: "content-length").map {
                Int(digits: $0, in: 0...most) ?? .max
            } ?? 0
        guard length <= most else { throw .tooLarge(most) }
        body = .plain(length)
    }

    /// The number of bytes up to the end of the fields, and whether that is among them.
    private func fields(in buffer: ByteBuffer) -> (count: Int, isEnd: Bool) {
        var count = 0
        for byte in buffer.readableBytesView {
            count += 1
            if endsFields(byte) { return (count, true) }
        }
        return (count, false)
    }

    private func endsFields(_ byte: UInt8) -> Bool {
        ending = byte == Self.end[ending] ? ending + 1 : byte == Self.end[0] ? 1 : 0
        guard ending == Self.end.count else { return false }
        ending = 0
        return true
    }

    /// The last line of chunks may have the beginning of the end of the fields behind it.
    private func rememberEnd(of buffer: ByteBuffer) {
        let bytes = buffer.readableBytesView.suffix(Self.end.count - 1)
        if bytes.count == Self.end.count - 1 { ending = 0 }
        for byte in bytes { _ = endsFields(byte) }
    }

    /// Reads a body, and the sizes of its chunks; returns how many bytes that were, or `nil` for a chunk that is too large.
    private func follow(_ buffer: ByteBuffer) -> Int? {
        var rest = buffer.readableBytesView
        reading: while let byte = rest.first {
            switch place {
            case .fields: break reading
            case .plain(let left):
                let count = min(left, rest.count)
                place = left > count ? .plain(left - count) : .fields
                rest = rest.dropFirst(count)
            case .size(let size):
                guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                    place = .line(size)
                    continue
                }
                guard size * 16 + digit <= most else { return nil }
                place = .size(size * 16 + digit)
                rest = rest.dropFirst()
            case .line(let size):
                if byte == UInt8(ascii: "\n") { place = size == 0 ? .fields : .chunk(size + 2) }
                rest = rest.dropFirst()
            case .chunk(let left):
                let count = min(left, rest.count)
                place = left > count ? .chunk(left - count) : .size(0)
                rest = rest.dropFirst(count)
            }
        }
        return buffer.readableBytes - rest.count
    }
}
