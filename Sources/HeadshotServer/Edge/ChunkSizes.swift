import NIOCore

/// Refuses a chunk that is announced to be larger than any body may be; the parser would wait for its bytes.
///
/// It stands before the parser, and follows the lines between the chunks. What else is wrong with them, the parser finds.
final class ChunkSizes: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The body that the parser reads.
    enum Body {
        case absent, plain, chunked
    }

    private enum Position {
        /// Not between chunks.
        case elsewhere
        /// In the digits of a chunk's size; the size as far as it was read.
        case size(Int)
        /// In the rest of that line.
        case line(Int)
        /// In a chunk, or in the line break behind it; so many bytes are left.
        case chunk(Int)
    }

    /// The body that the parser reads; ``RequestHeads`` knows.
    var body = Body.absent
    private let most: Int
    private var place = Position.elsewhere
    /// How many of the bytes that end a head came last.
    private var ending = 0
    private var isRefused = false

    private static let end = Array("\r\n\r\n".utf8)

    /// - Parameter most: The largest chunk, in bytes.
    init(most: Int) {
        self.most = most
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        while !isRefused, buffer.readableBytes > 0 {
            guard case .elsewhere = place, body == .absent else {
                guard follow(buffer) else {
                    isRefused = true
                    context.fireErrorCaught(Refusal.tooLarge(most))
                    return
                }
                rememberEnd(of: buffer)
                context.fireChannelRead(wrapInboundOut(buffer))
                return
            }
            // Handed on up to the end of a head, so that the next byte is the first of the body.
            var (count, isWhole) = (0, false)
            for byte in buffer.readableBytesView {
                count += 1
                isWhole = endsHead(byte)
                if isWhole { break }
            }
            guard let piece = buffer.readSlice(length: count) else { return }
            context.fireChannelRead(wrapInboundOut(piece))
            if isWhole, body == .chunked { place = .size(0) }
        }
    }

    /// Compares the next byte with the end of a head; returns whether that is complete.
    private func endsHead(_ byte: UInt8) -> Bool {
        ending = byte == Self.end[ending] ? ending + 1 : byte == Self.end[0] ? 1 : 0
        guard ending == Self.end.count else { return false }
        ending = 0
        return true
    }

    /// The bytes may have the beginning of the next head.
    private func rememberEnd(of buffer: ByteBuffer) {
        let bytes = buffer.readableBytesView.suffix(Self.end.count - 1)
        if bytes.count == Self.end.count - 1 { ending = 0 }
        for byte in bytes { _ = endsHead(byte) }
    }

    /// Reads the sizes of chunks; returns whether all of them are possible.
    private func follow(_ buffer: ByteBuffer) -> Bool {
        var rest = buffer.readableBytesView
        while let byte = rest.first {
            switch place {
            case .elsewhere: return true
            case .size(let size):
                guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                    place = .line(size)
                    continue
                }
                guard size * 16 + digit <= most else { return false }
                place = .size(size * 16 + digit)
                rest = rest.dropFirst()
            case .line(let size):
                if byte == UInt8(ascii: "\n") { place = size == 0 ? .elsewhere : .chunk(size + 2) }
                rest = rest.dropFirst()
            case .chunk(let left):
                let count = min(left, rest.count)
                place = left > count ? .chunk(left - count) : .size(0)
                rest = rest.dropFirst(count)
            }
        }
        return true
    }
}
