import Foundation

/// Finds the best JPEG of a picture that fits a number of bytes.
struct JPEGFitter {
    /// The most bytes.
    let byteCount: Int
    /// The range of qualities, in libjpeg's scale, from the floor to the cap.
    let qualities: ClosedRange<Int>

    /// Below 40, blocks show in a face's skin, and fewer pixels at a better quality look better.
    static let qualityFloor = 40
    /// Above 95, bytes grow by half for differences that no one sees.
    static let qualityCap = 95
    /// What the estimate may be wrong by, so that nearly always the first encoding fits.
    private static let margin = 0.99
    /// Enough to correct an estimate and to shrink a picture of pure noise.
    private static let mostRounds = 6

    /// Makes a fitter; a quality above that of the source would only spend bytes on its artefacts.
    init(byteCount: Int, sourceQuality: Int?) {
        self.byteCount = byteCount
        let cap = min(Self.qualityCap, sourceQuality ?? Self.qualityCap)
        qualities = Self.qualityFloor...max(Self.qualityFloor, cap)
    }

    /// Encodes `picture`, shrinking it where even the lowest quality does not fit; nil if that fails.
    ///
    /// The sizes of whole encodings are predicted from strips, and the real size is checked.
    func fit(_ picture: consuming VipsImage) throws(ValidationError) -> FittedJPEG? {
        var target = Double(byteCount) * Self.margin
        for _ in 1...Self.mostRounds {
            let probe = try SizeProbe(picture)
            let search = QualitySearch(qualities: qualities, target: target)
            let choice = try search.run { quality throws(ValidationError) in
                try probe.byteCount(quality: quality)
            }
            switch choice {
            case .quality(let quality):
                let jpeg = try picture.encodedJPEG(quality: quality)
                if jpeg.count <= byteCount {
                    return FittedJPEG(
                        jpeg: jpeg, width: picture.width, height: picture.height, quality: quality)
                }
                target *= Double(byteCount) / Double(jpeg.count) * Self.margin
            case .tooLarge(let size):
                // Bytes go with the area, a little less than in proportion.
                let scale = min(0.9, (target / size).squareRoot() * 0.95)
                guard let smaller = try picture.resized(by: scale).copiedToMemory() else {
                    return nil
                }
                picture = smaller
            }
        }
        return nil
    }
}

/// A JPEG that fits.
struct FittedJPEG {
    let jpeg: Data
    let width: Int
    let height: Int
    let quality: Int
}
