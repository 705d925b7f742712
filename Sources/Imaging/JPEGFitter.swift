import FoundationEssentials
import Validation

/// Finds the best JPEG of a picture that fits into a number of bytes.
struct JPEGFitter {
    /// The largest size allowed, in bytes.
    let byteCount: Int
    /// The range of qualities, in libjpeg's scale, from the floor to the cap.
    let qualities: ClosedRange<Int>

    /// Below 40, blocks show in the skin of a face; fewer pixels at a better quality look better.
    static let qualityFloor = 40
    /// Above 95, the size grows by half without a visible difference.
    static let qualityCap = 95
    /// Allows for the estimate's error, so that the first encoding nearly always fits.
    private static let margin = 0.997
    /// Enough to correct an estimate from strips that were not typical of the picture.
    private static let mostEncodings = 4
    /// Enough to shrink a picture of pure noise.
    private static let mostReductions = 6

    /// Creates a fitter; a quality above the source's would only spend bytes on its artefacts.
    init(byteCount: Int, sourceQuality: Int?) {
        self.byteCount = byteCount
        let cap = min(Self.qualityCap, sourceQuality ?? Self.qualityCap)
        qualities = Self.qualityFloor...max(Self.qualityFloor, cap)
    }

    /// The result of fitting a picture at its full size.
    enum Fit {
        case fitted(PreparedPhoto)
        /// Even at the lowest quality it takes about this many bytes.
        case tooDetailed(byteCount: Double)
    }

    /// Encodes `picture` at the best quality that fits, with all its pixels.
    ///
    /// The sizes of whole encodings are predicted from strips, and the real size is checked.
    func fit<Picture: EncodablePicture & ~Copyable>(
        _ picture: borrowing Picture
    ) throws(ValidationError) -> Fit {
        let probe = try SizeProbe(picture)
        var target = Double(byteCount) * Self.margin
        for encodings in 1...Self.mostEncodings {
            let search = QualitySearch(
                qualities: qualities, target: target, firstGuess: firstGuess(for: picture))
            let choice = try search.run { quality throws(ValidationError) in
                try probe.byteCount(quality: quality)
            }
            switch choice {
            case .quality(let quality):
                let jpeg = try picture.encodedJPEG(quality: quality)
                guard jpeg.count > byteCount else {
                    return .fitted(
                        PreparedPhoto(
                            jpeg: jpeg, width: picture.width, height: picture.height,
                            quality: quality, encodings: encodings))
                }
                target *= Double(byteCount) / Double(jpeg.count) * Self.margin
            case .tooLarge(let estimate):
                return .tooDetailed(byteCount: estimate * Double(byteCount) / target)
            }
        }
        return .tooDetailed(byteCount: 2 * Double(byteCount))
    }

    /// Whether `picture` fits with all its pixels at some quality, as predicted from strips.
    func fits<Picture: EncodablePicture & ~Copyable>(
        _ picture: borrowing Picture
    ) throws(ValidationError) -> Bool {
        try SizeProbe(picture).byteCount(quality: qualities.lowerBound)
            <= Double(byteCount) * Self.margin
    }

    /// Most photos of 12 megapixels end near 80; with a byte or more per pixel, the cap fits.
    private func firstGuess<Picture: EncodablePicture & ~Copyable>(
        for picture: borrowing Picture
    ) -> Int {
        picture.width * picture.height <= byteCount ? qualities.upperBound : 80
    }

    /// Encodes `picture`, reduced as far as necessary; nil if that does not help.
    func fitReduced(_ picture: consuming VipsImage) throws(ValidationError) -> PreparedPhoto? {
        for _ in 1...Self.mostReductions {
            switch try fit(picture) {
            case .fitted(let photo):
                return photo
            case .tooDetailed(let estimate):
                // The size shrinks with the area, a little less than in proportion.
                let scale = min(0.9, (Double(byteCount) / estimate).squareRoot() * 0.95)
                guard let smaller = try picture.resized(by: scale).copiedToMemory() else {
                    return nil
                }
                picture = smaller
            }
        }
        return nil
    }
}
