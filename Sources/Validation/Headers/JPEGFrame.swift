import FoundationEssentials

/// How the pixels of a JPEG are coded.
///
/// Layout: ITU-T T.81, section B.2.2.
struct JPEGFrame {
    /// The bits of one channel.
    let bits: Int
    let width: Int
    /// The height in pixels; 0 if it is stored after the pixels, which few decoders can read.
    let height: Int
    let channels: Int
    /// How often each channel is sampled in a group of blocks, across and down.
    private let samplings: [(across: Int, down: Int)]

    /// Reads the bytes after the segment's length; nil if they do not match the number of channels.
    init?(_ content: [UInt8]) {
        guard content.count >= 6, content.count == 6 + 3 * Int(content[5]), content[5] > 0 else {
            return nil
        }
        bits = Int(content[0])
        height = Int(content[1]) << 8 | Int(content[2])
        width = Int(content[3]) << 8 | Int(content[4])
        channels = Int(content[5])
        samplings = stride(from: 7, to: content.count, by: 3).map {
            (Int(content[$0] >> 4), Int(content[$0] & 15))
        }
    }

    /// The bytes that all coefficients take in a decoder: two for each.
    var coefficientByteCount: Int {
        let most = samplings.reduce((across: 1, down: 1)) {
            (max($0.across, $1.across), max($0.down, $1.down))
        }
        let groups =
            (width + 8 * most.across - 1) / (8 * most.across)
            * ((height + 8 * most.down - 1) / (8 * most.down))
        return samplings.reduce(0) { $0 + groups * $1.across * $1.down * 128 }
    }
}
