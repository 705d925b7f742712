import CJPEGTurbo
import Foundation
import Ground
import Validation

extension PlanarPicture {
    /// The picture as sRGB pixels, its longer side at most `side`.
    ///
    /// The planes are reduced first, so that few pixels need converting.
    func analysisPixels(side: Int) throws(ValidationError) -> PhotoPixels {
        let longSide = max(width, height)
        let scale = min(1, Double(side) / Double(longSide))
        let small = (
            width: Int((Double(width) * scale).rounded()),
            height: Int((Double(height) * scale).rounded())
        )
        var luma = try reducedLuma(toWidth: small.width, height: small.height)
        // TurboJPEG reads pairs of rows and columns.
        luma.append(Data(count: small.width + 1))
        let colours = try reducedColours(toWidth: small.width, height: small.height)
        var rgb = Data(count: small.width * small.height * 3)
        let status = unsafe rgb.withUnsafeMutableBytes { rgb in
            unsafe luma.withUnsafeBytes { luma in
                unsafe colours.blue.withUnsafeBytes { blue in
                    unsafe colours.red.withUnsafeBytes { red in
                        unsafe headshot_rgb(
                            luma.baseAddress, blue.baseAddress, red.baseAddress, colours.isHalved,
                            Int32(small.width), Int32(small.height), rgb.baseAddress)
                    }
                }
            }
        }
        guard status == 0 else { throw .libraryFailed(stage: .colour, detail: "") }
        return PhotoPixels(
            width: small.width, height: small.height, rgb: rgb,
            scale: Double(longSide) / Double(max(small.width, small.height)))
    }
}
