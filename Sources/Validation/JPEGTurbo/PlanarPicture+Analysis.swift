import CJPEGTurbo
import Foundation

extension PlanarPicture {
    /// The picture as sRGB pixels, its longer side at most `side`.
    ///
    /// The planes are reduced first, so that few pixels need converting.
    func analysisPixels(side: Int) throws(ValidationError) -> AnalysisPixels {
        let longSide = max(width, height)
        let scale = min(1, Double(side) / Double(longSide))
        let small = (
            width: Int((Double(width) * scale).rounded()),
            height: Int((Double(height) * scale).rounded())
        )
        let planes = try reducedPlanes(toWidth: small.width, height: small.height)
        return AnalysisPixels(
            width: small.width, height: small.height,
            rgb: Self.rgb(luma: planes.luma, blue: planes.blue, red: planes.red),
            scale: Double(longSide) / Double(max(small.width, small.height)))
    }

    /// Converts as JFIF 1.02 defines YCbCr, in fixed-point arithmetic with 16 fractional bits.
    private static func rgb(luma: Data, blue: Data, red: Data) -> Data {
        let half = 1 << 15
        let (luma, blue, red) = ([UInt8](luma), [UInt8](blue), [UInt8](red))
        var rgb = [UInt8](repeating: 0, count: 3 * luma.count)
        for pixel in luma.indices {
            let (y, cb, cr) = (Int(luma[pixel]), Int(blue[pixel]) - 128, Int(red[pixel]) - 128)
            rgb[3 * pixel] = UInt8(clamping: y + (91881 * cr + half) >> 16)
            rgb[3 * pixel + 1] = UInt8(clamping: y - (22554 * cb + 46802 * cr + half) >> 16)
            rgb[3 * pixel + 2] = UInt8(clamping: y + (116130 * cb + half) >> 16)
        }
        return Data(rgb)
    }
}
