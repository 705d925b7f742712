/// Predicts the size of a picture's JPEG from strips of it, within two percent for photographs.
struct SizeProbe<Picture: EncodablePicture & ~Copyable>: ~Copyable {
    private let sample: Picture
    /// The rows of the whole picture for each row of the sample.
    private let scale: Double

    init(_ picture: borrowing Picture) throws(ValidationError) {
        let height = min(SampleRows.stripHeight, picture.height)
        let tops = SampleRows.tops(height: picture.height)
        sample = try picture.sample(tops: tops, height: height)
        scale = Double(picture.height) / Double(height * tops.count)
    }

    /// The bytes that the whole picture would take.
    borrowing func byteCount(quality: Int) throws(ValidationError) -> Double {
        let sampleByteCount = try sample.encodedJPEG(quality: quality).count
        return headerByteCount + (Double(sampleByteCount) - headerByteCount) * scale
    }
}

/// What precedes the pixels of a JPEG with the standard tables, however many they are.
private let headerByteCount = 623.0

/// Which rows stand for all.
private enum SampleRows {
    /// The rows of one coded block where chroma is halved; strips off that grid would mispredict.
    static let stripHeight = 16
    /// One row of coded blocks in this many is looked at; more cost more than they gain.
    private static let interval = 14
    /// Fewer strips would not be like the rest, more tell nothing new.
    private static let stripCounts = 8...16

    /// The first rows of the strips, spread evenly.
    static func tops(height: Int) -> [Int] {
        let available = max(1, height / stripHeight)
        let wanted = min(stripCounts.upperBound, max(stripCounts.lowerBound, available / interval))
        let count = min(wanted, available)
        return (0..<count).map { index in (2 * index + 1) * available / (2 * count) * stripHeight }
    }
}
