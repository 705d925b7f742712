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

    /// Reads the bytes after the segment's length; nil if they do not match the number of channels.
    init?(_ content: [UInt8]) {
        guard content.count >= 6, content.count == 6 + 3 * Int(content[5]), content[5] > 0 else {
            return nil
        }
        bits = Int(content[0])
        height = Int(content[1]) << 8 | Int(content[2])
        width = Int(content[3]) << 8 | Int(content[4])
        channels = Int(content[5])
    }
}
