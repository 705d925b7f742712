import Validation

/// Predicts the size of a picture's JPEG from strips of it, within two percent for photographs.
struct SizeProbe<Picture: EncodablePicture & ~Copyable>: ~Copyable {
    private let sample: Picture
    /// The number of the picture's rows for each row of the sample.
    private let scale: Double

    init(_ picture: borrowing Picture) throws(ValidationError) {
        let height = min(SampleRows.stripHeight, picture.height)
        let tops = SampleRows.tops(height: picture.height)
        sample = try picture.sample(tops: tops, height: height)
        scale = Double(picture.height) / Double(height * tops.count)
    }

    /// The predicted size of the whole picture, in bytes.
    borrowing func byteCount(quality: Int) throws(ValidationError) -> Double {
        let sampleByteCount = try sample.encodedJPEG(quality: quality).count
        return headerByteCount + (Double(sampleByteCount) - headerByteCount) * scale
    }
}

/// The bytes before the pixels of a JPEG with the standard tables, whatever its size.
private let headerByteCount = 623.0

/// Which rows represent the picture.
private enum SampleRows {
    /// The height of one coded block with halved chroma; unaligned strips would spoil the prediction.
    static let stripHeight = 16
    /// One row of coded blocks in this many is sampled; sampling more costs more than it gains.
    private static let interval = 14
    /// Fewer strips would not be typical of the picture; more add nothing.
    private static let stripCounts = 8...16

    /// The first rows of the strips, spread evenly.
    static func tops(height: Int) -> [Int] {
        let available = max(1, height / stripHeight)
        let wanted = min(stripCounts.upperBound, max(stripCounts.lowerBound, available / interval))
        let count = min(wanted, available)
        return (0..<count).map { index in (2 * index + 1) * available / (2 * count) * stripHeight }
    }
}
