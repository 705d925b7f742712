import CJPEGTurbo
import Foundation

/// What can be said of a JPEG, or done to it, while its pixels stay coded.
enum JPEGPicture {
    /// How well a JPEG keeps to its format.
    enum Condition {
        /// Each of its bits was understood: nothing is missing, and nothing else is in there.
        case flawless
        /// It can be decoded, but other decoders may see it otherwise.
        case odd
        case damaged
    }

    /// Decodes a JPEG wholly, without holding its pixels.
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

    /// Turned upright by its orientation tag, 2 to 8, without loss and without any metadata.
    ///
    /// Nil where that would spoil the edges, because the sides are no multiples of a coded block's, or
    /// where the picture is not flawless.
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
