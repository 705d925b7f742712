package import FoundationEssentials
package import Validation

/// Makes pictures out of photos, for programs that emulate a provider.
package enum PictureMaker {
    /// The height in rows of the band along the bottom edge.
    package static let bandHeight = 24

    /// Makes a PNG or a JPEG of exactly `width` by `height` pixels: the upright photo's centre above a band of one
    /// colour.
    package static func fill(
        _ photo: Data, width: Int, height: Int, label colour: (UInt8, UInt8, UInt8),
        asJPEG: Bool = false
    ) async throws(ValidationError) -> Data {
        try await ImageLane.runPictureWork { _ throws(ValidationError) in
            guard case .photo(let format) = FileContent(of: photo) else {
                throw .libraryFailed(stage: .geometry, detail: "the photo has no known format")
            }
            let decoded = try VipsImage.withOpened(photo, as: format) {
                image throws(ValidationError) -> VipsImage? in
                try image.inStandardRGB()?.copiedToMemory()
            }
            guard let decoded,
                var picture = try decoded.filling(width: width, height: height).copiedToMemory()
            else {
                throw .libraryFailed(stage: .geometry, detail: "the photo cannot be decoded")
            }
            try picture.drawRectangle(
                colour: colour, left: 0, top: height - bandHeight, width: width, height: bandHeight)
            return try asJPEG ? picture.encodedJPEG(quality: 90) : picture.encodedPNG()
        }
    }
}
