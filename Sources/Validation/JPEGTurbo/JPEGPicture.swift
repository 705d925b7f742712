import CJPEGTurbo
import Foundation

/// What can be said of a JPEG, or done to it, while its pixels stay coded.
enum JPEGPicture {
    /// Whether each of its bits was understood: nothing is missing, and nothing else is in there.
    static func isFlawless(_ bytes: Data) -> Bool {
        unsafe bytes.withUnsafeBytes { buffer in
            unsafe headshot_jpeg_is_flawless(buffer.baseAddress, buffer.count)
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
