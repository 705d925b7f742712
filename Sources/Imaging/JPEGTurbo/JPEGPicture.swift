import CJPEGTurbo
import FoundationEssentials

/// Checks a JPEG, and turns it while its pixels stay coded.
enum JPEGPicture {
    /// How closely a JPEG keeps to its format.
    enum Condition {
        /// Every bit was understood: nothing is missing, and nothing was added.
        case flawless
        /// It can be decoded, but other decoders may show it differently.
        case odd
        case damaged
    }

    /// Decodes a JPEG completely, without keeping its pixels.
    static func condition(of bytes: Data) -> Condition {
        let status = unsafe bytes.withUnsafeBytes { buffer in
            unsafe headshot_jpeg_check(buffer.baseAddress, buffer.count)
        }
        return switch status {
        case HEADSHOT_JPEG_DONE: .flawless
        case HEADSHOT_JPEG_DAMAGED: .damaged
        default: .odd
        }
    }

    /// The JPEG turned upright by its orientation tag, 2 to 8, without loss and without metadata.
    ///
    /// Nil if the picture is not flawless, or if its sides are not multiples of a coded block, since turning
    /// would then spoil the edges.
    static func turned(_ bytes: Data, orientation: Int) -> Data? {
        var count = 0
        let turned = unsafe bytes.withUnsafeBytes { buffer in
            unsafe headshot_jpeg_turn(buffer.baseAddress, buffer.count, Int32(orientation), &count)
        }
        guard let turned = unsafe turned else { return nil }
        defer { unsafe headshot_jpeg_free(turned) }
        return unsafe Data(bytes: turned, count: count)
    }
}
