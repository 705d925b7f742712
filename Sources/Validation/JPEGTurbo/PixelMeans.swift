import CJPEGTurbo
import Foundation

/// Reduces pixels in memory by averaging.
enum PixelMeans {
    /// Nil unless it at least halves the sides: with less reduction, averages are visibly less sharp.
    static func of(
        _ pixels: UnsafePointer<UInt8>, _ size: (width: Int, height: Int), stride: Int, bands: Int,
        _ target: (width: Int, height: Int)
    ) -> Data? {
        guard target.width > 0, target.height > 0, size.width >= 2 * target.width,
            size.height >= 2 * target.height
        else { return nil }
        var means = Data(count: target.width * target.height * bands)
        let status = unsafe means.withUnsafeMutableBytes { means in
            unsafe headshot_shrink(
                pixels, Int32(size.width), Int32(size.height), stride, Int32(bands),
                Int32(target.width), Int32(target.height), means.baseAddress)
        }
        return status == 0 ? means : nil
    }
}
